"""Mistaken scores: the pieces `pair` and `scale`, and `scores`, which they are parts of."""

import math

import numpy as np

from ..pieces import pair, project, scale
from . import mistake


@mistake(
    "scale",
    says="S is Q Kᵀ as it stands: it is never divided by √d_k.",
    look="The formula of S has one factor more than the raw scores.",
)
def scale_missing(R, Q):
    return R


@mistake(
    "scale",
    says="The raw scores are divided by d_k instead of its root, in one step or in two.",
    look="Take one raw score and one entry of S, and see by what they differ. If it is d_k, look "
    "for a missing root, or for a second place that scales.",
)
def scaled_by_d_k(R, Q):
    return R / Q.shape[-1]


@mistake(
    "scale",
    says="The raw scores are multiplied by √d_k. They are to be divided by it.",
    look="The factor is there to make scores of wide keys smaller, not larger.",
)
def scale_multiplied(R, Q):
    return R * math.sqrt(Q.shape[-1])


@mistake(
    "scale",
    says="The scores are whole numbers: after the division by √d_k the fraction is cut off.",
    look="There are two division signs in Python, and conversions to int. What is the quotient of "
    "1 and 2 in your line?",
)
def floor_division(R, Q):
    return np.floor(R / math.sqrt(Q.shape[-1]))


@mistake(
    "scale",
    cause="floor_division",
    says="The scores are whole numbers: after the division by √d_k the fraction is cut off.",
    look="There are two division signs in Python, and conversions to int. What is the quotient of "
    "1 and 2 in your line?",
)
def scale_truncated(R, Q):
    return np.trunc(R / math.sqrt(Q.shape[-1]))


def _rounded(places):
    def scores_rounded(R, Q):
        return np.round(scale(R, Q), places)

    return mistake(
        "scale",
        says="The scores are rounded. They keep all their places.",
        look="Is S made ready for printing somewhere?",
    )(scores_rounded)


rounded_to_whole = _rounded(0)
rounded_to_tenths = _rounded(1)
rounded_to_hundredths = _rounded(2)


@mistake(
    "scale",
    says="The raw scores are divided by a whole number, √d_k with its fraction cut off.",
    look="Print what you divide by, for d_k = 3.",
)
def root_truncated(R, Q):
    return R / math.isqrt(Q.shape[-1])


@mistake(
    "scale",
    says="The raw scores are divided by √T, the root of the number of tokens. Asked is √d_k.",
    look="Which axis of which array is as long as a key? The number of tokens does not count here.",
)
def scaled_by_number_of_keys(R, Q):
    return R / math.sqrt(R.shape[-1])


@mistake(
    "scale",
    cause="scaled_by_number_of_keys",
    says="The raw scores are divided by T, the number of tokens. Asked is √d_k.",
    look="Which axis of which array is as long as a key? And the factor is a root.",
)
def divided_by_number_of_keys(R, Q):
    return R / R.shape[-1]


@mistake(
    "scores",
    says="The raw scores are divided by √d_model, the root of the width of a token. Asked is √d_k.",
    look="The scores are sums over the entries of a query. How many entries has one?",
)
def scaled_by_d_model(Q, K, X, W_V):
    return pair(Q, K) / math.sqrt(X.shape[-1])


@mistake(
    "scores",
    says="The raw scores are divided by √d_v, the root of the width of a value. Asked is √d_k.",
    look="The scores are sums over the entries of a query. How many entries has one?",
)
def scaled_by_d_v(Q, K, X, W_V):
    return pair(Q, K) / math.sqrt(W_V.shape[1])


@mistake(
    "scores",
    says="The queries meet the values instead of the keys: S is made from Q and V.",
    look="Read the names in the product that makes the scores.",
)
def queries_with_values(Q, K, X, W_V):
    return scale(pair(Q, project(X, W_V)), Q)


@mistake(
    "scores",
    says="The scores are made from the tokens X themselves instead of Q and K.",
    look="Read the names in the product that makes the scores.",
)
def inputs_with_inputs(Q, K, X, W_V):
    return scale(pair(X, X), Q)


@mistake(
    "scores",
    cause="inputs_with_inputs",
    says="The scores are made from the tokens X themselves instead of Q and K.",
    look="Read the names in the product that makes the scores.",
)
def inputs_with_inputs_by_model_width(Q, K, X, W_V):
    return scale(pair(X, X), X)


