import numpy as np


def contributions(A, V):
    # A has no axis for d_v, V has no axis for the query
    A_big = np.repeat(A[..., np.newaxis], V.shape[-1], axis=-1)
    V_big = np.repeat(np.expand_dims(V, axis=-3), A.shape[-2], axis=-3)
    return A_big * V_big


def weighted_values(A, V):
    c = contributions(A, V)
    return c.sum(axis=c.ndim - 2)


def output_projection(H, W_O):
    return np.dot(H, W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Q = np.dot(X, W_Q)
    K = np.dot(X, W_K)
    V = np.dot(X, W_V)
    d_k = W_K.shape[1]
    S = np.dot(Q, K.T) / np.sqrt(d_k)
    T = X.shape[0]
    A = np.zeros((T, T))
    for i in range(T):
        total = 0.0
        allowed_scores = []
        for j in range(T):
            if M[i, j] == 0:
                allowed_scores.append(S[i, j])
        if len(allowed_scores) == 0:
            continue
        biggest = max(allowed_scores)
        for j in range(T):
            if M[i, j] == 0:
                A[i, j] = np.exp(S[i, j] - biggest)
                total += A[i, j]
        A[i] = A[i] / total
    H = weighted_values(A, V)
    Y = output_projection(H, W_O)
    return Y
