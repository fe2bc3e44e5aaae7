"""Stage softmax: mistaken shifts."""

import numpy as np

from ...pieces import divide, exponentiate, shift, total
from .marking import of_softmax

LARGE = "Try scores of 1000, of −1000 and of 1e30, and rows that lie far apart."


@of_softmax(
    "shift",
    "Your {} takes the exponential of the scores as they are: large ones overflow, and rows of "
    "very negative ones become 0/0. The shift by the largest score of the row is missing.",
    LARGE,
)
def shift_missing(S, axis):
    return S


@of_softmax(
    "softmax",
    "Your {} takes the exponential of the scores as they are, and turns the NaN that comes of "
    "large ones into 0. The shift by the largest score of the row is missing.",
    LARGE,
    cause="shift_missing",
)
def nan_to_zero_without_shift(S):
    E = np.exp(S.astype(float))
    return np.nan_to_num(E / E.sum(axis=-1, keepdims=True))


@of_softmax(
    "softmax",
    "Your {} takes the exponential of the scores as they are and adds a small number to their sum: "
    "large scores overflow, and rows of negative ones are lost beside it. The shift is missing.",
    LARGE,
    cause="shift_missing",
)
def small_number_without_shift(S):
    E = np.exp(S.astype(float))
    return E / (E.sum(axis=-1, keepdims=True) + 1e-9)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of the whole array. A row far below it underflows, and "
    "has nothing left to share: each row needs its own.",
    LARGE,
)
def shift_by_global_max(S, axis):
    return shift(S, None)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of each item. A row far below it underflows, and has "
    "nothing left to share: each row needs its own.",
    LARGE,
    cause="shift_by_global_max",
)
def shift_by_max_of_item(S, axis):
    return shift(S, (-2, -1))


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of each column, so what is shifted is not a row. Each row "
    "is shifted by its own largest score.",
    LARGE,
)
def shift_over_queries(S, axis):
    return shift(S, -2)


@of_softmax(
    "shift",
    "Your {} shifts along the first axis. Each row is shifted by its own largest score.",
    LARGE,
    cause="shift_over_queries",
)
def shift_over_first_axis(S, axis):
    return shift(S, 0)


@of_softmax(
    "shift",
    "Your {} lines the largest scores of the rows up with the columns: the axis you reduce is "
    "gone, and broadcasting puts the result elsewhere.",
    "Look at the shape of the row maxima beside that of S.",
)
def row_max_without_axis(S, axis):
    peak = np.max(S, axis=axis)
    return S - np.where(peak == -np.inf, 0, peak)


@of_softmax(
    "shift",
    "Your {} puts the largest scores of the rows back on axis 1, which is right without a batch "
    "axis only. With one, they are lined up with the columns.",
    "Look at the shape of the row maxima beside that of S.",
    cause="row_max_without_axis",
)
def row_max_on_axis_1(S, axis):
    peak = np.max(S, axis=axis)[:, np.newaxis]
    return S - np.where(peak == -np.inf, 0, peak)


@of_softmax(
    "total",
    "Your {} lines the sums of the rows up with the columns: the axis you reduce is gone, and "
    "broadcasting puts the result elsewhere.",
    "Look at the shape of the row sums beside that of S.",
)
def row_sum_without_axis(E, axis):
    return np.sum(E, axis=axis)


@of_softmax(
    "total",
    "Your {} puts the sums of the rows back on axis 1, which is right without a batch axis only. "
    "With one, they are lined up with the columns.",
    "Look at the shape of the row sums beside that of S.",
    cause="row_sum_without_axis",
)
def row_sum_on_axis_1(E, axis):
    return np.sum(E, axis=axis)[:, np.newaxis]


@of_softmax(
    "shift",
    "Your {} shifts by the smallest score of the row, so the largest still overflow. After the "
    "right shift the largest exponent is 0.",
    LARGE,
)
def shift_by_min(S, axis):
    return S - np.min(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} shifts by the smallest allowed score of the row, so the largest still overflow. After "
    "the right shift the largest exponent is 0.",
    LARGE,
    cause="shift_by_min",
)
def shift_by_smallest_allowed(S, axis):
    least = np.min(np.where(np.isneginf(S), np.inf, S), axis=axis, keepdims=True)
    return S - np.where(least == np.inf, 0, least)


