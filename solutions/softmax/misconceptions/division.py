"""Stage softmax: mistaken sums and divisions."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import softmax as right_softmax
from ...pieces import total
from .marking import ROW, of_softmax


@misconception(
    "softmax",
    says="Your softmax holds whole numbers where S does: an array made in the type of S keeps no "
    "fractions.",
    look="Look at the type of the numbers in the array you fill.",
)
def integer_buffer(S):
    return right_softmax(S).astype(S.dtype)


@of_softmax(
    "softmax",
    "Your {} is turned round: its columns belong to queries. Its numbers are right, but rows are "
    "queries here, as in S.",
    "Look at what happens to the weights before they are returned.",
)
def weights_transposed(S):
    return np.swapaxes(right_softmax(S), -1, -2)


@of_softmax(
    "divide",
    "Your {} holds the exponentials, with 1 as the largest of each row: they are never divided by "
    "their sum.",
    ROW,
)
def sum_missing(E, Z):
    return E


@of_softmax(
    "total",
    "Your {} is divided by the mean of the exponentials, so a row sums to the number of keys. "
    "Their sum was asked for.",
    ROW,
)
def divided_by_mean(E, axis):
    return np.mean(E, axis=axis, keepdims=True)


@of_softmax(
    "total",
    "Your {} is divided by the number of keys. The sum of the exponentials was asked for.",
    ROW,
)
def divided_by_number_of_keys(E, axis):
    return np.full((*E.shape[:-1], 1), float(E.shape[-1]))


@of_softmax(
    "total",
    "Your {} is divided by the length of the row, the root of the sum of squares. The plain sum "
    "was asked for.",
    ROW,
)
def divided_by_length(E, axis):
    return np.sqrt(np.sum(np.square(E), axis=axis, keepdims=True))


@of_softmax(
    "total",
    "Your {} has an extra 1 below the line, so its rows sum to less than 1.",
    ROW,
)
def one_added_to_sum(E, axis):
    return 1 + total(E, axis)


def added_to_sum(amount):
    """The mistake with one small number added to the sum."""

    @of_softmax(
        "total",
        f"Your {{}} has {amount:g} added to the sum below the line, so its rows sum to less than "
        "1. A sum of 0 is to be treated apart.",
        ROW,
        cause="small_number_added_to_sum",
    )
    def added(E, axis):
        return total(E, axis) + amount

    return added


tenth_added_to_sum = added_to_sum(0.1)
hundredth_added_to_sum = added_to_sum(0.01)
thousandth_added_to_sum = added_to_sum(0.001)
