import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    shapes = {}
    shapes["X"] = (B, T, d_model)
    shapes["W_Q"] = (d_model, d_k)
    shapes["W_K"] = (d_model, d_k)
    shapes["W_V"] = (d_model, d_v)
    shapes["W_O"] = (d_v, d_model)
    shapes["Q"] = (B, T, d_k)
    shapes["K"] = (B, T, d_k)
    shapes["V"] = (B, T, d_v)
    shapes["S"] = (B, T, T)
    shapes["A"] = (B, T, T)
    shapes["H"] = (B, T, d_v)
    shapes["Y"] = (B, T, d_model)
    return shapes


def parameter_count(d_model, d_k, d_v):
    n = 0
    for _ in range(d_model):
        n += d_k
        n += d_k
        n += d_v
    for _ in range(d_v):
        n += d_model
    return n


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if len(X.shape) != 3:
        raise ValueError("X needs three axes")
    if X.shape[1] == 0:
        raise ValueError("X has no token")
    if X.shape[2] == 0:
        raise ValueError("X has no feature")
    d = X.shape[2]
    for name, W in [("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)]:
        if len(W.shape) != 2:
            raise ValueError(name + " needs two axes")
        if W.shape[0] != d:
            raise ValueError(name + " needs as many rows as X has features")
        if W.shape[1] == 0:
            raise ValueError(name + " has no column")
        if name == "W_K" and W.shape[1] != W_Q.shape[1]:
            raise ValueError("W_K must be as wide as W_Q")
    if len(W_O.shape) != 2:
        raise ValueError("W_O needs two axes")
    if W_O.shape[0] != W_V.shape[1]:
        raise ValueError("W_O needs d_v rows")
    if W_O.shape[1] != d:
        raise ValueError("W_O needs d_model columns")


def _times(rows, W):
    out = []
    for row in rows:
        new = []
        for c in range(len(W[0])):
            total = 0
            for i in range(len(row)):
                total += row[i] * W[i][c]
            new.append(total)
        out.append(new)
    return out


def project(X, W_Q, W_K, W_V):
    answers = []
    for W in (W_Q, W_K, W_V):
        flat = X.reshape(-1, X.shape[-1]).tolist()
        out = np.zeros((len(flat), W.shape[1]))
        for r, row in enumerate(_times(flat, W.tolist())):
            for c, value in enumerate(row):
                out[r, c] = value
        answers.append(out.reshape(X.shape[:-1] + (W.shape[1],)))
    return answers[0], answers[1], answers[2]
