import numpy as np


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    Q = np.einsum("btm,md->btd", X_target, W_Q)
    K = np.einsum("bsm,md->bsd", X_source, W_K)
    V = np.einsum("bsm,md->bsd", X_source, W_V)
    S = np.einsum("btd,bsd->bts", Q, K) / np.sqrt(Q.shape[-1])
    places = np.arange(X_source.shape[1])
    if source_lengths is None:
        source_lengths = np.full(len(X_source), X_source.shape[1])
    real = places[None, None] < source_lengths[:, None, None]
    M = np.where(real, 0.0, -np.inf)
    top = np.max(np.where(real, S, -np.inf), axis=2, keepdims=True, initial=-1e300)
    E = np.exp(np.where(real, S - top, -np.inf))
    total = np.einsum("bts->bt", E)
    A = np.divide(E, total[..., None], out=np.zeros_like(E), where=total[..., None] > 0)
    H = np.einsum("bts,bsd->btd", A, V)
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": np.einsum("btd,dm->btm", H, W_O)}
