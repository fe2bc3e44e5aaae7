import numpy as np


def self_attention(batch, *weights, lengths=None, causal=True):
    wq, wk, wv, wo = weights
    q, k, v = batch @ wq, batch @ wk, batch @ wv
    s = np.einsum("bic,bjc->bij", q, k) / np.sqrt(wq.shape[1])
    t = batch.shape[1]
    ok = np.tri(t, dtype=bool)[None] if causal else np.full((1, t, t), True)
    if lengths is not None:
        ok = ok & (np.arange(t)[None, None] < lengths[:, None, None])
    e = np.where(ok, np.exp(s - np.max(np.where(ok, s, -1e300), axis=-1, keepdims=True), where=ok, out=np.zeros(s.shape)), 0)
    n = e.sum(-1, keepdims=True)
    a = e / np.where(n == 0, 1, n)
    return dict(Q=q, K=k, V=v, S=s, M=np.where(ok, 0.0, -np.inf), A=a, H=a @ v, Y=a @ v @ wo)
