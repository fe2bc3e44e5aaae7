import numpy as np


def softmax_last(S):
    S = S.astype(np.float64)
    top = np.maximum.reduce(S, axis=-1, keepdims=True)
    S = S - np.where(top == -np.inf, 0, top)
    total = np.logaddexp.reduce(S, axis=-1, keepdims=True)
    return np.exp(np.where(total == -np.inf, -np.inf, S - np.where(total == -np.inf, 0, total)))


def attention_weights(S, M):
    return softmax_last(S + M)
