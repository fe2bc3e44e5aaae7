import numpy as np


class SelfAttention:
    """Keeps the weights; forward() fills self.trace."""

    def __init__(self, W_Q, W_K, W_V, W_O):
        self.W_Q = np.asarray(W_Q, dtype=np.float64)
        self.W_K = np.asarray(W_K, dtype=np.float64)
        self.W_V = np.asarray(W_V, dtype=np.float64)
        self.W_O = np.asarray(W_O, dtype=np.float64)
        self.trace = {}

    def project(self, X):
        return X @ self.W_Q, X @ self.W_K, X @ self.W_V

    def scores(self, Q, K):
        return np.matmul(Q, np.swapaxes(K, -1, -2)) * (self.W_Q.shape[-1] ** -0.5)

    def mask(self, T, lengths, causal):
        M = np.zeros((1, T, T))
        if causal:
            M = M + np.where(np.tri(T) == 1, 0, -np.inf)
        if lengths is not None:
            L = np.asarray(lengths).reshape(-1, 1, 1)[:1]
            M = M + np.where(np.arange(T).reshape(1, 1, T) < L, 0, -np.inf)
        return M

    def weights(self, S, M):
        Z = S + M
        top = np.max(Z, axis=-1, keepdims=True)
        top = np.where(top == -np.inf, 0, top)
        P = np.exp(Z - top)
        return P / np.maximum(P.sum(axis=-1, keepdims=True), 1e-300)

    def mix(self, A, V):
        return np.matmul(A, V)

    def out(self, H):
        return np.tanh(np.matmul(H, self.W_O))

    def forward(self, X, lengths, causal):
        Q, K, V = self.project(X)
        S = self.scores(Q, K)
        M = self.mask(X.shape[1], lengths, causal)
        A = self.weights(S, M)
        H = self.mix(A, V)
        Y = self.out(H)
        self.trace.update(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=Y)
        return self.trace


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    return SelfAttention(W_Q, W_K, W_V, W_O).forward(np.asarray(X, dtype=np.float64), lengths, causal)
