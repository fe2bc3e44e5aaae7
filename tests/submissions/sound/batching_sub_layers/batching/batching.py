import numpy as np


def project(*, X, W):
    return X @ W


def scores(*, Q, K):
    return np.einsum("bik,bjk->bij", Q, K) / np.sqrt(Q.shape[-1])


def mask(*, B, T, lengths, causal):
    allowed = np.ones((B, 1, T), dtype=bool)
    if lengths is not None:
        allowed = np.arange(T)[None, None] < np.asarray(lengths).reshape(B, 1, 1)
    if causal:
        allowed = np.logical_and(allowed, np.tri(T, dtype=bool)[None])
    return np.where(allowed, 0.0, -np.inf)


def softmax(*, Z):
    live = np.isfinite(Z).any(axis=-1)
    A = np.zeros(Z.shape)
    z = Z[live]
    e = np.exp(z - z.max(axis=-1, keepdims=True)) if z.size else z
    A[live] = e / e.sum(axis=-1, keepdims=True)
    return A


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    r = {"Q": project(X=X, W=W_Q), "K": project(X=X, W=W_K), "V": project(X=X, W=W_V)}
    r["S"] = scores(Q=r["Q"], K=r["K"])
    r["M"] = mask(B=len(X), T=X.shape[1], lengths=lengths, causal=causal)
    r["A"] = softmax(Z=r["S"] + r["M"])
    r["H"] = r["A"] @ r["V"]
    r["Y"] = project(X=r["H"], W=W_O)
    r["extra"] = {"shapes": {k: v.shape for k, v in r.items()}, "sum": [r["Y"].sum()], "self": self_attention}
    return r
