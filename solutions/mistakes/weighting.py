"""Mistaken weights: how the mask enters, the softmax piece by piece, and `weights` as a whole."""

import numpy as np

from ..pieces import divide, exponentiate, masked, scale, shift, softmax, total
from . import mistake

# How the mask enters


@mistake(
    "masked",
    says="The mask M has no effect on the weights: A is the softmax of S alone.",
    look="A forbidden key holds a weight. Follow M from where it is made to the softmax; an "
    "operation that returns a new array changes nothing by itself.",
)
def mask_ignored(S, M):
    return S


@mistake(
    "masked",
    says="Forbidden scores are 0, or next to it, when the softmax begins, and exp(0) is 1: they "
    "get weight. A forbidden score is −inf.",
    look="What does the softmax make of a score of 0, and what of −inf?",
)
def zero_for_forbidden(S, M):
    return np.where(M < 0, 0.0, S)


@mistake(
    "masked",
    says="The mask is subtracted, or its fill has the wrong sign: forbidden scores are +inf, and "
    "their rows turn into NaN.",
    look="Print one row of what the softmax is given.",
)
def mask_subtracted(S, M):
    return np.where(M < 0, np.inf, S)


@mistake(
    "masked",
    says="Scores and mask are multiplied. M is additive: 0 stands for allowed, so it is added.",
    look="What is left of an allowed score after your line?",
)
def scores_multiplied(S, M):
    return S * M


@mistake(
    "masked",
    says="The mask is read the other way round: allowed keys are hidden and forbidden ones read.",
    look="0 is allowed and −inf is forbidden here. In a condition, 0 counts as false.",
)
def mask_read_reversed(S, M):
    return np.where(M < 0, S, -np.inf)


@mistake(
    "masked",
    says="The mask is added as ones and zeros: allowed scores grow by 1, and forbidden ones stay "
    "as they are. A forbidden score is −inf.",
    look="Print one row of what the softmax is given.",
)
def keep_added(S, M):
    return S + (M == 0)


@mistake(
    "masked",
    says="The mask is used transposed: the keys before a query are hidden instead of those after "
    "it.",
    look="Rows of S and of M are queries, columns are keys.",
)
def mask_transposed(S, M):
    return S + np.swapaxes(M, -1, -2)


@mistake(
    "masked",
    says="A row that may read no key gets equal weights: a large negative number stands in for "
    "−inf, and in such a row all are the same. Such a row is all zeros.",
    look="Run an item of length 0, and see its weights.",
)
def empty_row_uniform(S, M):
    return np.where(M < 0, -1e9, S)


@mistake(
    "masked",
    says="A row that may read no key gets weights as if it were not masked: a large negative "
    "number is added to all its scores alike. Such a row is all zeros.",
    look="Run an item of length 0, and see its weights.",
)
def empty_row_unmasked(S, M):
    return S + np.where(M < 0, -1e9, 0.0)


def _small_fill(fill, added):
    def small_fill(S, M):
        return np.where(M < 0, S + fill if added else fill, S)

    return mistake(
        "masked",
        cause="finite_fill",
        says="Forbidden scores are a small negative number instead of −inf, so forbidden keys keep "
        "a little weight. It has to be exactly 0.",
        look="Print exp of the number that you fill in.",
    )(small_fill)


small_fill_10 = _small_fill(-10.0, added=False)
small_fill_20 = _small_fill(-20.0, added=False)
small_fill_30 = _small_fill(-30.0, added=False)
small_fill_50 = _small_fill(-50.0, added=False)
small_fill_100 = _small_fill(-100.0, added=False)
small_fill_999 = _small_fill(-999.0, added=False)
small_fill_1e3 = _small_fill(-1e3, added=False)
small_fill_9999 = _small_fill(-9999.0, added=False)
small_fill_10_added = _small_fill(-10.0, added=True)
small_fill_20_added = _small_fill(-20.0, added=True)
small_fill_30_added = _small_fill(-30.0, added=True)
small_fill_50_added = _small_fill(-50.0, added=True)
small_fill_100_added = _small_fill(-100.0, added=True)


# The softmax, piece by piece

OVER_QUERIES = {
    "cause": "softmax_wrong_axis",
    "says": "The softmax runs over the queries: each column of the weights sums to 1. It runs over "
    "the keys, so that each row does.",
    "look": "Add up one row of A, and one column.",
}


@mistake("axis_of_keys", **OVER_QUERIES)
def softmax_over_queries(S):
    return -2


@mistake("softmax", **OVER_QUERIES)
def softmax_over_queries_unguarded(S):
    E = np.exp(S - S.max(axis=-2, keepdims=True))
    return E / E.sum(axis=-2, keepdims=True)


@mistake("total", **OVER_QUERIES)
def total_over_queries(E, axis):
    return total(E, -2)


ALL_OF_IT = {
    "cause": "softmax_wrong_axis",
    "says": "All weights of an item sum to 1 together. Each row does by itself.",
    "look": "Add up one row of A.",
}


@mistake("axis_of_keys", **ALL_OF_IT)
def softmax_over_item(S):
    return (-2, -1)


