import numpy as np


class Head:
    def __init__(self, W_Q, W_K, W_V, W_O):
        self.W_Q, self.W_K, self.W_V, self.W_O = W_Q, W_K, W_V, W_O
        self.scale = W_Q.shape[1] ** -0.5

    def attend(self, X, M):
        logits = (X @ self.W_Q) @ (X @ self.W_K).T * self.scale
        keep = M == 0
        logits = np.where(keep, logits, -np.inf)
        shifted = logits - np.where(keep, logits, -1e300).max(-1, keepdims=True)
        e = np.where(keep, np.exp(shifted), 0.0)
        total = e.sum(-1, keepdims=True)
        return np.divide(e, total, out=np.zeros_like(e), where=total != 0)

    def __call__(self, X, M):
        self.A = self.attend(X, M)
        self.V = X @ self.W_V
        self.H = weighted_values(self.A, self.V)
        return output_projection(self.H, self.W_O)


def contributions(A, V):
    per_key = [A[..., j:j + 1] * V[..., j, :][..., None, :] for j in range(A.shape[-1])]
    return np.stack(per_key, axis=-2)


def weighted_values(A, V):
    C = contributions(A, V)
    return np.add.reduce(C, axis=-2)


def output_projection(H, W_O):
    return np.matmul(H, W_O.T)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    return Head(W_Q, W_K, W_V, W_O)(X, M)