@of_softmax(
    "shift",
    "Your {} never shifts upwards: where all scores of a row are far below 0 they underflow. After "
    "the right shift the largest exponent is 0 in every row.",
    LARGE,
)
def shift_from_zero(S, axis):
    return S - np.max(S, axis=axis, keepdims=True, initial=0)


@of_softmax(
    "shift",
    "Your {} shifts by the mean of the row, which −∞ drags along, and large scores still overflow. "
    "After the right shift the largest exponent is 0.",
    LARGE,
)
def shift_by_mean(S, axis):
    return S - np.mean(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score in size, without its sign. In a row of negative scores "
    "that pushes everything down to 0.",
    LARGE,
)
def shift_by_largest_size(S, axis):
    size = np.max(np.where(np.isneginf(S), 0, np.abs(S)), axis=axis, keepdims=True)
    return S - size


@of_softmax(
    "shift",
    "Your {} adds the largest score of the row. Subtracting it is what keeps the exponential "
    "small.",
    LARGE,
)
def shift_added(S, axis):
    return S + (S - shift(S, axis))


@of_softmax(
    "shift",
    "Your {} divides the scores by the largest of their row. That changes the weights: the largest "
    "score is to be subtracted.",
    "Ask yourself what leaves exp(s) / Σ exp(s) as it is, and what does not.",
)
def divided_by_max(S, axis):
    return S / np.max(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} divides the scores by the largest size in their row. That changes the weights: the "
    "largest score is to be subtracted.",
    "Ask yourself what leaves exp(s) / Σ exp(s) as it is, and what does not.",
    cause="divided_by_max",
)
def divided_by_largest_size(S, axis):
    size = np.max(np.where(np.isneginf(S), 0, np.abs(S)), axis=axis, keepdims=True)
    return S / np.where(size == 0, 1, size)


def clipped_at(bound):
    """The mistake with one bound."""

    @of_softmax(
        "shift",
        "Your {} cuts scores off at a bound to keep the exponential finite, so scores beyond "
        "that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def clipped(S, axis):
        return np.clip(S, -bound, bound)

    @of_softmax(
        "shift",
        "Your {} cuts scores off from above at a bound to keep the exponential finite, so "
        "scores beyond that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def cut_above(S, axis):
        return np.minimum(S, bound)

    @of_softmax(
        "shift",
        "Your {} cuts scores off at a bound to keep the exponential finite, so scores beyond "
        "that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def clipped_but_forbidden(S, axis):
        return np.where(np.isneginf(S), -np.inf, np.clip(S, -bound, bound))

    clipped.misconceptions += cut_above.misconceptions + clipped_but_forbidden.misconceptions
    return clipped


clipped_at_10 = clipped_at(10)
clipped_at_20 = clipped_at(20)
clipped_at_30 = clipped_at(30)
clipped_at_50 = clipped_at(50)
clipped_at_80 = clipped_at(80)
clipped_at_88 = clipped_at(88)
clipped_at_100 = clipped_at(100)
clipped_at_500 = clipped_at(500)
clipped_at_700 = clipped_at(700)
clipped_at_709 = clipped_at(709)


@of_softmax(
    "softmax",
    "Your {} shifts the scores in the numerator and not in the sum below it. The same shift has to "
    "stand in both, or it does not cancel.",
    "Look at what you exponentiate above and below the line.",
)
def shift_above_only(S):
    return divide(exponentiate(shift(S, -1)), total(exponentiate(S.astype(float)), -1))


@of_softmax(
    "softmax",
    "Your {} shifts the scores in the sum and not in the numerator. The same shift has to stand in "
    "both, or it does not cancel.",
    "Look at what you exponentiate above and below the line.",
)
def shift_below_only(S):
    return divide(exponentiate(S.astype(float)), total(exponentiate(shift(S, -1)), -1))
