import numpy as np


def raw_scores(Q, K):
    match Q.ndim:
        case 2:
            return np.array([[q @ k for k in K] for q in Q])
        case _ if len(Q) == 0:
            return np.zeros(Q.shape[:-1] + (K.shape[-2],))
        case _:
            return np.array([raw_scores(q, k) for q, k in zip(Q, K)]).reshape(Q.shape[:-1] + (K.shape[-2],))


scaled_scores = (lambda f, root: lambda Q, K: f(Q, K) / root(Q.shape[-1]))(raw_scores, np.sqrt)
