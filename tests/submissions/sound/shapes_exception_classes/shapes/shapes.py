from collections import namedtuple

import numpy as np

QKV = namedtuple("QKV", "Q K V")
Two = namedtuple("Two", ["rows", "columns"])
Three = namedtuple("Three", ["items", "tokens", "width"])


class Unfit(LookupError, ValueError):
    where = "?"

    def __init__(self, text=""):
        ValueError.__init__(self, f"{self.where} does not fit{text}")


KINDS = {n: type("Unfit_" + n, (Unfit,), {"where": n}) for n in ("X", "W_Q", "W_K", "W_V", "W_O")}


def layer_shapes(B, T, d_model, d_k, d_v):
    Q, V, S, X = Three(B, T, d_k), Three(B, T, d_v), Three(B, T, T), Three(B, T, d_model)
    W = Two(d_model, d_k)
    return dict(X=X, W_Q=W, W_K=W, W_V=Two(d_model, d_v), W_O=Two(d_v, d_model), Q=Q, K=Q, V=V, S=S, A=S, H=V, Y=X)


def parameter_count(d_model, d_k, d_v):
    s = layer_shapes(0, 0, d_model, d_k, d_v)
    return sum(s[w].rows * s[w].columns for w in s if "_" in w)


def check_inputs(X, W_Q, W_K, W_V, W_O):
    try:
        x = Three(*X.shape)
        x.tokens / x.tokens + x.width / x.width
    except (TypeError, ZeroDivisionError) as e:
        e.add_note("from the shape of X")
        raise KINDS["X"](f": {X.shape}") from e
    seen = {}
    for name, W in zip(KINDS, (X, W_Q, W_K, W_V, W_O)):
        if name == "X":
            continue
        try:
            w = seen[name] = Two(*W.shape)
            want = {"W_Q": Two(x.width, w.columns), "W_K": seen["W_Q"], "W_V": Two(x.width, w.columns)}
            target = want[name] if name in want else Two(seen["W_V"].columns, x.width)
            if w != target or 0 in w:
                raise IndexError(target)
        except (TypeError, IndexError) as e:
            raise KINDS[name](f" ({W.shape})") from e


def project(X, W_Q, W_K, W_V):
    return QKV(Q=np.vecdot(X[..., None, :], W_Q.T) if hasattr(np, "vecdot") else X @ W_Q, K=X @ W_K, V=X @ W_V)
