import logging
import sys
import warnings

import numpy as np

np.seterr(all="raise")
warnings.simplefilter("error")
logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
log = logging.getLogger(__name__)
print("shapes.py is being imported", flush=True)
sys.stderr.write("an innocent line on stderr\n")


def layer_shapes(B, T, d_model, d_k, d_v):
    log.debug("layer_shapes called with %s", (B, T, d_model, d_k, d_v))
    print("{" + '"shapes": "not really JSON"' + "}")
    q, v, s = (B, T, d_k), (B, T, d_v), (B, T, T)
    return {"X": (B, T, d_model), "W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v),
            "W_O": (d_v, d_model), "Q": q, "K": q, "V": v, "S": s, "A": s, "H": v, "Y": (B, T, d_model),
            "log": log, 7: "seven", "function": print}


def parameter_count(d_model, d_k, d_v):
    log.warning("counting")
    return 2 * (d_model * d_k + d_model * d_v)


def check_inputs(X, W_Q, W_K, W_V, W_O):
    print("checking", *(a.shape for a in (X, W_Q, W_K, W_V, W_O)))
    try:
        B, T, d = X.shape
        if not (T and d):
            raise IndexError("an empty axis")
    except (ValueError, IndexError) as problem:
        log.error("X does not fit", exc_info=True)
        raise ValueError("X is not (B, T, d_model)") from problem
    widths = []
    for name, W, width in (("W_Q", W_Q, None), ("W_K", W_K, 0), ("W_V", W_V, None)):
        try:
            rows, columns = W.shape
            assert rows == d and columns > 0
            assert width is None or columns == widths[width]
            widths.append(columns)
        except (ValueError, AssertionError) as problem:
            raise ValueError(f"{name} does not fit: {W.shape}") from problem
    try:
        assert W_O.shape == (widths[2], d)
    except AssertionError:
        raise ValueError("W_O does not fit: %r" % (W_O.shape,)) from None


def project(X, W_Q, W_K, W_V):
    print(X)
    return X @ W_Q, X @ W_K, X @ W_V
