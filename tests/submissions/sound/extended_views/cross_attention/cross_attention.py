import numpy as np


def sealed(a):
    a = np.asfortranarray(a)
    a.flags.writeable = False
    return a


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    Q, K, V = sealed(X_target @ W_Q), sealed(X_source @ W_K), sealed(X_source @ W_V)
    S = sealed((K @ Q.swapaxes(-1, -2)).swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    B, Tt, Ts = S.shape
    row = np.zeros(Ts)
    if source_lengths is None:
        M = np.broadcast_to(row, S.shape)
    else:
        ramp = np.concatenate([np.zeros(Ts), np.full(Ts, -np.inf)])
        rows = [ramp[Ts - n : 2 * Ts - n] for n in source_lengths]
        M = np.broadcast_to(np.array(rows).reshape(B, 1, Ts), S.shape)
    Z = S + M
    top = Z.max(-1)
    keep = top > -np.inf
    E = np.exp((Z.T - np.where(keep, top, 0).T).T)
    A = sealed((E.T / np.where(keep, E.sum(-1), 1).T).T)
    H = sealed(A @ V)
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=sealed(H @ W_O))
