import gc
import random
import sys
import warnings

import numpy as np

warnings.simplefilter("always")
np.seterr(all="raise")
gc.disable()
random.seed(0)
np.random.seed(0)
sys.setrecursionlimit(5000)
print("imported as", __name__)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    unused = random.random() + np.random.rand()
    warnings.warn("rank %d" % X.ndim)
    T = X.shape[1]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(1.0 * Q.shape[-1])
    M = np.zeros(S.shape)
    if causal:
        M[:, np.arange(T)[:, None] < np.arange(T)] = -np.inf
    if lengths is not None:
        for m, n in zip(M, lengths):
            m[:, n:] = -np.inf
    with np.errstate(all="ignore"):
        Z = S + M
        E = np.exp(Z - Z.max(axis=-1, keepdims=True))
        A = E / E.sum(axis=-1, keepdims=True)
        A[np.isneginf(M)] = 0
        H = A @ V
        Y = H @ W_O
    print("Y =", Y)
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y, "unused": unused, 1: None}
