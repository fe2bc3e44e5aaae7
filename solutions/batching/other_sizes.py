"""Faults that no batch of ordinary sizes shows: B = 0, B = 1, T = 1, or as many items as tokens.

Each is a whole mistaken call (`chain`): arguments in, all objects out, or an exception.
"""

import numpy as np

from ..mistakes import mistake
from ..pieces import later
from . import reference as right

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")
ITEM_ALONE = "Run one item alone, as a batch of one, and compare."
SQUARE = "Let B equal T, and compare an item with itself run alone."
EMPTY = "Run a batch with no item in it. Every object has its shape all the same, with B = 0."
ONE_TOKEN = "Run sequences of one token, one of them with length 0."


def layer(X, W_Q, W_K, W_V, W_O, M):
    """All objects by the right steps, from any mask."""
    Q, K, V = (step(X, W_Q, W_K, W_V, None) for step in (right.Q, right.K, right.V))
    S = right.S(Q, K, X, W_V, None, False)
    A = right.A(S, M, W_Q, None)
    H = right.H(A, V, X, W_Q, W_K, None)
    Y = right.Y(H, X, W_V, W_O, None)
    return dict(zip(OBJECTS, (Q, K, V, S, M, A, H, Y), strict=True))


def by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """All objects by the right steps."""
    return layer(X, W_Q, W_K, W_V, W_O, right.M(X, W_Q, W_K, lengths, causal))


def with_masks(X, W_Q, W_K, W_V, W_O, *forbidden):
    """All objects by the right steps, from boolean masks."""
    B, T, _ = X.shape
    return layer(X, W_Q, W_K, W_V, W_O, right.fill((np.zeros((B, T, T), dtype=bool), *forbidden)))


def is_square(X):
    """Whether there are as many items as tokens, and more than one."""
    return X.shape[0] == X.shape[1] > 1


def causal_part(X, causal):
    """The causal mask as a list of none or one."""
    return [later(X.shape[1])] if causal else []


# B = 1

BATCH_AXIS_LOST = {
    "cause": "batch_axis_lost",
    "says": "An axis of length 1 is squeezed away: with one item the batch axis is gone from the "
    "result.",
    "look": "What does your code do to axes of length 1? " + ITEM_ALONE,
}


