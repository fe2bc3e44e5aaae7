from collections import OrderedDict
from functools import cached_property

import numpy as np


class Layer:
    def __init__(self, target, source, weights, lengths):
        self.target, self.source, self.lengths = target, source, lengths
        self.W_Q, self.W_K, self.W_V, self.W_O = weights

    @cached_property
    def Q(self):
        return self.target @ self.W_Q

    @cached_property
    def K(self):
        return self.source @ self.W_K

    @cached_property
    def V(self):
        return self.source @ self.W_V

    @cached_property
    def S(self):
        return self.Q @ np.matrix_transpose(self.K) * self.W_K.shape[1] ** -0.5

    @cached_property
    def M(self):
        T = self.source.shape[1]
        if self.lengths is None:
            return 0.0
        return np.array([[[0.0] * int(n) + [-np.inf] * (T - int(n))] for n in self.lengths]).reshape(-1, 1, T)

    @cached_property
    def A(self):
        scores = self.S + self.M
        some = np.isfinite(scores).any(axis=-1, keepdims=True)
        scores = np.where(some, scores, 0.0)
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return np.where(some, e / e.sum(axis=-1, keepdims=True), 0.0)

    @cached_property
    def H(self):
        return self.A @ self.V

    @cached_property
    def Y(self):
        return self.H @ self.W_O


class CrossAttention:
    names = ("Y", "H", "A", "M", "S", "V", "K", "Q")

    def __call__(self, X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
        layer = Layer(X_target, X_source, (W_Q, W_K, W_V, W_O), source_lengths)
        made = OrderedDict((name, getattr(layer, name)) for name in self.names)
        made["row_sums"] = layer.A.sum(axis=-1)
        made["note"] = "from the last object to the first"
        return made


cross_attention = CrossAttention()
