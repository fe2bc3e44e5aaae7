import numpy as np


class Scores:
    """All pair products by broadcasting; fine for small sizes."""

    def __init__(self, Q, K):
        self.Q = np.array(Q, dtype=np.float64)
        self.K = np.array(K, dtype=np.float64)
        self.width = self.Q.shape[-1]

    def raw(self):
        q = self.Q[..., :, None, :]
        k = self.K[..., None, :, :]
        return (q * k).sum(axis=-1)

    def scaled(self):
        return self.raw() * self.width ** -0.5


def raw_scores(Q, K):
    Q = np.asarray(Q, float)
    K = np.asarray(K, float)
    nq = np.sqrt((Q ** 2).sum(-1, keepdims=True)) + 1e-12
    nk = np.sqrt((K ** 2).sum(-1, keepdims=True)) + 1e-12
    return Scores(Q / nq, K / nk).raw()


def scaled_scores(Q, K):
    return raw_scores(Q, K) * Scores(Q, K).width ** -0.5
