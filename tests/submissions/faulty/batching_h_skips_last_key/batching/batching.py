import math
import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, D = X.shape
    dk = W_Q.shape[1]
    dv = W_V.shape[1]
    Q = np.zeros((B, T, dk))
    K = np.zeros((B, T, dk))
    V = np.zeros((B, T, dv))
    S = np.zeros((B, T, T))
    M = np.zeros((B, T, T))
    A = np.zeros((B, T, T))
    H = np.zeros((B, T, dv))
    Y = np.zeros((B, T, D))
    # projections
    for b in range(B):
        for t in range(T):
            for d in range(D):
                Q[b, t] += X[b, t, d] * W_Q[d]
                K[b, t] += X[b, t, d] * W_K[d]
                V[b, t] += X[b, t, d] * W_V[d]
    for b in range(B):
        for i in range(T):
            # scores and mask of row i
            for j in range(T):
                S[b, i, j] = sum(Q[b, i, c] * K[b, j, c] for c in range(dk)) / math.sqrt(dk)
                if causal and j > i:
                    M[b, i, j] = -math.inf
                if lengths is not None and j >= lengths[b]:
                    M[b, i, j] = -math.inf
            # weights
            seen = [j for j in range(T) if M[b, i, j] == 0]
            if seen:
                best = max(S[b, i, j] for j in seen)
                total = 0.0
                for j in seen:
                    A[b, i, j] = math.exp(S[b, i, j] - best)
                    total += A[b, i, j]
                for j in seen:
                    A[b, i, j] /= total
            # mix
            for j in range(T - 1):
                H[b, i] += A[b, i, j] * V[b, j]
            for c in range(dv):
                Y[b, i] += H[b, i, c] * W_O[c]
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