@mistake("total", **ALL_OF_IT)
def total_over_item(E, axis):
    return total(E, (-2, -1))


UNSHIFTED = {
    "cause": "shift_missing",
    "says": "exp is taken of the scores as they are, and overflows for large ones. The softmax has "
    "to be stable.",
    "look": "Run it with scores in the thousands. What may be subtracted from a row without "
    "changing its weights?",
}


@mistake("shift", **UNSHIFTED)
def shift_missing(S, axis):
    return S


@mistake("softmax", **UNSHIFTED)
def shift_missing_unguarded(S):
    E = np.exp(S)
    return E / E.sum(axis=-1, keepdims=True)


ONE_MAXIMUM = {
    "cause": "shift_by_global_max",
    "says": "The largest score of the whole array is subtracted from every row, and rows far below "
    "it underflow to 0/0 or to zeros. Each row has a largest score of its own.",
    "look": "Run it with scores in the thousands that differ from row to row.",
}


@mistake("shift", **ONE_MAXIMUM)
def global_maximum(S, axis):
    return S - np.max(S, initial=-1e300)


@mistake("softmax", **ONE_MAXIMUM)
def global_maximum_unguarded(S):
    E = np.exp(S - np.max(S, initial=-1e300))
    return E / E.sum(axis=-1, keepdims=True)


@mistake(
    "shift",
    cause="shift_by_global_max",
    says="The largest score of the whole item is subtracted from every row, and rows far below it "
    "underflow. Each row has a largest score of its own.",
    look="Run it with scores in the thousands that differ from row to row.",
)
def item_maximum(S, axis):
    return shift(S, (-2, -1))


@mistake(
    "shift",
    says="A row that may read no key becomes NaN: −inf is subtracted from −inf. Such a row is all "
    "zeros.",
    look="What is the largest entry of a row of nothing but −inf, and what is your line then?",
)
def empty_row_nan(S, axis):
    return S - np.max(S, axis=axis, keepdims=True)


@mistake(
    "shift",
    says="The largest scores of the rows are subtracted without an axis kept for them, so they "
    "meet the columns, or another item.",
    look="Compare the shapes on both sides of the subtraction.",
)
def row_max_without_axis(S, axis):
    return S - np.max(S, axis=axis)


@mistake(
    "total",
    says="The row sums have lost their axis, so that they divide columns, or another item's rows.",
    look="Compare the shapes on both sides of the division.",
)
def row_sum_without_axis(E, axis):
    return np.sum(E, axis=axis)


@mistake(
    "shift",
    cause="row_max_without_axis",
    says="The largest scores of the rows are laid along the columns before they are subtracted.",
    look="Compare the shapes on both sides of the subtraction.",
)
def max_along_keys(S, axis):
    peak = np.max(S, axis=axis, keepdims=True)
    return S - np.swapaxes(np.where(np.isneginf(peak), 0.0, peak), -1, -2)


@mistake(
    "total",
    cause="row_sum_without_axis",
    says="The row sums are laid along the columns, and so divide other rows' exponentials.",
    look="Compare the shapes on both sides of the division.",
)
def sum_along_keys(E, axis):
    return np.swapaxes(total(E, axis), -1, -2)


@mistake(
    "exponentiate",
    says="The weights are powers of 2 instead of powers of e.",
    look="Which function raises its argument, and to which base?",
)
def base_two(S):
    return np.exp2(S)


@mistake(
    "total",
    says="1 is added to the sum in the denominator, so rows sum to less than 1.",
    look="Add up one row of A.",
)
def one_added_to_sum(E, axis):
    return total(E, axis) + 1


def _epsilon(size):
    def small_number_added_to_sum(E, axis):
        return total(E, axis) + size

    return mistake(
        "total",
        says="A small number is added to the sum in the denominator, large enough to be seen: rows "
        "sum to less than 1. A row that may read no key can be settled without it.",
        look="Add up one row of A, to six places.",
    )(small_number_added_to_sum)


epsilon_1e_1 = _epsilon(1e-1)
epsilon_1e_2 = _epsilon(1e-2)
epsilon_1e_3 = _epsilon(1e-3)


@mistake(
    "total",
    says="The exponentials are divided by the mean of their row, so that it sums to T, not to 1.",
    look="Add up one row of A.",
)
def divided_by_mean(E, axis):
    return np.mean(E, axis=axis, keepdims=True)


@mistake(
    "total",
    says="The exponentials are divided by the length of their row as a vector: the squares of the "
    "weights sum to 1, and not the weights.",
    look="Add up one row of A.",
)
def divided_by_length(E, axis):
    return np.sqrt(np.sum(E * E, axis=axis, keepdims=True))


@mistake(
    "divide",
    says="The exponentials are never divided by their sum: rows do not sum to 1.",
    look="Add up one row of A.",
)
def sum_missing(E, Z):
    return E


@mistake(
    "softmax",
    cause="sum_missing",
    says="The exponentials are never divided by their sum: rows do not sum to 1.",
    look="Add up one row of A.",
)
def not_normalised_unshifted(S):
    return np.exp(S)


