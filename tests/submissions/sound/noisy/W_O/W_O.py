import atexit
import sys

import numpy as np

atexit.register(print, "good bye")
old = np.seterr(all="call")
np.seterrcall(lambda kind, flag: print("NumPy says", kind, file=sys.stderr))


def contributions(A, V):
    print("contributions", A.shape, V.shape)
    return np.einsum("...ij,...jv->...ijv", A, V)


def weighted_values(A, V):
    print("\x1b[31mred\x1b[0m \u2713 \x00 odd bytes", end="\r\n")
    return A @ V


def output_projection(H, W_O):
    print("y" * 5000)
    return H @ W_O


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    S = (X @ W_Q) @ (X @ W_K).T / np.sqrt(W_Q.shape[-1]) + M
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    A = E / E.sum(axis=-1, keepdims=True)
    A[np.isnan(A)] = 0
    print(A.round(2).tolist())
    return A @ (X @ W_V) @ W_O
