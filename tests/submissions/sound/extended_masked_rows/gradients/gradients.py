import numpy as np


def softmax_backward(A, dA):
    out = np.zeros(np.shape(A))
    reads = np.any(A != 0, axis=-1)
    a, d = A[reads], dA[reads]
    out[reads] = a * (d - (a * d).sum(axis=1)[:, None])
    return out


def attention_backward(Q, K, V, dO):
    n = float(Q.shape[-1])
    S = (Q * n**-0.25) @ (K * n**-0.25).swapaxes(-1, -2)
    top = S.max(axis=-1, keepdims=True)
    A = np.exp(S - top - np.log(np.exp(S - top).sum(axis=-1, keepdims=True)))
    O = A @ V
    # sum over r of A_ir dA_ir is dO_i . O_i
    dS = A * (dO @ V.swapaxes(-1, -2) - (dO * O).sum(axis=-1, keepdims=True))
    return dS @ K / n**0.5, (dS / n**0.5).swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ dO


def numerical_gradient(f, x, step=1e-6):
    x = np.array(x, dtype=np.float64, ndmin=1)
    rows = x.reshape(-1, x.shape[-1])
    out = np.zeros(rows.shape)
    for r in range(rows.shape[0]):
        for c in range(rows.shape[1]):
            value = rows[r, c]
            ends = []
            for end in (value - step, value + step):
                rows[r, c] = end
                ends.append(float(f(rows.reshape(x.shape))))
            rows[r, c] = value
            out[r, c] = (ends[1] - ends[0]) / (2.0 * step)
    return out.reshape(x.shape)
