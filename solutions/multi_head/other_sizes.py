"""Faults that no batch of ordinary sizes shows: B = 1, T = 1, or as many items as tokens.

Each is a whole mistaken call (`chain`): arguments in, all objects out, or an exception.
"""

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond, later
from . import reference as right

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")
ITEM_ALONE = "Run one item alone, as a batch of one, and compare."
SQUARE = "Let B equal T, and compare an item with itself run alone."


def layer(X, W_Q, W_K, W_V, W_O, n_heads, M):
    """All objects by the right steps, from any mask."""
    steps = (right.Q, right.K, right.V)
    Q, K, V = (step(X, W_Q, W_K, W_V, n_heads, right.split) for step in steps)
    S = right.S(Q, K, X, W_V, n_heads, None, False)
    A = right.A(S, M, W_Q, n_heads, None)
    H = right.H(A, V, X, W_Q, W_K, n_heads, None)
    Y = right.Y(H, X, W_V, W_O, None, right.merge)
    return dict(zip(OBJECTS, (Q, K, V, S, M, A, H, Y), strict=True))


def by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    """All objects by the right steps."""
    M = right.M(X, n_heads, lengths, causal)
    return layer(X, W_Q, W_K, W_V, W_O, n_heads, M)


BATCH_AXIS_LOST = {
    "cause": "batch_axis_lost",
    "says": "An axis of length 1 is squeezed away: with one item the batch axis is gone from the "
    "result.",
    "look": "What does your code do to axes of length 1? " + ITEM_ALONE,
}


@mistake("chain", **BATCH_AXIS_LOST)
def batch_axis_squeezed(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)
    return {name: value[0] if len(X) == 1 else value for name, value in made.items()}


@mistake("chain", **BATCH_AXIS_LOST)
def output_squeezed(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)
    return {**made, "Y": np.squeeze(made["Y"])}


@mistake(
    "chain",
    says="Sequences of one token come back with their axis of tokens squeezed away.",
    look="Run sequences of one token.",
)
def token_axis_squeezed(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    made = by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)
    if X.shape[1] > 1:
        return made
    return {name: value[:, 0] if name == "Y" else value[:, :, 0] for name, value in made.items()}


@mistake(
    "chain",
    says="In a batch of one item the lengths have no effect, as if it had no padding.",
    look=ITEM_ALONE,
)
def single_item_unpadded(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    lengths = None if len(X) == 1 else lengths
    return by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)


@mistake(
    "chain",
    says="A batch of one item is never masked causally.",
    look=ITEM_ALONE,
)
def single_item_not_causal(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    return by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal and len(X) != 1)


@mistake(
    "chain",
    says="Sequences of one token are not masked: the token is read even where its length is 0.",
    look="Run sequences of one token, one of them with length 0.",
)
def single_token_unmasked(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    lengths = None if X.shape[1] == 1 else lengths
    return by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)


def _square(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal, padded):
    """All objects where B = T, the padding mask being another one."""
    B, T, _ = X.shape
    if lengths is None or not B == T > 1:
        return by_the_book(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal)
    masks = (np.zeros((B, T, T), dtype=bool), padded, *([later(T)] if causal else []))
    M = right.for_each_head(right.fill(masks), n_heads)
    return layer(X, W_Q, W_K, W_V, W_O, n_heads, M)


@mistake(
    "chain",
    says="Where there are as many items as tokens, the padding mask is laid over queries and keys, "
    "the same for all items.",
    look=SQUARE,
)
def square_padding_as_queries_by_keys(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    padded = None if lengths is None else beyond(lengths, X.shape[1])[:, 0]
    return _square(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal, padded)


@mistake(
    "chain",
    says="Where there are as many items as tokens, padded queries are forbidden instead of padded "
    "keys.",
    look=SQUARE,
)
def square_padding_on_queries(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal):
    padded = None if lengths is None else np.swapaxes(beyond(lengths, X.shape[1]), -1, -2)
    return _square(X, W_Q, W_K, W_V, W_O, n_heads, lengths, causal, padded)
