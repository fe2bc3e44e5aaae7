import numpy as np

WIDTHS = {"X": 2, "Q": 3, "K": 3, "V": 4, "S": 1, "A": 1, "H": 4, "Y": 2}


def layer_shapes(*sizes):
    B, T = sizes[:2]
    out = {}
    for name, place in WIDTHS.items():
        out[name] = (B, T, sizes[place])
    for name in "QKV":
        out["W_" + name] = (sizes[2], sizes[WIDTHS[name]])
    out["W_O"] = out["W_V"][1], out["W_V"][0]
    return out


def parameter_count(d_model, d_k, d_v):
    return len([0 for _ in range(d_model) for width in (d_k, d_k, d_v, d_v) for _ in range(width)])


def check_inputs(X, W_Q, W_K, W_V, W_O):
    first_failed = next((name for name, fits in (
        ("X", lambda: X.ndim == 3 and X.shape[1] and X.shape[2]),
        ("W_Q", lambda: W_Q.ndim == 2 and W_Q.size and W_Q.shape[0] == X.shape[2]),
        ("W_K", lambda: W_K.ndim == 2 and W_K.shape == W_Q.shape),
        ("W_V", lambda: W_V.ndim == 2 and W_V.size and W_V.shape[0] == X.shape[2]),
        ("W_O", lambda: W_O.ndim == 2 and W_O.shape == (W_V.shape[1], X.shape[2])),
    ) if not fits()), None)
    if first_failed is not None:
        raise ValueError(first_failed, ) if first_failed == "X" else ValueError("%s does not fit" % first_failed)


def project(X, W_Q, W_K, W_V):
    def through(W):
        out = np.empty(X.shape[:-1] + W.shape[1:])
        for token in np.ndindex(X.shape[:-1]):
            for c, column in enumerate(W.T):
                out[token + (c,)] = (X[token] * column).sum()
        return out.tolist() if out.size else out

    return through(W_Q), through(W_K), through(W_V)
