from functools import lru_cache
from itertools import chain, starmap
from operator import mul


@lru_cache(maxsize=None)
def parameter_count(d_model, d_k, d_v):
    return sum(starmap(mul, ((d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, d_model))))


layer_shapes = lambda B, T, d_model, d_k, d_v: dict(chain(
    ((n, (B, T, w)) for n, w in zip("XQKVSAHY", (d_model, d_k, d_k, d_v, T, T, d_v, d_model))),
    ((f"W_{n}", s) for n, s in zip("QKVO", [(d_model, d_k)] * 2 + [(d_model, d_v), (d_v, d_model)])),
))


def check_inputs(X, W_Q, W_K, W_V, W_O):
    match X.shape:
        case (_, int(T), int(d)) if T > 0 and d > 0:
            pass
        case other:
            raise ValueError(f"X has the shape {other}")
    match W_Q.shape:
        case (rows, int(d_k)) if rows == d and d_k > 0:
            pass
        case other:
            raise ValueError(f"W_Q has the shape {other}")
    if (got := W_K.shape) != (d, d_k):
        raise ValueError(f"W_K has the shape {got}")
    match W_V.shape:
        case (rows, int(d_v)) if rows == d and d_v > 0:
            pass
        case other:
            raise ValueError(f"W_V has the shape {other}")
    if (got := W_O.shape) != (d_v, d):
        raise ValueError(f"W_O has the shape {got}")


def project(X, *Ws):
    return tuple(X @ W for W in Ws)
