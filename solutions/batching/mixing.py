"""Mistakes that a batch axis, `lengths` and a dict of results make possible, by piece.

Items that read from each other, results of padded queries that are cleared, and objects that later
lines write over.
"""

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond, masked, pair, project, scale, softmax, weigh, write
from .reference import M as right_M

# Items that read from each other


@mistake(
    "project",
    says="Every item gets the projection of the first one.",
    look="Change item 1 alone, and see which rows of the result move.",
)
def first_sequence_for_all(X, W):
    P = project(X, W)
    return np.broadcast_to(P[:1], P.shape)


@mistake(
    "project",
    says="The mean over the batch is taken off before the projection, so items depend on each "
    "other.",
    look="Run an item alone: what is left of it after that subtraction?",
)
def centred_over_batch(X, W):
    return project(X - X.sum(axis=0, keepdims=True) / max(len(X), 1), W)


@mistake(
    "project",
    says="The items are shifted by one: each gets the projection of the item before it.",
    look="Let X have one item that is not zeros, and see where it turns up.",
)
def items_shifted(X, W):
    return project(np.roll(X, 1, axis=0), W)


@mistake(
    "pair",
    says="The queries of all items meet the keys of the first. Each item has keys of its own.",
    look="Does the batch index of K move along with that of Q?",
)
def keys_of_first_item(Q, K):
    return np.broadcast_to(pair(Q, K[:1]), pair(Q, K).shape)


@mistake(
    "pair",
    says="All items get the scores of the first.",
    look="Change item 1 alone, and see whether its scores move.",
)
def first_item_for_all(Q, K):
    R = pair(Q, K)
    return np.broadcast_to(R[:1], R.shape)


@mistake(
    "pair",
    says="The scores of all items are added up. Items never meet.",
    look="Which axes does your product sum over? It should be the width alone.",
)
def summed_over_batch(Q, K):
    R = pair(Q, K)
    return np.broadcast_to(R.sum(axis=0, keepdims=True), R.shape)


@mistake(
    "pair",
    cause="summed_over_batch",
    says="The keys of all items are added up before a query meets them. Items never meet.",
    look="Which axes does your product sum over? It should be the width alone.",
)
def keys_of_all_items(Q, K):
    return pair(Q, np.broadcast_to(K.sum(axis=0, keepdims=True), K.shape))


LAST_ITEM = {
    "cause": "last_item_left_out",
    "says": "The last item of the batch is all zeros, as its array was made.",
    "look": "Where does the loop over the items end?",
}


def _without_last(array):
    return np.concatenate([array[:-1], np.zeros_like(array[-1:])])


@mistake("scale", **LAST_ITEM)
def scores_of_last_item_left_out(R, Q):
    return _without_last(scale(R, Q))


@mistake("softmax", **LAST_ITEM)
def weights_of_last_item_left_out(S):
    return _without_last(softmax(S))


@mistake("gather", **LAST_ITEM)
def values_of_last_item_left_out(A, V, X, W_Q, W_K, weigh):
    return _without_last(weigh(A, V))


@mistake("emit", **LAST_ITEM)
def output_of_last_item_left_out(H, X, W_V, W_O, write):
    return _without_last(write(H, W_O))


@mistake(
    "pair",
    says="Every item's queries meet every item's keys, so the batch axis comes twice.",
    look="What does your product do with the axes in front of the last two?",
)
def batch_paired(Q, K):
    return np.dot(Q, np.swapaxes(K, -1, -2))


@mistake(
    "pair",
    says="The tokens of all items are strung into one long sequence. Items never meet.",
    look="How many queries has your S?",
)
def items_joined(Q, K):
    return pair(Q.reshape(-1, Q.shape[-1]), K.reshape(-1, K.shape[-1]))


@mistake(
    "pair",
    says="The batch axis is taken for the axis of tokens: at each place, the items meet.",
    look="Which axis of X is which? Tokens of one item are to meet.",
)
def items_for_tokens(Q, K):
    return pair(np.swapaxes(Q, 0, 1), np.swapaxes(K, 0, 1))


@mistake(
    "scale",
    says="The raw scores are divided by √B, the root of the number of items. Asked is √d_k.",
    look="Which axis do you take the length of? A width is the last.",
)
def scaled_by_first_axis(R, Q):
    return R / np.sqrt(float(max(len(Q), 1)))


@mistake(
    "axis_of_keys",
    cause="softmax_wrong_axis",
    says="The softmax runs over the batch: the weights of all items at a place sum to 1. It runs "
    "over the keys.",
    look="Add up one row of A. With one item, every weight would be 1.",
)
def softmax_over_batch(S):
    return 0


@mistake(
    "axis_of_keys",
    cause="softmax_wrong_axis",
    says="All weights of the batch sum to 1 together. Each row does by itself.",
    look="Add up one row of A.",
)
def softmax_over_everything(S):
    return (0, 1, 2)


@mistake(
    "softmax",
    says="Every item gets the weights of the first.",
    look="Change item 1 alone, and see whether its weights move.",
)
def weights_of_first_item(S):
    A = softmax(S)
    return np.broadcast_to(A[:1], A.shape)


@mistake(
    "gather",
    says="Every item reads the values of the first.",
    look="Does the batch index of V move along with that of A?",
)
def values_of_first_item(A, V, X, W_Q, W_K, weigh):
    return np.broadcast_to(weigh(A, V[:1]), V.shape)


