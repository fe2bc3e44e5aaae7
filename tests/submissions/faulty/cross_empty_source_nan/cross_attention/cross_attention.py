import numpy as np


def softmax(x):
    top = np.max(x, axis=-1, keepdims=True)
    e = np.exp(x - top)
    return e / e.sum(axis=-1, keepdims=True)


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    Q = X_target @ W_Q
    K = X_source @ W_K
    V = X_source @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    T = X_source.shape[1]
    M = np.zeros((1, 1, T))
    if source_lengths is not None:
        M = np.where(np.arange(T) < source_lengths[:, None, None], 0.0, -np.inf)
    A = softmax(S + M)
    H = A @ V
    Y = H @ W_O
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
