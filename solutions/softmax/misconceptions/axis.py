"""Stage softmax: mistaken axes."""

import numpy as np

from autograder.authoring import misconception

from ... import pieces
from ...pieces import total


def softmax_with(S, **mistaken):
    """The softmax with some of its pieces mistaken."""
    names = ("axis_of_keys", "shift", "exponentiate", "total", "divide")
    piece = {name: mistaken.get(name, getattr(pieces, name)) for name in names}
    axis = piece["axis_of_keys"](S)
    E = piece["exponentiate"](piece["shift"](S, axis))
    return piece["divide"](E, piece["total"](E, axis))


def of_softmax(piece, says, look, cause=None):
    """Marks a mistaken piece, or a whole softmax, for softmax and for A; `{}` is the object."""

    def mark(code):
        def weights(Z, softmax_last):
            return code(Z) if piece == "softmax" else softmax_with(Z, **{piece: code})

        for name, replaces, form in (("softmax", piece, code), ("A", "weights", weights)):
            misconception(
                name,
                replaces=replaces,
                cause=cause or code.__name__,
                says=says.format(name),
                look=look.format(name),
            )(form)
        code.misconceptions += weights.misconceptions
        return code

    return mark


WRONG_AXIS = "softmax_wrong_axis"
ROW = "Add up one row of your {} over the keys: it should give 1."


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
