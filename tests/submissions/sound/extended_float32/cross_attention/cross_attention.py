import numpy as np

f = np.float32


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    xt, xs, wq, wk, wv, wo = (np.asarray(a, f) for a in (X_target, X_source, W_Q, W_K, W_V, W_O))
    q, k, v = xt @ wq, xs @ wk, xs @ wv
    s = (q @ k.transpose(0, 2, 1)) * f(1 / np.sqrt(q.shape[2]))
    m = np.zeros((1, 1, xs.shape[1]), f)
    if source_lengths is not None:
        m = np.where(np.arange(xs.shape[1]) < source_lengths[:, None, None], f(0), f(-np.inf))
    z = s + m
    z = z - np.maximum(z.max(-1, keepdims=True), np.finfo(f).min)
    e = np.exp(z)
    a = e / np.maximum(e.sum(-1, keepdims=True), np.finfo(f).tiny)
    h = a @ v
    return {"Q": q, "K": k, "V": v, "S": s, "M": m, "A": a, "H": h, "Y": h @ wo}
