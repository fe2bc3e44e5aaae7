import numpy as np

f = np.float32


def split_heads(X, n_heads):
    return np.stack(np.split(np.asarray(X, f), n_heads, axis=-1), axis=1)


def merge_heads(X):
    return np.concatenate(list(np.moveaxis(np.asarray(X, f), 1, 0)), axis=-1)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    x = np.asarray(X, f)
    q, k, v = (split_heads(x @ np.asarray(w, f), n_heads) for w in (W_Q, W_K, W_V))
    s = q @ k.swapaxes(2, 3) / f(np.sqrt(q.shape[3]))
    t = x.shape[1]
    m = np.triu(np.full((t, t), -np.inf, f), 1) if causal else np.zeros((t, t), f)
    if lengths is not None:
        m = m + np.where(np.arange(t) < lengths[:, None, None, None], f(0), f(-np.inf))
    z = s + m
    e = np.exp(z - np.nan_to_num(z.max(-1, keepdims=True), neginf=0.0))
    a = e / (e.sum(-1, keepdims=True) + (m.max(-1, keepdims=True) < 0))
    h = a @ v
    return {"Q": q, "K": k, "V": v, "S": s, "M": m, "A": a, "H": h, "Y": merge_heads(h) @ np.asarray(W_O, f)}
