import numpy as np


class Pair:
    __slots__ = ("Q", "K")

    def __init__(self, Q, K):
        self.Q, self.K = Q, K

    @property
    def raw(self):
        return np.einsum(self.Q, [..., 0, 2], self.K, [..., 1, 2], [..., 0, 1])

    @property
    def scaled(self):
        return self.raw / np.sqrt(self.d_k)

    @property
    def d_k(self):
        return self.K.shape[-1]

    def __matmul__(self, other):
        raise TypeError("not needed")


def raw_scores(Q, K):
    return Pair(Q, K).raw


def scaled_scores(Q, K):
    return Pair(Q, K).scaled
