import numpy as np


def raw_scores(Q, K):
    if Q.ndim == 2:
        result = np.dot(Q, np.transpose(K))
    else:
        leading = Q.shape[:-2]
        number = 1
        for n in leading:
            number = number * n
        Q_flat = Q.reshape(number, Q.shape[-2], Q.shape[-1])
        K_flat = K.reshape(number, K.shape[-2], K.shape[-1])
        result = np.zeros((number, Q.shape[-2], K.shape[-2]))
        for b in range(number):
            result[b] = np.dot(Q_flat[b], K_flat[b].T)
        result = result.reshape(leading + (Q.shape[-2], K.shape[-2]))
    return result


def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    Q_small = Q / np.sqrt(d_k)
    return raw_scores(Q_small, K)


def test_two_tokens():
    Q = np.array([[0, 3], [2, -1]])
    K = np.array([[3, 0], [-1, 2]])
    assert raw_scores(Q, K).tolist() == [[0, 6], [6, -4]]


test_two_tokens()
