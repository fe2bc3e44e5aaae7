import numpy as np


def contributions(A, V):
    return np.einsum("...ij,...jv->...ijv", A, V)


def weighted_values(A, V):
    return np.einsum("...ij,...jv->...iv", A, V)


def output_projection(H, W_O):
    return np.einsum("...v,vd->...d", H, W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    S = np.einsum("id,dk,je,ek->ij", X, W_Q, X, W_K, optimize=True) / np.sqrt(W_Q.shape[1]) + M
    top = S.max(1, keepdims=True)
    e = np.exp(S - np.where(np.isinf(top), 0, top))
    total = e.sum(1, keepdims=True)
    A = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return np.einsum("ij,jd,dv,vm->im", A, X, W_V, W_O, optimize=True)
