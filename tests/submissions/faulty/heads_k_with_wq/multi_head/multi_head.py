import numpy as np


def split_heads(X, n_heads):
    d = X.shape[2] // n_heads
    return np.stack([X[:, :, h * d : (h + 1) * d] for h in range(n_heads)], axis=1)


def merge_heads(X):
    return np.concatenate([X[:, h] for h in range(X.shape[1])], axis=2)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    B, T, _ = X.shape
    dk, dv = W_Q.shape[1] // n_heads, W_V.shape[1] // n_heads
    i, j = np.arange(T)[:, None], np.arange(T)[None, :]
    ok = np.ones((B, T, T), dtype=bool)
    if causal:
        ok &= j <= i
    if lengths is not None:
        ok &= j[None] < np.reshape(lengths, (B, 1, 1))
    M = np.where(ok, 0.0, -np.inf)
    Q, K, V, S, A, H = [], [], [], [], [], []
    Y = np.zeros((B, T, W_O.shape[1]))
    for h in range(n_heads):
        q = X @ W_Q[:, h * dk : (h + 1) * dk]
        k = X @ W_Q[:, h * dk : (h + 1) * dk]
        v = X @ W_V[:, h * dv : (h + 1) * dv]
        s = np.einsum("bid,bjd->bij", q, k) / dk**0.5
        x = np.where(ok, s, -np.inf)
        top = x.max(axis=2, keepdims=True)
        e = np.exp(x - np.where(top == -np.inf, 0, top))
        z = e.sum(axis=2, keepdims=True)
        a = e / np.where(z == 0, 1, z)
        r = a @ v
        Y += r @ W_O[h * dv : (h + 1) * dv]
        for into, part in zip((Q, K, V, S, A, H), (q, k, v, s, a, r)):
            into.append(part)
    Q, K, V, S, A, H = (np.stack(x, axis=1) for x in (Q, K, V, S, A, H))
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M[:, None], "A": A, "H": H, "Y": Y}