@mistake(
    "softmax",
    says="A bracket is misplaced: the scores are divided by the sum of their exponentials, and exp "
    "is taken after it.",
    look="Say the formula aloud: which is done first, the exponential or the quotient?",
)
def sum_inside_exponential(S):
    return np.exp(S / np.sum(np.exp(S), axis=-1, keepdims=True))


@mistake(
    "softmax",
    says="The scores are divided by their sum, without an exponential: weights below 0, above 1 or "
    "NaN come out.",
    look="A weight is never negative. What makes it so?",
)
def exponential_missing(S):
    return S / np.sum(S, axis=-1, keepdims=True)


@mistake(
    "softmax",
    says="Each score goes through a sigmoid by itself, so rows do not sum to 1. In a softmax the "
    "keys of a row share a weight of 1.",
    look="Add up one row of A.",
)
def sigmoid_for_softmax(S):
    return 1 / (1 + np.exp(-S))


@mistake(
    "softmax",
    says="A is the logarithm of the weights: no entry is above 0.",
    look="Weights lie between 0 and 1. Which softmax did you take?",
)
def log_softmax(S):
    return np.log(softmax(S))


@mistake(
    "softmax",
    says="The softmax is taken twice. The weights are nearly equal, and forbidden keys get some.",
    look="Follow the scores through your code and count.",
)
def softmax_twice(S):
    return softmax(softmax(S))


@mistake(
    "softmax",
    says="All the weight goes to the key of the largest score. A softmax leaves each allowed key a "
    "share.",
    look="Two keys with nearly the same score should get nearly the same weight.",
)
def largest_takes_all(S):
    best = np.arange(S.shape[-1]) == np.argmax(S, axis=-1)[..., np.newaxis]
    return np.where(best & ~np.isneginf(S), 1.0, 0.0)


@mistake(
    "softmax",
    says="All allowed keys of a row get the same weight, whatever their score.",
    look="Change one score and see whether its weight moves.",
)
def equal_weights(S):
    return softmax(np.where(np.isneginf(S), S, 0.0))


@mistake(
    "softmax",
    says="The weights stand transposed: row i holds what key i gives, not what query i takes.",
    look="Rows of A are queries. Add up one row, and one column.",
)
def weights_transposed(S):
    return np.swapaxes(softmax(S), -1, -2)


# The weights as a whole


@mistake(
    "weights",
    says="The forbidden weights are set to 0 after the softmax, and what is left is not normalised "
    "again: rows sum to less than 1, and forbidden scores have had their say.",
    look="Where does the mask come in, before or after the exponential? Add up one row.",
)
def mask_after_softmax(S, M, W_Q):
    return np.where(M < 0, 0.0, softmax(S))


MAX_BEFORE_MASK = {
    "cause": "mask_after_softmax_renormalised",
    "says": "The largest score that is subtracted may be a forbidden one. Where it is far above "
    "the allowed ones, these underflow, and the row comes out as zeros or NaN.",
    "look": "Let a forbidden score be the largest of its row by thousands. Which should the "
    "shift look at?",
}


@mistake("weights", **MAX_BEFORE_MASK)
def max_before_mask(S, M, W_Q):
    E = np.where(M < 0, 0.0, exponentiate(shift(S, -1)))
    return divide(E, total(E, -1))


@mistake("weights", **MAX_BEFORE_MASK)
def max_before_mask_unguarded(S, M, W_Q):
    E = np.where(M < 0, 0.0, exponentiate(shift(S, -1)))
    return E / total(E, -1)


@mistake(
    "weights",
    says="The scores are divided by √d_k once more on the way to the weights. S has that factor "
    "already.",
    look="Work out one row of A from one row of your own S.",
)
def scaled_again(S, M, W_Q):
    return softmax(masked(scale(S, W_Q), M))


@mistake(
    "weights",
    says="The weights are divided by √d_k after the softmax, so rows sum to 1/√d_k. The factor "
    "belongs to the scores.",
    look="Add up one row of A.",
)
def weights_scaled(S, M, W_Q):
    return scale(softmax(masked(S, M)), W_Q)


@mistake(
    "weights",
    says="The sign of S is turned round before the softmax: the lowest score gets the most weight.",
    look="Find the largest score of a row, and the largest weight.",
)
def smallest_score_wins(S, M, W_Q):
    return softmax(masked(-S, M))


@mistake(
    "weights",
    cause="softmax_twice",
    says="The softmax is taken twice, with the mask both times. The weights are nearly equal.",
    look="Follow the scores through your code and count.",
)
def softmax_twice_with_mask(S, M, W_Q):
    return softmax(masked(softmax(masked(S, M)), M))


@mistake(
    "weights",
    says="No query reads its own token: the diagonal of A is 0. The mask allows it.",
    look="Compare the diagonal of M with the diagonal of A.",
)
def self_unread(S, M, W_Q):
    own = np.eye(S.shape[-1], dtype=bool)
    return softmax(masked(np.where(own, -np.inf, S), M))


@mistake(
    "weights",
    says="A is the masked scores themselves: no softmax is taken.",
    look="Weights lie between 0 and 1. Print one row of A.",
)
def softmax_missing(S, M, W_Q):
    return masked(S, M)
