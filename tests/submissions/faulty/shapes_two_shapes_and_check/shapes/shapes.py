"""Shapes of a one-head attention layer (my solution)."""
from typing import Dict, Tuple

import numpy as np

Shape = Tuple[int, ...]


def _fail(name: str, why: str) -> None:
    raise ValueError(f"{name} {why}")


def _weight(name: str, W: np.ndarray, rows=None, cols=None) -> None:
    if np.ndim(W) != 2:
        _fail(name, "needs rank 2")
    if 0 in W.shape:
        _fail(name, "has an empty axis")
    if rows is not None and W.shape[0] != rows:
        _fail(name, f"should have {rows} rows, has {W.shape[0]}")
    if cols is not None and W.shape[1] != cols:
        _fail(name, f"should have {cols} columns, has {W.shape[1]}")


def layer_shapes(B: int, T: int, d_model: int, d_k: int, d_v: int) -> Dict[str, Shape]:
    shapes = dict(X=(B, T, d_model))
    for w, width in (("Q", d_k), ("K", d_k), ("V", d_v)):
        shapes["W_" + w] = (d_model, width)
        shapes[w] = (B, T, width)
    shapes["W_O"] = (d_v, d_model)
    shapes["S"], shapes["A"] = (B, T, T), (B, T, d_v)
    shapes["H"] = (B, T, d_v)
    shapes["Y"] = (B, T, d_model)
    return shapes


def parameter_count(d_model: int, d_k: int, d_v: int) -> int:
    s = layer_shapes(1, 1, d_model, d_k, d_v)
    total = 0
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        total += s[name][0] * s[name][1]
    return total


def check_inputs(X, W_Q, W_K, W_V, W_O) -> None:
    if np.ndim(X) != 3:
        _fail("X", "needs rank 3")
    _, T, d = X.shape
    if T < 1 or d < 1:
        _fail("X", "needs a token and a feature")
    _weight("W_Q", W_Q, rows=d)
    _weight("W_K", W_K, rows=d)
    _weight("W_V", W_V, rows=d)
    _weight("W_O", W_O, rows=W_V.shape[1], cols=d)


def project(X, W_Q, W_K, W_V):
    return tuple(np.matmul(X, W) for W in (W_Q, W_K, W_V))
