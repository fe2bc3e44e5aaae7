import numpy as np


def attend(x, y, weights, n):
    """One item whose source is cut to its real tokens."""
    W_Q, W_K, W_V, W_O = weights
    Q, K, V = x @ W_Q, y @ W_K, y @ W_V
    S = Q @ K.T / np.sqrt(Q.shape[1])
    M = np.where(np.arange(len(y)) < n, 0.0, -np.inf)
    A = np.zeros_like(S)
    if n > 0:
        logits = S[:, :n]
        shifted = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
        A[:, :n] = np.exp(shifted)
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M[None], "A": A, "H": H, "Y": H @ W_O}


def cross_attention(*args, source_lengths=None):
    X_target, X_source, *weights = args
    B = X_target.shape[0]
    lengths = [X_source.shape[1]] * B if source_lengths is None else source_lengths
    items = [attend(x, y, weights, n) for x, y, n in zip(X_target, X_source, lengths)]
    blank = attend(np.zeros(X_target.shape[1:]), np.zeros(X_source.shape[1:]), weights, 1)
    return {name: np.stack([item[name] for item in items]) if B else np.empty((0, *blank[name].shape)) for name in blank}
