from numpy import *
from numpy.linalg import norm


def raw_scores(Q, K):
    return sum(Q[..., :, None, :] * K[..., None, :, :], axis=-1)


def scaled_scores(Q, K):
    return true_divide(raw_scores(Q, K), norm(ones(shape(Q)[-1])))
