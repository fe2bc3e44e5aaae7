import numpy as np


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    """Projects both sequences at once, and keeps of each what is asked for."""
    Tt = X_target.shape[1]
    both = np.concatenate([X_target, X_source], axis=1) @ np.hstack([W_Q, W_K, W_V])
    dk = W_Q.shape[1]
    Q, K, V = both[:, :Tt, :dk], both[:, Tt:, dk : 2 * dk], both[:, Tt:, 2 * dk :]
    S = np.matmul(Q / np.sqrt(np.sqrt(dk)), (K / np.sqrt(np.sqrt(dk))).swapaxes(1, 2))
    M = np.zeros(S.shape)
    if source_lengths is not None:
        item, key = np.nonzero(np.arange(S.shape[2]) >= np.asarray(source_lengths)[:, None])
        M[item, :, key] = -np.inf
    E = np.exp(S - np.where(M == 0, S, -1e300).max(-1, keepdims=True)) * (M == 0)
    E[~np.isfinite(E)] = 0
    Z = E.sum(-1, keepdims=True)
    A = np.where(Z > 0, E / np.where(Z > 0, Z, 1), 0)
    H = A @ V
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=H @ W_O)
