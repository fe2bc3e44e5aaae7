"""Stage gradients: mistakes in the way from the output of a head to Q, K and V."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import exponentiate, pair, scale, softmax
from ..reference import of_weights, scale_back, to_keys, to_queries, weights
from .several import on_each_of

ALL = ("dV", "dQ", "dK")
BOTH = ("dQ", "dK")


# The weights, made once more on the way back


@on_each_of(
    *ALL,
    replaces="scale",
    cause="scale_missing_in_weights",
    says="The weights that your {} is made with lack the scale: no score is divided by √d_k.",
    look="Make the weights just as the head itself makes them, and print one row.",
)
def scores_unscaled(R, Q):
    return R


@on_each_of(
    *ALL,
    replaces="scale",
    cause="scaled_by_d_k_in_weights",
    says="The weights that your {} is made with come from scores divided by d_k, not by its root.",
    look="Make the weights just as the head itself makes them, and print one row.",
)
def scores_scaled_by_d_k(R, Q):
    return R / Q.shape[-1]


@on_each_of(
    *ALL,
    replaces="axis_of_keys",
    says="The weights that your {} is made with are a softmax over the queries.",
    look="Add up one row of the weights: over the keys it should give 1.",
)
def softmax_over_queries(S):
    return -2


@on_each_of(
    *ALL,
    replaces="softmax",
    says="The weights that your {} is made with overflow where scores are in the thousands.",
    look="Which number of a row has to be taken off before anything is exponentiated?",
)
def shift_missing(S):
    E = exponentiate(S)
    return E / E.sum(axis=-1, keepdims=True)


@on_each_of(
    *ALL,
    replaces="softmax",
    says="Your {} is made with the scores in place of the weights: there is no softmax.",
    look="Add up one row of what you take for the weights.",
)
def softmax_missing(S):
    return S


@on_each_of(
    *ALL,
    replaces="weights",
    says="The weights that your {} is made with come from K Qᵀ: queries and keys have changed "
    "places.",
    look="A row of weights belongs to a query. Try more keys than queries.",
)
def weights_of_keys(Q, K, V):
    return softmax(scale(pair(K, Q), Q))


@on_each_of(
    *ALL,
    replaces="weights",
    says="Your {} takes all weights to be equal, whatever the scores are.",
    look="Two rows of weights should differ.",
)
def weights_equal(Q, K, V):
    return softmax(0 * scale(pair(Q, K), Q))


# dV


@misconception(
    "dV",
    replaces="to_keys",
    says="Your dV is A dO. Key j passed its value on to every query i with the weight A_ij, so it "
    "gathers over the queries: A has to be transposed.",
    look="dV has a row for each key. Which axis of A is summed over?",
)
def weights_not_transposed(S, X):
    return S @ X


REVERSED = {
    "cause": "all_axes_reversed",
    "says": "On the way to your {} an array is transposed by .T, which reverses all axes, those in "
    "front too. Only the last two are to change places.",
    "look": "Print the shape of that array before and after, for two items.",
}


@misconception("dV", replaces="to_keys", **REVERSED)
def axes_reversed_for_dV(S, X):
    return S.T @ X


@misconception("dK", replaces="to_keys", **REVERSED)
def axes_reversed_for_dK(S, X):
    return S.T @ X


@on_each_of(*BOTH, replaces="of_weights", **REVERSED)
def axes_of_values_reversed(V, dO):
    return dO @ V.T


@misconception(
    "dV",
    says="Your dV is dO itself: the weights have no part in it.",
    look="What should the gradient be for a value that no query reads?",
)
def dO_for_dV(Q, K, V, dO):
    return dO


@misconception(
    "dV",
    says="Your dV is Aᵀ V: it is made with the values in place of the gradient dO.",
    look="Double dO, and see what your dV does.",
)
def values_for_dO(Q, K, V, dO):
    return to_keys(weights(Q, K, V), V)


@misconception(
    "dV",
    says="Your dV is divided by √d_k. The values meet no such factor in the head.",
    look="Between O and V there is one product. Where does a root come in?",
)
def values_scaled(Q, K, V, dO):
    return scale_back(to_keys(weights(Q, K, V), dO), Q)


@misconception(
    "dV",
    says="Your dV is Aᵀ O: it is made with the output in place of its gradient.",
    look="Double dO, and see what your dV does.",
)
def output_for_dO(Q, K, V, dO):
    A = weights(Q, K, V)
    return to_keys(A, A @ V)


@misconception(
    "dV",
    says="Your dV is dSᵀ dO. Between V and the output there are the weights A themselves.",
    look="Which array multiplies V on the way forward?",
)
def scores_for_weights(Q, K, V, dO):
    A, dA = weights(Q, K, V), of_weights(V, dO)
    return to_keys(A * (dA - np.sum(A * dA, axis=-1, keepdims=True)), dO)


@misconception(
    "dV",
    replaces="to_keys",
    says="Your dV is divided by the number of queries. A value is passed on to all of them, and "
    "their gradients add up.",
    look="A key that three queries read with weight 1 gets three rows of dO, added.",
)
def averaged_over_queries(S, X):
    return to_keys(S, X) / S.shape[-2]


# dQ and dK from dS


@on_each_of(
    *BOTH,
    replaces="scale_back",
    says="Your {} lacks the factor 1/√d_k. The scores were divided by √d_k on the way forward, so "
    "their gradient is on the way back.",
    look="Between dS and {} lies the whole formula of S. Which factor of it is not there?",
)
def scale_back_missing(D, Q):
    return D


@on_each_of(
    *BOTH,
    replaces="scale_back",
    says="Your {} is divided by d_k. It is divided by the square root of d_k, once.",
    look="Count how often the root comes in on the way back: in dS, in dQ, in dK.",
)
def scaled_twice(D, Q):
    return D / Q.shape[-1]


@on_each_of(
    *BOTH,
    replaces="scale_back",
    says="Your {} is multiplied by √d_k. A factor goes the same way forward and back.",
    look="The derivative of s/√d_k by s is 1/√d_k.",
)
def scale_multiplied(D, Q):
    return D * np.sqrt(Q.shape[-1])


@on_each_of(
    *BOTH,
    replaces="scale_back",
    says="Your {} is divided by the root of the number of queries. d_k is the width of Q and K.",
    look="Which axis of Q is d_k?",
)
def scaled_by_tokens(D, Q):
    return D / np.sqrt(Q.shape[-2])


@misconception(
    "dQ",
    says="Your dQ is divided by √d_v. The scores were divided by the root of d_k.",
    look="Which width stands under the root in the formula of S?",
)
def dQ_scaled_by_d_v(Q, K, V, dO, softmax_backward):
    return to_queries(_scores(Q, K, V, dO, softmax_backward), K, Q) / np.sqrt(V.shape[-1])


@misconception(
    "dK",
    says="Your dK is divided by √d_v. The scores were divided by the root of d_k.",
    look="Which width stands under the root in the formula of S?",
    cause="dQ_scaled_by_d_v",
)
def dK_scaled_by_d_v(Q, K, V, dO, softmax_backward):
    return to_keys(_scores(Q, K, V, dO, softmax_backward), Q) / np.sqrt(V.shape[-1])


def _scores(Q, K, V, dO, softmax_backward):
    return softmax_backward(weights(Q, K, V), of_weights(V, dO))


@on_each_of(
    *BOTH,
    replaces="of_weights",
    says="Your {} begins with V dOᵀ: the gradient of the weights stands transposed.",
    look="dA has the shape of A: queries by keys.",
)
def dA_transposed(V, dO):
    return V @ np.swapaxes(dO, -1, -2)


@on_each_of(
    *BOTH,
    replaces="of_weights",
    says="Your {} begins with dO V, without V transposed, which runs only for lucky sizes.",
    look="dA has the shape of A: queries by keys. Which axis do dO and V share?",
)
def values_not_transposed(V, dO):
    return dO @ V


@on_each_of(
    *BOTH,
    replaces="of_weights",
    says="Your {} does not use the values: the gradient of the weights is the sum of dO alone.",
    look="Double V, and see what your {} does.",
)
def values_left_out(V, dO):
    return np.repeat(dO.sum(axis=-1)[..., np.newaxis], V.shape[-2], axis=-1)


@misconception(
    "dQ",
    replaces="to_queries",
    says="Your dQ is dS Q. A score is the product of a query with a key: by the query, its "
    "derivative is the key.",
    look="Double K, and see what your dQ does.",
)
def queries_for_keys(S, K, Q):
    return S @ Q


@misconception(
    "dQ",
    replaces="to_queries",
    says="Your dQ is dSᵀ K. Row i of dS belongs to query i, and gathers over keys as it stands.",
    look="dQ has a row for each query. Which axis of dS is summed over?",
)
def scores_transposed_for_dQ(S, K, Q):
    return np.swapaxes(S, -1, -2) @ K


@misconception(
    "dK",
    replaces="to_keys",
    says="Your dK is dS Q. Key j meets every query, so it gathers over the queries: dS has to be "
    "transposed.",
    look="dK has a row for each key. Which axis of dS is summed over?",
)
def scores_not_transposed(S, X):
    return S @ X


@misconception(
    "dK",
    says="Your dK is dSᵀ K. A score is the product of a query with a key: by the key, its "
    "derivative is the query.",
    look="Double Q, and see what your dK does.",
)
def keys_for_queries(Q, K, V, dO, softmax_backward):
    return scale_back(to_keys(_scores(Q, K, V, dO, softmax_backward), K), Q)


PASSED_OVER = {
    "cause": "softmax_passed_over",
    "says": "Your {} takes the gradient of the weights for that of the scores: the way back "
    "through the softmax is left out.",
    "look": "With equal values nothing can be gained by moving weight, so {} should be 0.",
}


@misconception("dQ", **PASSED_OVER)
def dQ_softmax_passed_over(Q, K, V, dO, softmax_backward):
    return scale_back(to_queries(of_weights(V, dO), K, Q), Q)


@misconception("dK", **PASSED_OVER)
def dK_softmax_passed_over(Q, K, V, dO, softmax_backward):
    return scale_back(to_keys(of_weights(V, dO), Q), Q)


WEIGHTS_FOR_SCORES = {
    "cause": "weights_for_dS",
    "says": "Your {} is made with the weights A in place of dS: the gradient dO has no part in it.",
    "look": "Double dO, and see what your {} does.",
}


@misconception("dQ", **WEIGHTS_FOR_SCORES)
def dQ_of_weights(Q, K, V, dO, softmax_backward):
    return scale_back(to_queries(weights(Q, K, V), K, Q), Q)


@misconception("dK", **WEIGHTS_FOR_SCORES)
def dK_of_weights(Q, K, V, dO, softmax_backward):
    return scale_back(to_keys(weights(Q, K, V), Q), Q)


# Axes in front, and whole numbers

SUMMED = {
    "cause": "batch_axes_summed",
    "says": "Your {} adds up the gradients of all items. Each item has its own Q, K and V, and so "
    "its own gradients.",
    "look": "{} has the shape of what it belongs to. Nothing is summed over the axes in front.",
}
SUMMED_KEPT = {**SUMMED, "replaces": "scale_back"}


@on_each_of(*BOTH, **SUMMED_KEPT)
def summed_over_items(D, Q):
    return scale_back(D, Q).sum(axis=tuple(range(D.ndim - 2)))


@on_each_of(*BOTH, **SUMMED_KEPT)
def summed_over_items_for_all(D, Q):
    made = scale_back(D, Q)
    return np.broadcast_to(made.sum(axis=tuple(range(D.ndim - 2)), keepdims=True), made.shape)


@misconception("dV", replaces="to_keys", **SUMMED)
def dV_summed_over_items(S, X):
    made = to_keys(S, X)
    return made.sum(axis=tuple(range(made.ndim - 2)))


@misconception("dV", replaces="to_keys", **SUMMED)
def dV_summed_over_items_for_all(S, X):
    made = to_keys(S, X)
    return np.broadcast_to(made.sum(axis=tuple(range(made.ndim - 2)), keepdims=True), made.shape)


TRUNCATED = {
    "cause": "gradient_truncated",
    "says": "Your {} has lost its fractions where it was given whole numbers.",
    "look": "Of which dtype is the array that you fill? zeros_like takes that of its argument.",
}


@on_each_of(*BOTH, replaces="scale_back", **TRUNCATED)
def of_the_kind_of_Q(D, Q):
    return scale_back(D, Q).astype(Q.dtype)


@misconception("dK", **TRUNCATED)
def dK_of_the_kind_of_K(Q, K, V, dO, softmax_backward):
    made = scale_back(to_keys(_scores(Q, K, V, dO, softmax_backward), Q), Q)
    return made.astype(K.dtype)


@misconception("dV", **TRUNCATED)
def dV_of_the_kind_of_V(Q, K, V, dO):
    return to_keys(weights(Q, K, V), dO).astype(V.dtype)


NEGATED = {
    "cause": "sign_reversed",
    "says": "Your {} has the wrong sign throughout.",
    "look": "A step along a gradient makes the loss larger, not smaller.",
}


@on_each_of(*BOTH, replaces="scale_back", **NEGATED)
def gradient_reversed(D, Q):
    return -scale_back(D, Q)


@misconception("dV", replaces="to_keys", **NEGATED)
def dV_reversed(S, X):
    return -to_keys(S, X)
