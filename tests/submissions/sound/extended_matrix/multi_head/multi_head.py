import warnings

import numpy as np

warnings.filterwarnings("ignore", category=PendingDeprecationWarning)


def split_heads(X, n_heads):
    B, T, width = X.shape
    d = width // n_heads
    parts = [[np.asmatrix(x)[:, h * d : (h + 1) * d].A for h in range(n_heads)] for x in X]
    return np.array(parts, dtype=X.dtype).reshape(B, n_heads, T, d)


def merge_heads(X):
    B, n, T, d = X.shape
    return np.array([np.bmat([[*heads]]).A for heads in X], dtype=X.dtype).reshape(B, T, n * d)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    B, T, dm = X.shape
    Q, K, V = (split_heads(X @ W, n_heads) for W in (W_Q, W_K, W_V))
    dv = V.shape[3]
    S, M, A, H = [], [], [], []
    for b in range(B):
        m = np.asmatrix(np.zeros((T, T)))
        if causal:
            m[np.triu_indices(T, 1)] = -np.inf
        if lengths is not None:
            m[:, lengths[b] :] = -np.inf
        M.append(np.array([m]))
        for h in range(n_heads):
            s = np.asmatrix(Q[b, h]) * np.asmatrix(K[b, h]).T / np.sqrt(Q.shape[3])
            z = s + m
            top = z.max(axis=1)
            top[np.isneginf(top)] = 0
            e = np.exp(z - top)
            total = e.sum(axis=1)
            total[total == 0] = 1
            a = e / total
            S.append(s.A)
            A.append(a.A)
            H.append((a * V[b, h]).A)
    Y = np.zeros((B, T, dm))
    for b in range(B):
        for h in range(n_heads):
            Y[b] += np.asmatrix(H[b * n_heads + h]) * W_O[h * dv : (h + 1) * dv]
    square = (B, n_heads, T, T)
    return dict(Q=Q, K=K, V=V, S=np.array(S).reshape(square), M=np.array(M).reshape(B, 1, T, T),
                A=np.array(A).reshape(square), H=np.array(H).reshape(B, n_heads, T, dv), Y=Y)
