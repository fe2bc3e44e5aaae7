import numpy as np


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    out = layer(X, W_Q, W_K, W_V, W_O, lengths, causal)
    B, T, d_model = X.shape
    shapes = {"Q": (B, T, W_Q.shape[1]), "K": (B, T, W_K.shape[1]), "V": (B, T, W_V.shape[1]), "S": (B, T, T)}
    for name, shape in shapes.items():
        if np.shape(out[name]) != shape:
            return name
    A = np.asarray(out["A"])
    M = np.broadcast_to(np.asarray(out["M"]), A.shape)
    if np.isnan(M.astype(float)).any():
        return "M"
    sums = A.sum(axis=-1)
    if not np.all(np.isclose(sums, 1) | np.isclose(sums, 0)):
        return "A"
    if np.any(A[M < 0] != 0):
        return "A"
    if np.shape(out["H"]) != (B, T, W_V.shape[1]):
        return "H"
    if np.shape(out["Y"]) != X.shape:
        return "Y"
    return None