@mistake("chain", **BATCH_AXIS_LOST)
def all_axes_squeezed(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {name: np.squeeze(value) for name, value in made.items()}


@mistake("chain", **BATCH_AXIS_LOST)
def batch_axis_squeezed(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {name: value[0] if len(X) == 1 else value for name, value in made.items()}


@mistake("chain", **BATCH_AXIS_LOST)
def output_squeezed(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {**made, "Y": np.squeeze(made["Y"])}


@mistake(
    "chain",
    says="A batch of one item is not masked at all.",
    look=ITEM_ALONE,
)
def single_item_unmasked(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if len(X) == 1:
        return by_the_book(X, W_Q, W_K, W_V, W_O, None, False)
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="In a batch of one item the lengths have no effect, as if it had no padding.",
    look=ITEM_ALONE,
)
def single_item_unpadded(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if len(X) == 1:
        lengths = None
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="A batch of one item is never masked causally.",
    look=ITEM_ALONE,
)
def single_item_not_causal(X, W_Q, W_K, W_V, W_O, lengths, causal):
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal and len(X) != 1)


@mistake(
    "chain",
    says="A batch of one item is cut to its length: padded tokens are missing from the result.",
    look=ITEM_ALONE,
)
def single_item_cut(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if len(X) == 1 and lengths is not None:
        X = X[:, : max(int(lengths[0]), 1)]
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="With one item the softmax runs over the batch axis, and every weight is 1.",
    look="Add up one row of A. " + ITEM_ALONE,
)
def single_item_weights_one(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    if len(X) == 1:
        made["A"] = np.where(made["M"] < 0, 0.0, 1.0)
        made["H"] = made["A"] @ made["V"]
        made["Y"] = made["H"] @ W_O
    return made


# T = 1


@mistake(
    "chain",
    says="Sequences of one token are not masked: the token is read even where its length is 0.",
    look=ONE_TOKEN,
)
def single_token_unmasked(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if X.shape[1] == 1:
        lengths = None
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="In sequences of one token the query may read nothing. It may read itself.",
    look=ONE_TOKEN,
)
def single_token_forbidden(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if X.shape[1] == 1:
        lengths = np.zeros(len(X), dtype=int)
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="Sequences of one token come back with their axis of tokens squeezed away.",
    look=ONE_TOKEN,
)
def token_axis_squeezed(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    if X.shape[1] > 1:
        return made
    return {name: value[:, 0] for name, value in made.items()}


# B = 0


@mistake(
    "chain",
    says="An empty batch is refused. It is valid, and every object of it is empty.",
    look=EMPTY,
)
def empty_batch_refused(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if len(X) == 0:
        raise ValueError("need at least one array to stack")
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


EMPTY_SHAPE = {
    "cause": "empty_batch_shape",
    "says": "The objects of an empty batch have lost their other axes: they have shape (0,).",
    "look": EMPTY,
}


@mistake("chain", **EMPTY_SHAPE)
def empty_batch_flat(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {name: value if len(X) else np.zeros(0) for name, value in made.items()}


@mistake("chain", **EMPTY_SHAPE)
def empty_batch_flat_after_projection(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    whole = ("Q", "K", "V")
    return {name: value if len(X) or name in whole else np.zeros(0) for name, value in made.items()}


@mistake(
    "chain",
    says="An empty batch gives None in place of its objects. Each has its shape, with B = 0.",
    look=EMPTY,
)
def empty_batch_none(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    return {name: value if len(X) else None for name, value in made.items()}


# B = T


@mistake(
    "chain",
    says="Where there are as many items as tokens, the padding mask is laid over queries and keys, "
    "the same for all items.",
    look=SQUARE,
)
def square_padding_as_queries_by_keys(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if not is_square(X) or lengths is None:
        return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    padded = np.arange(X.shape[1]) >= lengths[:, np.newaxis]
    return with_masks(X, W_Q, W_K, W_V, W_O, padded, *causal_part(X, causal))


@mistake(
    "chain",
    says="Where there are as many items as tokens, the lengths are laid along the keys, the same "
    "for all items.",
    look=SQUARE,
)
def square_lengths_along_keys(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if not is_square(X) or lengths is None:
        return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    padded = np.arange(X.shape[1]) >= lengths
    return with_masks(X, W_Q, W_K, W_V, W_O, padded, *causal_part(X, causal))


@mistake(
    "chain",
    says="Where there are as many items as tokens, padded queries are forbidden instead of padded "
    "keys.",
    look=SQUARE,
)
def square_padding_on_queries(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if not is_square(X) or lengths is None:
        return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    padded = (np.arange(X.shape[1]) >= lengths[:, np.newaxis])[:, :, np.newaxis]
    return with_masks(X, W_Q, W_K, W_V, W_O, padded, *causal_part(X, causal))


@mistake(
    "chain",
    says="Where there are as many items as tokens, all items get the mask of the first.",
    look=SQUARE,
)
def square_mask_of_first(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if is_square(X) and lengths is not None:
        lengths = np.full_like(lengths, lengths[0])
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="Where there are as many items as tokens, all items get the mask of the last.",
    look=SQUARE,
)
def square_mask_of_last(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if is_square(X) and lengths is not None:
        lengths = np.full_like(lengths, lengths[-1])
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="Where there are as many items as tokens, the lengths are sorted.",
    look=SQUARE,
)
def square_lengths_sorted(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if is_square(X) and lengths is not None:
        lengths = np.sort(lengths)
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="Where there are as many items as tokens, the two axes are mistaken for each other: at "
    "each place, the items meet.",
    look=SQUARE,
)
def square_items_for_tokens(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    if is_square(X):
        turned = layer(np.swapaxes(X, 0, 1), W_Q, W_K, W_V, W_O, made["M"])
        for name in ("S", "A"):
            made[name] = turned[name]
        for name in ("H", "Y"):
            made[name] = np.swapaxes(turned[name], 0, 1)
    return made


@mistake(
    "chain",
    cause="square_items_for_tokens",
    says="Where there are as many items as tokens, the two axes of X change places.",
    look=SQUARE,
)
def square_axes_swapped(X, W_Q, W_K, W_V, W_O, lengths, causal):
    if is_square(X):
        X = np.swapaxes(X, 0, 1)
    return by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)


@mistake(
    "chain",
    says="Where there are as many items as tokens, the row sums of one item divide the weights of "
    "others.",
    look="Compare the shapes on both sides of the division. " + SQUARE,
)
def square_sum_axis_dropped(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    if is_square(X):
        E = right.exponentiate(right.shift(made["S"] + made["M"], -1))
        made["A"] = right.divide(E, E.sum(axis=-1))
        made["H"] = made["A"] @ made["V"]
        made["Y"] = made["H"] @ W_O
    return made


@mistake(
    "chain",
    says="Where there are as many items as tokens, the weights are normalised over the batch.",
    look="Add up one row of A. " + SQUARE,
)
def square_softmax_over_batch(X, W_Q, W_K, W_V, W_O, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, lengths, causal)
    if is_square(X):
        E = right.exponentiate(right.shift(made["S"] + made["M"], 0))
        made["A"] = right.divide(E, E.sum(axis=0, keepdims=True))
        made["H"] = made["A"] @ made["V"]
        made["Y"] = made["H"] @ W_O
    return made
