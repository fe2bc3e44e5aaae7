import numpy as np

f = np.float32


def contributions(A, V):
    return A.astype(f)[..., np.newaxis] * V.astype(f)[..., np.newaxis, :, :]


def weighted_values(A, V):
    return np.matmul(A.astype(f), V.astype(f))


def output_projection(H, W_O):
    return np.matmul(H.astype(f), W_O.astype(f))


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    X = X.astype(f)
    Q, K, V = (np.matmul(X, W.astype(f)) for W in (W_Q, W_K, W_V))
    Z = np.matmul(Q, K.T) / np.sqrt(f(Q.shape[1])) + M.astype(f)
    with np.errstate(invalid="ignore"):
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        A = np.nan_to_num(E / E.sum(axis=1, keepdims=True), nan=0.0)
    return output_projection(weighted_values(A, V), W_O)
