"""Stage softmax: rows with nothing allowed, and forbidden keys."""

import numpy as np

from ...pieces import divide
from ...pieces import softmax as right_softmax
from .marking import of_softmax

NOTHING = "Try a row of nothing but −∞."


@of_softmax(
    "divide",
    "Your {} is NaN in rows where every key is forbidden: there 0 is divided by 0. Such a row has "
    "nothing to read, and its weights are 0.",
    NOTHING,
)
def empty_row_nan(E, Z):
    return E / Z


@of_softmax(
    "divide",
    "Your {} has equal weights where every key is forbidden. Such a row has nothing to read, and "
    "its weights are 0.",
    NOTHING,
)
def empty_row_uniform(E, Z):
    return np.where(Z == 0, 1 / E.shape[-1], divide(E, Z))


@of_softmax(
    "divide",
    "Your {} has weights of 1 where every key is forbidden. Such a row has nothing to read, and "
    "its weights are 0.",
    NOTHING,
    cause="empty_row_ones",
)
def empty_row_ones(E, Z):
    return np.where(Z == 0, 1, divide(E, Z))


@of_softmax(
    "divide",
    "Your {} gives the first key all the weight where every key is forbidden. Such a row has "
    "nothing to read, and its weights are 0.",
    NOTHING,
)
def empty_row_reads_first_key(E, Z):
    return np.where((Z == 0) & (np.arange(E.shape[-1]) == 0), 1, divide(E, Z))


@of_softmax(
    "divide",
    "Your {} has −∞ where every key is forbidden. Such a row has nothing to read, and its weights "
    "are 0.",
    NOTHING,
)
def empty_row_minus_infinity(E, Z):
    return np.where(Z == 0, -np.inf, divide(E, Z))


def forbidden_as(fill):
    """The mistake that −inf becomes one finite score before the softmax."""

    @of_softmax(
        "softmax",
        "Your {} turns −∞ into a finite number first. A forbidden key then takes part: in a row of "
        "very negative scores it wins, and a row with nothing allowed gets equal weights.",
        "Look at what becomes of −∞ on its way into the exponential.",
        cause="finite_fill",
    )
    def filled(S):
        return right_softmax(np.where(np.isneginf(S), fill, S))

    return filled


forbidden_as_1e30 = forbidden_as(-1e30)
forbidden_as_1e9 = forbidden_as(-1e9)
forbidden_as_1e10 = forbidden_as(-1e10)
forbidden_as_1e4 = forbidden_as(-1e4)
forbidden_as_1e3 = forbidden_as(-1e3)
forbidden_as_100 = forbidden_as(-100.0)
forbidden_as_30 = forbidden_as(-30.0)
forbidden_as_10 = forbidden_as(-10.0)
forbidden_as_5 = forbidden_as(-5.0)


@of_softmax(
    "softmax",
    "Your {} takes −∞ for a score of 0, so a forbidden key takes part with exp(0).",
    "Look at what becomes of −∞ on its way into the exponential.",
    cause="zero_for_forbidden",
)
def forbidden_as_zero(S):
    return right_softmax(np.where(np.isneginf(S), 0, S))


@of_softmax(
    "softmax",
    "Your {} leaves a forbidden key a tiny weight. It is to be exactly 0: a tiny weight times a "
    "huge value is not tiny.",
    "Look at what is added to the weights, or which bound they are held above.",
)
def tiny_weight_for_forbidden(S):
    return np.maximum(right_softmax(S), 1e-9)
