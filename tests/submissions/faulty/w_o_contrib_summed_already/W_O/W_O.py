import numpy as np

def contributions(A, V):
    A = np.expand_dims(A, -1)
    V = np.expand_dims(V, -3)
    return (A * V).sum(axis=-2)

def weighted_values(A, V):
    return np.einsum("...qk,...kd->...qd", A, V)

def output_projection(H, W_O):
    return np.tensordot(H, W_O, axes=([-1], [0]))

def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    # everything written out, nothing from above is used
    scale = 1 / np.sqrt(W_Q.shape[-1])
    scores = np.einsum("ia,ab,jc,cb->ij", X, W_Q, X, W_K, optimize=True) * scale
    scores = scores + M
    peak = np.max(scores, axis=1, keepdims=True)
    peak[peak == -np.inf] = 0
    E = np.exp(scores - peak)
    norm = E.sum(axis=1, keepdims=True)
    norm[norm == 0] = 1
    P = E / norm
    return P.dot(X.dot(W_V)).dot(W_O)
