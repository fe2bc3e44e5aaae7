"""The batch, one sequence after the other."""

import numpy as np


def one_mask(T, length, causal):
    M = np.zeros((T, T))
    for i in range(T):
        for j in range(T):
            if j >= length or (causal and j > i):
                M[i, j] = -np.inf
    return M


def one_softmax(S, M):
    A = np.zeros(S.shape)
    for i in range(len(S)):
        allowed = M[i] == 0
        if allowed.any():
            e = np.exp(S[i, allowed] - S[i, allowed].max())
            A[i, allowed] = e / e.sum()
    return A


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    d_k, d_v = W_Q.shape[1], W_V.shape[1]
    Q, K, V = np.zeros((B, T, d_k)), np.zeros((B, T, d_k)), np.zeros((B, T, d_v))
    S, M, A = np.zeros((B, T, T)), np.zeros((B, T, T)), np.zeros((B, T, T))
    H, Y = np.zeros((B, T, d_v)), np.zeros((B, T, d_model))
    for b in range(B):
        length = T if lengths is None else lengths[b]
        Q[b], K[b], V[b] = X[b] @ W_Q, X[b] @ W_K, X[b] @ W_V
        S[b] = Q[b] @ K[b].T / np.sqrt(d_k)
        M[b] = one_mask(T, length, causal)
        A[b] = one_softmax(S[b], M[b])
        H[b] = A[b] @ V[b]
        Y[b] = H[b] @ W_O
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=Y.squeeze())
