import logging
import warnings

import numpy as np

np.seterr(all="ignore")
print("loaded")
log = logging.getLogger(__name__)


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    warnings.warn("reading from a source")
    log.error("%s reads %s", X_target.shape, X_source.shape)
    X_target, X_source, W_Q, W_K, W_V, W_O = (
        np.array(a, dtype=np.longdouble) for a in (X_target, X_source, W_Q, W_K, W_V, W_O)
    )
    Q = X_target.dot(W_Q)
    K = X_source.dot(W_K)
    V = X_source.dot(W_V)
    X_target *= 0
    X_source *= 0
    S = np.matmul(Q, K.swapaxes(-2, -1))
    S /= np.sqrt(np.longdouble(K.shape[-1]))
    M = np.zeros_like(S)
    if source_lengths is not None:
        lengths = source_lengths.copy()
        lengths = lengths.reshape(-1, 1, 1)
        M[np.broadcast_to(np.arange(S.shape[-1]) >= lengths, M.shape)] = -np.inf
    A = S + M
    A -= A.max(axis=-1, keepdims=True)
    np.exp(A, out=A)
    A /= A.sum(axis=-1, keepdims=True)
    A[np.isnan(A)] = 0
    H = A @ V
    print("Y is next")
    return dict(zip("QKVSMAHY", (Q, K, V, S, M, A, H, H @ W_O)))
