import numpy as np


def softmax_of_one_row(row):
    if np.all(row == -np.inf):
        return np.zeros(row.shape)
    e = np.exp(row - np.max(row))
    return e / np.sum(e)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B = X.shape[0]
    T = X.shape[1]
    d_model = X.shape[2]
    d_k = W_Q.shape[1]
    d_v = W_V.shape[1]
    all_Q = np.zeros((B, T, d_k))
    all_K = np.zeros((B, T, d_k))
    all_V = np.zeros((B, T, d_v))
    all_S = np.zeros((B, T, T))
    all_M = np.zeros((B, T, T))
    all_A = np.zeros((B, T, T))
    all_H = np.zeros((B, T, d_v))
    all_Y = np.zeros((B, T, d_model))
    for b in range(B):
        all_Q[b] = np.dot(X[b], W_Q)
        all_K[b] = np.dot(X[b], W_K)
        all_V[b] = np.dot(X[b], W_V)
        all_S[b] = np.dot(all_Q[b], all_K[b].T) / np.sqrt(d_k)
        if causal == True:
            for i in range(T):
                all_M[b, i, i + 1:] = -np.inf
        if lengths is not None:
            all_M[b, :, lengths[b]:] = -np.inf
        for i in range(T):
            all_A[b, i] = softmax_of_one_row(all_S[b, i] + all_M[b, i])
        all_H[b] = np.dot(all_A[b], all_V[b])
        all_Y[b] = np.dot(all_H[b], W_O)
    result = {}
    result["Q"] = all_Q
    result["K"] = all_K
    result["V"] = all_V
    result["S"] = all_S
    result["M"] = all_M
    result["A"] = all_A
    result["H"] = all_H
    result["Y"] = all_Y
    return result