@mistake(
    "pair",
    says="The raw scores are K Qᵀ: entry (i, j) is key i with query j. Rows belong to queries.",
    look="Take entry (0, 1) by hand. Whose row, whose column?",
)
def rows_and_columns_exchanged(Q, K):
    return pair(K, Q)


@mistake(
    "pair",
    says="The queries meet each other: the raw scores are Q Qᵀ, and K has no part in them.",
    look="Read the names in the product that makes the scores.",
)
def queries_with_queries(Q, K):
    return pair(Q, Q)


@mistake(
    "pair",
    says="The keys meet each other: the raw scores are K Kᵀ, and Q has no part in them.",
    look="Read the names in the product that makes the scores.",
)
def keys_with_keys(Q, K):
    return pair(K, K)


@mistake(
    "pair",
    says="Q and K are multiplied entry by entry. Scores are dot products, each query with each "
    "key.",
    look="There are two products in NumPy. Which one sums over the width?",
)
def elementwise_product(Q, K):
    return Q * K


@mistake(
    "pair",
    says="K enters the product without its last two axes swapped, so that tokens meet widths. It "
    "runs only where T equals d_k.",
    look="Which axes are summed over? It should be the width of the query and of the key.",
)
def keys_not_transposed(Q, K):
    return Q @ K


@mistake(
    "pair",
    says="All axes of K are reversed, the batch axis too. Only the last two were to be swapped.",
    look="Print the shape of what you multiply Q by.",
)
def all_axes_reversed(Q, K):
    return Q @ K.T


@mistake(
    "pair",
    says="The scores are negative squared distances of queries and keys instead of dot products.",
    look="Work out the score of two equal vectors: a dot product is not 0 there.",
)
def squared_distances(Q, K):
    return -((Q[..., :, np.newaxis, :] - K[..., np.newaxis, :, :]) ** 2).sum(axis=-1)


@mistake(
    "pair",
    says="The scores are cosines: queries and keys are brought to length 1 first. Long vectors "
    "are meant to score higher.",
    look="Double one query: its scores should double too.",
)
def cosine_scores(Q, K):
    sizes = (
        np.linalg.norm(Q, axis=-1)[..., np.newaxis] * np.linalg.norm(K, axis=-1)[..., np.newaxis, :]
    )
    return pair(Q, K) / np.where(sizes == 0, 1, sizes)


@mistake(
    "pair",
    says="The sign of the raw scores is dropped: no score is negative.",
    look="A query and a key that point apart score below 0, and get less weight for it.",
)
def absolute_scores(Q, K):
    return np.abs(pair(Q, K))


@mistake(
    "pair",
    says="Negative raw scores are set to 0. They are to stay as they are.",
    look="A query and a key that point apart score below 0, and get less weight for it.",
)
def negative_scores_cut(Q, K):
    return np.maximum(pair(Q, K), 0)


@mistake(
    "pair",
    says="The sign of the raw scores is turned round: what fits best scores lowest.",
    look="Take one dot product by hand and compare its sign.",
)
def sign_reversed(Q, K):
    return -pair(Q, K)


@mistake(
    "pair",
    says="The scores add the entries of query and key up. They are sums of products.",
    look="Work out the score of a query with a key of zeros: it should be 0.",
)
def sums_for_products(Q, K):
    return Q.sum(axis=-1)[..., np.newaxis] + K.sum(axis=-1)[..., np.newaxis, :]


POWER_FIRST = "Print what you divide by, for d_k = 9. Does the exponent stand in brackets?"


@mistake(
    "scale",
    cause="power_before_quotient",
    says="The raw scores are divided by half of d_k and not by its root. ** goes before /: "
    "x ** 1 / 2 is half of x.",
    look=POWER_FIRST,
)
def divided_by_half_of_d_k(R, Q):
    return R / (Q.shape[-1] / 2)


@mistake(
    "scale",
    cause="power_before_quotient",
    says="The raw scores are divided by twice d_k and not by its root. ** goes before /: "
    "x ** -1 / 2 is 1 over 2 x.",
    look=POWER_FIRST,
)
def divided_by_twice_d_k(R, Q):
    return R / (2 * Q.shape[-1])


@mistake(
    "pair",
    cause="keys_not_transposed",
    says="K is only given the shape that its transpose has: its numbers stay in their order, and "
    "parts of different tokens come into one column.",
    look="Print a small K beside what you multiply Q by.",
)
def keys_reshaped(Q, K):
    return Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])