@mistake(
    "gather",
    cause="batch_paired",
    says="Every item's weights meet every item's values, so the batch axis comes twice.",
    look="What does your product do with the axes in front of the last two?",
)
def weights_paired_with_batch(A, V, X, W_Q, W_K, weigh):
    return np.dot(A, V)


@mistake(
    "gather",
    says="Every item reads the mean of all items' values at a place.",
    look="Change item 1 alone, and see which rows of H move.",
)
def values_of_all_items(A, V, X, W_Q, W_K, weigh):
    mean = V.sum(axis=0, keepdims=True) / max(len(V), 1)
    return weigh(A, np.broadcast_to(mean, V.shape))


@mistake(
    "emit",
    says="The mean over the batch is taken off the output, so items depend on each other.",
    look="Run an item alone: what is left of it after that subtraction?",
)
def output_centred_over_batch(H, X, W_V, W_O, write):
    Y = write(H, W_O)
    return Y - Y.sum(axis=(0, 1)) / max(Y.shape[0] * Y.shape[1], 1)


@mistake(
    "emit",
    says="Every item gets the output of the first.",
    look="Change item 1 alone, and see which rows of Y move.",
)
def output_of_first_item(H, X, W_V, W_O, write):
    Y = write(H, W_O)
    return np.broadcast_to(Y[:1], Y.shape)


# Padded queries


def _cleared(rows, lengths):
    """Rows, (B, T, width), with zeros for padded queries."""
    if lengths is None:
        return rows
    return np.where(np.swapaxes(beyond(lengths, rows.shape[-2]), -1, -2), 0.0, rows)


CLEARED = {
    "cause": "padded_rows_cleared",
    "says": "The rows of padded tokens are set to 0. Padding hides keys by the mask alone, and a "
    "padded token still has its row.",
    "look": "Look at the last row of an item of length 1.",
}


@mistake("Q", **CLEARED)
def queries_of_padding_cleared(X, W_Q, W_K, W_V, lengths):
    return _cleared(project(X, W_Q), lengths)


@mistake("K", **CLEARED)
def keys_of_padding_cleared(X, W_Q, W_K, W_V, lengths):
    return _cleared(project(X, W_K), lengths)


@mistake("V", **CLEARED)
def values_of_padding_cleared(X, W_Q, W_K, W_V, lengths):
    return _cleared(project(X, W_V), lengths)


@mistake("A", **CLEARED)
def weights_of_padding_cleared(S, M, W_Q, lengths):
    return _cleared(softmax(masked(S, M)), lengths)


@mistake("H", **CLEARED)
def reading_of_padding_cleared(A, V, X, W_Q, W_K, lengths):
    return _cleared(weigh(A, V), lengths)


@mistake("Y", **CLEARED)
def output_of_padding_cleared(H, X, W_V, W_O, lengths):
    return _cleared(write(H, W_O), lengths)


# S as it is handed back

MASKED = {
    "cause": "scores_masked",
    "says": "S is handed back after masking. It is asked as it is before.",
    "look": "Does a later line write into S, or does S get another value before it is returned?",
}


@mistake("hand_back", **MASKED)
def scores_with_mask(S, X, lengths, causal):
    return masked(S, right_M(X, None, None, lengths, causal))


@mistake("hand_back", **MASKED)
def scores_with_causal_mask(S, X, lengths, causal):
    return masked(S, right_M(X, None, None, None, causal))


@mistake("hand_back", **MASKED)
def scores_with_finite_fill(S, X, lengths, causal):
    return np.where(right_M(X, None, None, lengths, causal) < 0, -1e9, S)


@mistake("hand_back", **MASKED)
def scores_with_added_fill(S, X, lengths, causal):
    return S + np.where(right_M(X, None, None, lengths, causal) < 0, -1e9, 0.0)


@mistake(
    "hand_back",
    says="The mean over the batch is taken off the scores, so items depend on each other.",
    look="Run an item alone: what is left of its scores after that subtraction?",
)
def scores_centred_over_batch(S, X, lengths, causal):
    return S - S.sum(axis=0, keepdims=True) / max(len(S), 1)


@mistake(
    "hand_back",
    says="The mean of each row is taken off the scores. S is Q Kᵀ / √d_k.",
    look="Compare the sum of a row of S with that of your raw scores.",
)
def scores_centred(S, X, lengths, causal):
    return S - S.mean(axis=-1, keepdims=True)


SHIFTED = {
    "cause": "scores_shifted",
    "says": "S is handed back with the largest score of each row taken off, as inside the softmax. "
    "It is Q Kᵀ / √d_k.",
    "look": "Does a later line write into S?",
}


@mistake("hand_back", **SHIFTED)
def scores_less_largest(S, X, lengths, causal):
    return S - S.max(axis=-1, keepdims=True)


@mistake("hand_back", **SHIFTED)
def scores_less_largest_masked(S, X, lengths, causal):
    Z = masked(S, right_M(X, None, None, lengths, causal))
    top = Z.max(axis=-1, keepdims=True)
    return Z - np.where(top == -np.inf, 0.0, top)


@mistake(
    "hand_back",
    says="S holds the weights: the softmax has been taken already.",
    look="Does a later line write into S, or do two keys of the dict hold the same array?",
)
def weights_in_S(S, X, lengths, causal):
    return softmax(masked(S, right_M(X, None, None, lengths, causal)))


@mistake(
    "hand_back",
    cause="weights_in_S",
    says="S holds the weights, before any mask: the softmax has been taken already.",
    look="Does a later line write into S, or do two keys of the dict hold the same array?",
)
def unmasked_weights_in_S(S, X, lengths, causal):
    return softmax(S)
