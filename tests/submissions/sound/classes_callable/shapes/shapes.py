from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Sizes:
    B: int
    T: int
    d_model: int
    d_k: int
    d_v: int

    @property
    def table(self) -> dict[str, tuple[int, ...]]:
        tokens = (self.B, self.T)
        return {"X": (*tokens, self.d_model), "W_Q": (self.d_model, self.d_k), "W_K": (self.d_model, self.d_k),
                "W_V": (self.d_model, self.d_v), "W_O": (self.d_v, self.d_model), "Q": (*tokens, self.d_k),
                "K": (*tokens, self.d_k), "V": (*tokens, self.d_v), "S": (*tokens, self.T), "A": (*tokens, self.T),
                "H": (*tokens, self.d_v), "Y": (*tokens, self.d_model)}


class LayerShapes:
    def __call__(self, *sizes: int) -> dict[str, tuple[int, ...]]:
        assert len(sizes) == len(fields(Sizes))
        return Sizes(*sizes).table


layer_shapes = LayerShapes()


class Counter:
    @staticmethod
    def count(d_model, d_k, d_v, matrices=4):
        return {4: 2 * d_model * d_k + 2 * d_v * d_model}[matrices]


parameter_count = partial(Counter.count, matrices=4)


class Checker:
    def __init__(self):
        self.name = None

    def need(self, ok: bool, text: str) -> None:
        if not ok:
            raise ValueError(f"`{self.name}` {text}")

    def __call__(self, X, W_Q, W_K, W_V, W_O):
        self.name = "X"
        self.need(X.ndim == 3, "is not of rank 3")
        self.need(X.shape[1] > 0 and X.shape[2] > 0, "is empty")
        d = X.shape[2]
        widths = {}
        for self.name, W in {"W_Q": W_Q, "W_K": W_K, "W_V": W_V}.items():
            self.need(W.ndim == 2, "is not of rank 2")
            self.need(W.shape[0] == d, f"has not {d} rows")
            self.need(W.shape[1] > 0, "is empty")
            widths[self.name] = W.shape[1]
            self.need(self.name != "W_K" or widths["W_K"] == widths["W_Q"], "is not as wide as W_Q")
        self.name = "W_O"
        self.need(W_O.shape == (widths["W_V"], d), f"is not of shape {(widths['W_V'], d)}")


check_inputs = Checker()


class Projection(NamedTuple):
    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray


class Project:
    def __call__(self, X, *weights):
        return Projection(*map(X.__matmul__, weights))


project = Project()
