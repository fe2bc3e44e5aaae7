"""Faults that no batch of ordinary sizes shows: B = 0, B = 1, one token, as many items as tokens.

Each is a whole mistaken call (`chain`): arguments in, all objects out, or an exception.
"""

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond
from . import reference as right

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")
ITEM_ALONE = "Run one item alone, as a batch of one, and compare."
SQUARE = "Let there be as many items as target tokens, and compare an item with itself run alone."
EMPTY = "Run a batch with no item in it. Every object has its shape all the same, with B = 0."


def layer(X_target, X_source, W_Q, W_K, W_V, W_O, M):
    """All objects by the right steps, from any mask."""
    Q = right.Q(X_target, X_source, W_Q, W_K, W_V)
    K, V = (step(X_target, X_source, W_Q, W_K, W_V, None) for step in (right.K, right.V))
    S = right.S(Q, K, X_target, X_source, W_V, None)
    A = right.A(S, M, W_Q, None)
    H = right.H(A, V, X_target, X_source, W_Q, W_K, None)
    Y = right.Y(H, X_target, X_source, W_V, W_O, None)
    return dict(zip(OBJECTS, (Q, K, V, S, M, A, H, Y), strict=True))


def by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    """All objects by the right steps."""
    M = right.M(X_target, X_source, W_Q, W_K, source_lengths)
    return layer(X_target, X_source, W_Q, W_K, W_V, W_O, M)


BATCH_AXIS_LOST = {
    "cause": "batch_axis_lost",
    "says": "An axis of length 1 is squeezed away: with one item the batch axis is gone from the "
    "result.",
    "look": "What does your code do to axes of length 1? " + ITEM_ALONE,
}


@mistake("chain", **BATCH_AXIS_LOST)
def all_axes_squeezed(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    return {name: np.squeeze(value) for name, value in made.items()}


@mistake("chain", **BATCH_AXIS_LOST)
def batch_axis_squeezed(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    return {name: value[0] if len(value) == 1 else value for name, value in made.items()}


@mistake("chain", **BATCH_AXIS_LOST)
def output_squeezed(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    return {**made, "Y": np.squeeze(made["Y"])}


@mistake(
    "chain",
    says="With one target token its axis is squeezed away from the result.",
    look="Run a target of one token, as when a text is written token by token.",
)
def target_axis_lost(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    if X_target.shape[1] > 1:
        return made
    return {name: value if name in "KV" else value[:, 0] for name, value in made.items()}


@mistake(
    "chain",
    says="In a batch of one item the lengths have no effect, as if it had no padding.",
    look=ITEM_ALONE,
)
def single_item_unpadded(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    if len(X_target) == 1:
        source_lengths = None
    return by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)


@mistake(
    "chain",
    says="A source of one token is always read, even where its length is 0.",
    look="Run sources of one token, one of them with length 0.",
)
def single_token_unmasked(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    if X_source.shape[1] == 1:
        source_lengths = None
    return by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)


@mistake(
    "chain",
    says="A batch of one item is cut to its length: padded source tokens are missing from K and V.",
    look=ITEM_ALONE,
)
def single_item_cut(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    if len(X_target) == 1 and source_lengths is not None:
        X_source = X_source[:, : max(int(source_lengths[0]), 1)]
    return by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)


@mistake(
    "chain",
    says="An empty batch is refused. It is valid, and every object of it is empty.",
    look=EMPTY,
)
def empty_batch_refused(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    if len(X_target) == 0:
        raise ValueError("need at least one array to stack")
    return by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)


@mistake(
    "chain",
    cause="empty_batch_shape",
    says="The objects of an empty batch have lost their other axes: they have shape (0,).",
    look=EMPTY,
)
def empty_batch_flat(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    return {name: value if len(value) else np.zeros(0) for name, value in made.items()}


def _square(X_target, source_lengths):
    """Whether there are as many items as target tokens, more than one, and lengths."""
    return X_target.shape[0] == X_target.shape[1] > 1 and source_lengths is not None


@mistake(
    "chain",
    says="Where there are as many items as target tokens, the padding mask is laid over queries "
    "and keys, the same for all items.",
    look=SQUARE,
)
def square_padding_as_queries_by_keys(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    if not _square(X_target, source_lengths):
        return made
    flat = np.swapaxes(beyond(source_lengths, X_source.shape[1]), 0, 1)
    M = right.fill((made["S"] != made["S"], flat))
    return layer(X_target, X_source, W_Q, W_K, W_V, W_O, M)


@mistake(
    "chain",
    says="Where there are as many items as target tokens, target tokens behind the length are "
    "hidden instead of padded keys.",
    look=SQUARE,
)
def square_padding_on_queries(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths):
    made = by_the_book(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths)
    if not _square(X_target, source_lengths):
        return made
    rows = np.swapaxes(beyond(source_lengths, X_target.shape[1]), -1, -2)
    M = right.fill((made["S"] != made["S"], rows))
    return layer(X_target, X_source, W_Q, W_K, W_V, W_O, M)
