import numpy as np


def columns(W, n):
    return np.hsplit(W, n)


def split_heads(X, n_heads):
    return np.array(np.dsplit(X, n_heads)).transpose(1, 0, 2, 3)


def merge_heads(X):
    return np.dstack([X[:, h] for h in range(X.shape[1])])


def head(X, wq, wk, wv, M):
    q, k, v = X @ wq, X @ wk, X @ wv
    s = q @ k.transpose(0, 2, 1) / wq.shape[1] ** 0.5
    x = s + M
    top = np.amax(x, axis=2, keepdims=True)
    e = np.where(x == -np.inf, 0, np.exp(x - np.where(top == -np.inf, 0, top)))
    z = np.sum(e, axis=2, keepdims=True)
    a = np.divide(e, z, out=np.zeros_like(e), where=z != 0)
    return q, k, v, s, a, a @ v


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    T = X.shape[1]
    M = np.zeros((len(X), T, T))
    for b, item in enumerate(M):
        for i in range(T):
            last = T if lengths is None else lengths[b]
            item[i, min(last, i + 1) if causal else last :] = -np.inf
    parts = [head(X, *w, M) for w in zip(*(columns(W, n_heads) for W in (W_Q, W_K, W_V)))]
    Q, K, V, S, A, H = (np.stack(p, axis=1) for p in zip(*parts))
    Y = sum(H[:, h] @ rows for h, rows in enumerate(np.vsplit(W_O, n_heads)))
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M[:, None], "A": A, "H": H, "Y": Y}
