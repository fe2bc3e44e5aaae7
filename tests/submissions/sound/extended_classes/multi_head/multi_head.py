import numpy as np


class Heads:
    def __init__(self, n):
        self.n = n

    def split(self, X):
        B, T, _ = X.shape
        return X.reshape(B, T, self.n, -1 if X.size else X.shape[2] // self.n).transpose(0, 2, 1, 3)

    @staticmethod
    def merge(X):
        B, n, T, d = X.shape
        return X.transpose(0, 2, 1, 3).reshape(B, T, n * d)


class Result(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def split_heads(X, n_heads):
    return Heads(n_heads).split(X)


merge_heads = Heads.merge


class MultiHead:
    def __call__(self, X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
        r, heads = Result(), Heads(n_heads)
        r.Q, r.K, r.V = heads.split(X @ W_Q), heads.split(X @ W_K), heads.split(X @ W_V)
        r.S = r.Q @ np.swapaxes(r.K, -1, -2) / np.sqrt(r.Q.shape[-1])
        r.M = self.mask(X.shape[1], lengths, causal)
        r.A = self.softmax(r.S + r.M)
        r.H = r.A @ r.V
        r.Y = heads.merge(r.H) @ W_O
        r.heads = n_heads
        return r

    @staticmethod
    def mask(T, lengths, causal):
        parts = [np.zeros((1, 1, 1, T))]
        if causal:
            parts.append(np.where(np.tri(T, dtype=bool), 0.0, -np.inf))
        if lengths is not None:
            keys = np.zeros((len(lengths), 1, 1, T))
            for row, n in zip(keys, lengths):
                row[..., n:] = -np.inf
            parts.append(keys)
        return sum(parts)

    @staticmethod
    def softmax(x):
        top = x.max(axis=-1, keepdims=True)
        top[top == -np.inf] = 0
        e = np.exp(x - top)
        z = e.sum(axis=-1, keepdims=True)
        z[z == 0] = 1
        return e / z


multi_head_attention = MultiHead()
