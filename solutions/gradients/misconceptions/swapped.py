"""Stage gradients: results that stand in each other's places."""

import numpy as np

from autograder.authoring import misconception

from ..reference import of_weights, scale_back, to_keys, to_queries, weights

OUT_OF_ORDER = {
    "cause": "results_out_of_order",
    "says": "Where your {} is due stands another of the three gradients. They are handed back as "
    "dQ, dK, dV.",
    "look": "Compare the shape of each with that of Q, K and V, for sizes that all differ.",
}


@misconception("dV", **OUT_OF_ORDER)
def dQ_for_dV(Q, K, V, dO):
    return scale_back(to_queries(_scores(Q, K, V, dO), K, Q), Q)


@misconception("dV", **OUT_OF_ORDER)
def dK_for_dV(Q, K, V, dO):
    return scale_back(to_keys(_scores(Q, K, V, dO), Q), Q)


@misconception("dQ", **OUT_OF_ORDER)
def dK_for_dQ(Q, K, V, dO, softmax_backward):
    dS = softmax_backward(weights(Q, K, V), of_weights(V, dO))
    return scale_back(to_keys(dS, Q), Q)


@misconception("dQ", **OUT_OF_ORDER)
def dV_for_dQ(Q, K, V, dO, softmax_backward):
    return to_keys(weights(Q, K, V), dO)


@misconception("dK", **OUT_OF_ORDER)
def dQ_for_dK(Q, K, V, dO, softmax_backward):
    dS = softmax_backward(weights(Q, K, V), of_weights(V, dO))
    return scale_back(to_queries(dS, K, Q), Q)


@misconception("dK", **OUT_OF_ORDER)
def dV_for_dK(Q, K, V, dO, softmax_backward):
    return to_keys(weights(Q, K, V), dO)


def _scores(Q, K, V, dO):
    A, dA = weights(Q, K, V), of_weights(V, dO)
    return A * (dA - np.sum(A * dA, axis=-1, keepdims=True))
