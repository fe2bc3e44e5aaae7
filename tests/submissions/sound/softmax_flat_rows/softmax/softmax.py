import numpy as np


def softmax_last(S):
    rows = S.reshape(-1, S.shape[-1])
    out = []
    for row in rows:
        seen = row[row > -np.inf]
        if seen.size == 0:
            out.append(np.zeros_like(row, dtype=float))
            continue
        w = np.zeros(row.shape)
        w[row > -np.inf] = np.exp(seen - seen.max())
        out.append(w / w.sum())
    return np.array(out, dtype=float).reshape(S.shape)


def attention_weights(S, M):
    shape = np.broadcast(S, M).shape
    Z = np.empty(shape)
    Z[...] = S
    Z += M
    return softmax_last(Z)
