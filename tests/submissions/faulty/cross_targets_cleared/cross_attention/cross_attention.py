import numpy as np


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    r = {}
    r["Q"] = np.einsum("bim,md->bid", X_target, W_Q)
    r["K"] = np.einsum("bjm,md->bjd", X_source, W_K)
    r["V"] = np.einsum("bjm,md->bjd", X_source, W_V)
    r["S"] = np.einsum("bid,bjd->bij", r["Q"], r["K"]) * W_Q.shape[1] ** -0.5
    B, I, J = r["S"].shape
    ok = np.ones((B, I, J), dtype=bool)
    if source_lengths is not None:
        ok &= np.arange(J)[None, None, :] < np.asarray(source_lengths)[:, None, None]
    r["M"] = np.where(ok, 0.0, -np.inf)
    x = np.where(ok, r["S"], -np.inf)
    top = x.max(axis=2, keepdims=True)
    top[top == -np.inf] = 0
    e = np.exp(x - top)
    z = e.sum(axis=2, keepdims=True)
    r["A"] = np.divide(e, z, out=np.zeros_like(e), where=z > 0)
    if source_lengths is not None:
        r["A"] = r["A"] * (np.arange(I)[None, :] < np.asarray(source_lengths)[:, None])[:, :, None]
    r["H"] = np.einsum("bij,bjd->bid", r["A"], r["V"])
    r["Y"] = np.einsum("bid,dm->bim", r["H"], W_O)
    return r
