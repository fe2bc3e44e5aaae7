"""Stage softmax: mistaken axes."""

import numpy as np

from ...pieces import total
from .marking import ROW, of_softmax

WRONG_AXIS = "softmax_wrong_axis"


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised over the queries: its columns sum to 1 and its rows do not. Each query "
    "shares out one unit over the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_queries(S):
    return -2


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along the first axis, over the batch where there is one. Each query "
    "shares out one unit over the keys, the last axis.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_first_axis(S):
    return 0


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along axis 1. That is the last only where there is no batch axis; with "
    "one, it runs over the queries.",
    "Count the axes from the end instead of from the front.",
    cause=WRONG_AXIS,
)
def normalised_over_axis_1(S):
    return 1


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along axis 2. That is the last only with one batch axis.",
    "Count the axes from the end instead of from the front.",
    cause=WRONG_AXIS,
)
def normalised_over_axis_2(S):
    return 2


@of_softmax(
    "axis_of_keys",
    "Your {} sums to 1 over everything. Each row shares out a unit of its own.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_everything(S):
    return None


@of_softmax(
    "axis_of_keys",
    "Your {} sums to 1 over all the scores of an item. Each row shares out a unit of its own.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_item(S):
    return (-2, -1)


@of_softmax(
    "total",
    "Your {} is divided by sums over the queries. Each row is to be divided by its own sum, over "
    "the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_queries(E, axis):
    return total(E, -2)


@of_softmax(
    "total",
    "Your {} is divided by sums along the first axis. Each row is to be divided by its own sum, "
    "over the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_first_axis(E, axis):
    return total(E, 0)


@of_softmax(
    "total",
    "Your {} is divided by one sum for everything. Each row is to be divided by its own.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_everything(E, axis):
    return np.sum(E)
