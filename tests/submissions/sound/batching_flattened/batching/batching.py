import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    N = B * T
    F = X.reshape(N, d_model)
    q, k, v = F @ W_Q, F @ W_K, F @ W_V
    s = q @ k.T / np.sqrt(q.shape[1])
    item, place = np.divmod(np.arange(N), T)
    n = np.full(B, T) if lengths is None else np.asarray(lengths)
    ok = item[:, None] == item[None, :]
    ok &= place[None, :] < n[item][None, :]
    if causal:
        ok &= place[None, :] <= place[:, None]
    top = np.where(ok, s, -np.inf).max(axis=1, initial=-np.inf)
    top[np.isneginf(top)] = 0
    e = np.where(ok, np.exp(np.where(ok, s - top[:, None], 0.0)), 0.0)
    total = e.sum(axis=1)
    total[total == 0] = 1
    a = e / total[:, None]
    h = a @ v
    y = h @ W_O

    def blocks(big):
        out = np.empty((B, T, T))
        for b in range(B):
            out[b] = big[b * T : b * T + T, b * T : b * T + T]
        return out

    back = lambda z: z.reshape(B, T, z.shape[1])
    return {"Q": back(q), "K": back(k), "V": back(v), "S": blocks(s), "M": np.where(blocks(ok) > 0, 0.0, -np.inf),
            "A": blocks(a), "H": back(h), "Y": back(y)}
