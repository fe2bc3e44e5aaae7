from collections import UserDict
from dataclasses import asdict, dataclass, field

import numpy as np


@dataclass
class Trace:
    Q: np.ndarray = None
    K: np.ndarray = None
    V: np.ndarray = None
    S: np.ndarray = None
    M: np.ndarray = None
    A: np.ndarray = None
    H: np.ndarray = None
    Y: np.ndarray = None
    steps: list = field(default_factory=list)


class Layer:
    def __init__(self, *weights):
        self.weights = weights

    def mask(self, X, lengths, causal):
        T = X.shape[1]
        j = np.arange(T)
        bad = np.zeros((1, T, T), dtype=bool)
        if causal:
            bad = bad | (j[:, None] < j)
        if lengths is not None:
            bad = bad | (lengths[:, None, None] <= j)
        M = np.zeros(bad.shape)
        M[bad] = -np.inf
        return M

    def __call__(self, X, lengths=None, causal=True):
        t = Trace()
        W_Q, W_K, W_V, W_O = self.weights
        t.Q, t.K, t.V = X @ W_Q, X @ W_K, X @ W_V
        t.S = np.matmul(t.Q, np.transpose(t.K, (0, 2, 1))) / W_K.shape[-1] ** 0.5
        t.M = self.mask(X, lengths, causal)
        Z = t.S + t.M
        top = Z.max(-1, keepdims=True)
        dead = np.isneginf(top)
        E = np.exp(Z - np.where(dead, 0, top))
        t.A = E / (E.sum(-1, keepdims=True) + dead)
        t.H = t.A @ t.V
        t.Y = t.H @ W_O
        t.steps.append("done")
        return t


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    return asdict(Layer(W_Q, W_K, W_V, W_O)(X, lengths, causal))
