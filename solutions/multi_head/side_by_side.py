"""Mistakes that an axis of heads makes possible on the way from X to Y."""

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond, masked, pair, project, scale, softmax, weigh, write
from .reference import M as right_M
from .reference import merge, split


def _heads(X, W, n_heads):
    """The right projection, split rightly."""
    return split(project(X, W), n_heads)


# Q, K and V


def _unsplit(name):
    def projection_unsplit(X, W_Q, W_K, W_V, n_heads, split_heads):
        return project(X, {"Q": W_Q, "K": W_K, "V": W_V}[name])

    return mistake(
        name,
        cause="heads_not_split",
        says=f"{name} is handed back before it is split: (B, T, n·d). It is asked as (B, n, T, d).",
        look=f"Which of your arrays stands under the key {name}?",
    )(projection_unsplit)


Q_unsplit, K_unsplit, V_unsplit = map(_unsplit, "QKV")


# S


def _full_width(heads):
    """The width of all heads of (B, n, T, d)."""
    return heads.shape[1] * heads.shape[-1]


@mistake(
    "scores",
    says="The raw scores are divided by √(n·d_k), the root of the width of all heads. Each head is "
    "a layer by itself: its scores are sums over d_k products.",
    look="How many products does one score of one head add up?",
)
def scaled_by_full_width(Q, K, X, W_V):
    return pair(Q, K) / np.sqrt(_full_width(Q))


@mistake(
    "scores",
    says="The raw scores are divided by √n, the root of the number of heads. Asked is √d_k, the "
    "width of one head.",
    look="Which axis of Q do you take the length of? A width is the last.",
)
def scaled_by_number_of_heads(Q, K, X, W_V):
    return pair(Q, K) / np.sqrt(Q.shape[1])


@mistake(
    "scores",
    says="The raw scores are divided by √(d_model/n). Asked is √d_k, and a head's width need not "
    "be an nth of the model's.",
    look="Whose shape tells how wide a head is? Let W_Q have fewer columns than rows.",
)
def scaled_by_share_of_d_model(Q, K, X, W_V):
    return pair(Q, K) / np.sqrt(X.shape[-1] / Q.shape[1])


@mistake(
    "scores",
    says="The raw scores are divided by √d_v, the root of the width of a head's values. Asked is "
    "√d_k.",
    look="The scores are sums over the entries of a query. How many entries has one?",
)
def scaled_by_d_v(Q, K, X, W_V):
    return pair(Q, K) / np.sqrt(W_V.shape[1] / Q.shape[1])


JOINED = {
    "cause": "heads_joined_in_scores",
    "says": "There is one table of scores for all heads: the heads' scores are added up, as they "
    "are where Q and K are multiplied before the split. Each head has scores of its own.",
    "look": "Does your product sum over the width of one head, or over that of all?",
}


@mistake("scores", **JOINED)
def scores_of_full_width(Q, K, X, W_V):
    return pair(Q, K).sum(axis=1) / np.sqrt(_full_width(Q))


@mistake("scores", **JOINED)
def scores_summed_over_heads(Q, K, X, W_V):
    return scale(pair(Q, K).sum(axis=1), Q)


@mistake("scores", **JOINED)
def scores_summed_for_each_head(Q, K, X, W_V):
    return np.repeat(scale(pair(Q, K).sum(axis=1, keepdims=True), Q), Q.shape[1], axis=1)


@mistake("scores", **JOINED)
def scores_of_full_width_for_each_head(Q, K, X, W_V):
    R = pair(Q, K).sum(axis=1, keepdims=True) / np.sqrt(_full_width(Q))
    return np.repeat(R, Q.shape[1], axis=1)


@mistake(
    "pair",
    says="The queries of all heads meet the keys of head 0. Each head has keys of its own.",
    look="Does the index of the head of K move along with that of Q?",
)
def keys_of_first_head(Q, K):
    return pair(Q, K[:, :1])


@mistake(
    "pair",
    says="Every head's queries meet every head's keys. A head meets itself alone.",
    look="What does your product do with the axes in front of the last two?",
)
def heads_paired(Q, K):
    return pair(Q[:, :, np.newaxis], K[:, np.newaxis])


@mistake(
    "S",
    says="The queries meet the values instead of the keys: S is made from Q and V.",
    look="Read the names in the product that makes the scores.",
)
def queries_with_values(Q, K, X, W_V, n_heads, lengths, causal):
    return scale(pair(Q, _heads(X, W_V, n_heads)), Q)


MASKED = {
    "cause": "scores_masked",
    "says": "S is handed back after masking. It is asked as it is before.",
    "look": "Does a later line write into S, or does S get another value before it is returned?",
}


@mistake("S", **MASKED)
def scores_with_mask(Q, K, X, W_V, n_heads, lengths, causal):
    return masked(scale(pair(Q, K), Q), right_M(X, n_heads, lengths, causal))


@mistake("S", **MASKED)
def scores_with_finite_fill(Q, K, X, W_V, n_heads, lengths, causal):
    return np.where(right_M(X, n_heads, lengths, causal) < 0, -1e9, scale(pair(Q, K), Q))


@mistake("S", **MASKED)
def scores_with_added_fill(Q, K, X, W_V, n_heads, lengths, causal):
    S = scale(pair(Q, K), Q)
    return S + np.where(right_M(X, n_heads, lengths, causal) < 0, -1e9, 0.0)


@mistake(
    "S",
    says="S holds the weights: the softmax has been taken already.",
    look="Does a later line write into S, or do two keys of the dict hold the same array?",
)
def weights_in_S(Q, K, X, W_V, n_heads, lengths, causal):
    return softmax(masked(scale(pair(Q, K), Q), right_M(X, n_heads, lengths, causal)))


@mistake(
    "S",
    cause="scores_shifted",
    says="S is handed back with the largest score of each row taken off, as inside the softmax. "
    "It is Q Kᵀ / √d_k.",
    look="Does a later line write into S?",
)
def scores_less_largest(Q, K, X, W_V, n_heads, lengths, causal):
    S = scale(pair(Q, K), Q)
    return S - S.max(axis=-1, keepdims=True)


# M


@mistake(
    "for_each_head",
    says="The mask has no axis for the heads: its items stand where the heads of the scores are. "
    "That runs only where B equals n, or one of them is 1, and there hides one item's keys in "
    "another's heads.",
    look="Write the shape of the mask under (B, n, T, T), from the right.",
)
def head_axis_missing(M, n_heads):
    return M


@mistake(
    "for_each_head",
    says="The mask holds for one head only; the others may read everything. All heads of an item "
    "share its mask.",
    look="Print M of the last head.",
)
def first_head_masked(M, n_heads):
    others = np.zeros_like(M)
    return np.stack([M, *[others] * (n_heads - 1)], axis=1)


# A


WRONG_AXIS = {"cause": "softmax_wrong_axis"}


@mistake(
    "axis_of_keys",
    says="The softmax runs over the heads: the weights of all heads at a place sum to 1. It runs "
    "over the keys.",
    look="Add up one row of A in one head. With one head, every weight would be 1.",
    **WRONG_AXIS,
)
def softmax_over_heads(S):
    return 1


@mistake(
    "axis_of_keys",
    says="The softmax runs over heads and keys: all rows of a token sum to 1 together. Each head's "
    "row does by itself.",
    look="Add up one row of A in one head.",
    **WRONG_AXIS,
)
def softmax_over_heads_and_keys(S):
    return (1, -1)


@mistake(
    "axis_of_keys",
    says="The softmax runs over the batch: the weights of all items at a place sum to 1. It runs "
    "over the keys.",
    look="Add up one row of A. With one item, every weight would be 1.",
    **WRONG_AXIS,
)
def softmax_over_items(S):
    return 0


@mistake(
    "softmax",
    says="All heads have the same weights, the mean over the heads. Each head has its own.",
    look="Two heads of A should differ. Is something reduced over their axis?",
)
def weights_averaged_over_heads(S):
    A = softmax(S)
    return np.broadcast_to(A.mean(axis=1, keepdims=True), A.shape)


@mistake(
    "softmax",
    says="All heads have the weights of the first.",
    look="Two heads of A should differ.",
)
def weights_of_first_head(S):
    A = softmax(S)
    return np.broadcast_to(A[:, :1], A.shape)


@mistake(
    "A",
    says="The scores are divided by √d_k once more on the way to the weights. S has that factor "
    "already.",
    look="Work out one row of A from one row of your own S.",
)
def scaled_again(S, M, W_Q, n_heads, lengths):
    return softmax(masked(S / np.sqrt(W_Q.shape[1] / n_heads), M))


CLEARED = {
    "cause": "padded_rows_cleared",
    "says": "The rows of padded tokens are set to 0. Padding hides keys by the mask alone, and a "
    "padded token still has its row.",
    "look": "Look at the last row of an item of length 1.",
}


def _cleared(rows, lengths):
    """Rows, (B, T, width) or (B, n, T, width), with zeros for padded queries."""
    if lengths is None:
        return rows
    padded = np.swapaxes(beyond(lengths, rows.shape[-2]), -1, -2)
    return np.where(padded if rows.ndim == 3 else padded[:, np.newaxis], 0.0, rows)


@mistake("A", **CLEARED)
def weights_of_padding_cleared(S, M, W_Q, n_heads, lengths):
    return _cleared(softmax(masked(S, M)), lengths)


@mistake("H", **CLEARED)
def reading_of_padding_cleared(A, V, X, W_Q, W_K, n_heads, lengths):
    return _cleared(weigh(A, V), lengths)


@mistake("Y", **CLEARED)
def output_of_padding_cleared(H, X, W_V, W_O, lengths, merge_heads):
    return _cleared(write(merge_heads(H), W_O), lengths)


# H


@mistake(
    "H",
    says="H is handed back with its heads joined: (B, T, n·d_v). It is asked with the heads apart, "
    "(B, n, T, d_v).",
    look="Which of your arrays stands under the key H?",
)
def heads_joined_in_H(A, V, X, W_Q, W_K, n_heads, lengths):
    return merge(weigh(A, V))


REDUCED = {
    "cause": "heads_reduced_in_H",
    "says": "The heads of H are added up or averaged. They stay apart, and are put side by side on "
    "the way to Y.",
    "look": "How many axes has your H, and what became of the axis of heads?",
}


@mistake("H", **REDUCED)
def H_summed_over_heads(A, V, X, W_Q, W_K, n_heads, lengths):
    return weigh(A, V).sum(axis=1)


@mistake("H", **REDUCED)
def H_averaged_over_heads(A, V, X, W_Q, W_K, n_heads, lengths):
    return weigh(A, V).mean(axis=1)


@mistake(
    "gather",
    says="All heads read the values of head 0. Each head has values of its own.",
    look="Does the index of the head of V move along with that of A?",
)
def values_of_first_head(A, V, X, W_Q, W_K, weigh):
    return weigh(A, V[:, :1])


@mistake(
    "H",
    says="The weights meet the keys: H is A K. They are to meet the values V.",
    look="Read the names in the product that makes H.",
)
def keys_for_values(A, V, X, W_Q, W_K, n_heads, lengths):
    return weigh(A, _heads(X, W_K, n_heads))


@mistake(
    "H",
    says="H is made from the scores S instead of the weights A.",
    look="Read the names in the product that makes H.",
)
def scores_for_weights(A, V, X, W_Q, W_K, n_heads, lengths):
    Q = _heads(X, W_Q, n_heads)
    return weigh(scale(pair(Q, _heads(X, W_K, n_heads)), Q), V)


# Y

SUMMED = {
    "cause": "heads_summed",
    "says": "The heads are added up before W_O, or all meet the same rows of it, instead of being "
    "put side by side. W_O has a row for each column of each head.",
    "look": "How many rows has W_O, and how many columns has what you multiply it by?",
}


def _first_rows(W_O, heads):
    """The rows of W_O that belong to head 0."""
    return W_O[: heads.shape[-1]]


@mistake("Y", **SUMMED)
def heads_summed_before_W_O(H, X, W_V, W_O, lengths, merge_heads):
    return write(H.sum(axis=1), _first_rows(W_O, H))


@mistake("Y", **SUMMED)
def heads_summed_and_repeated(H, X, W_V, W_O, lengths, merge_heads):
    return write(np.tile(H.sum(axis=1), H.shape[1]), W_O)


AVERAGED = {
    "cause": "heads_averaged",
    "says": "The heads are averaged instead of being put side by side. W_O has a row for each "
    "column of each head.",
    "look": "How many rows has W_O, and how many columns has what you multiply it by?",
}


@mistake("Y", **AVERAGED)
def heads_averaged_before_W_O(H, X, W_V, W_O, lengths, merge_heads):
    return write(H.mean(axis=1), _first_rows(W_O, H))


@mistake("Y", **AVERAGED)
def heads_averaged_and_repeated(H, X, W_V, W_O, lengths, merge_heads):
    return write(np.tile(H.mean(axis=1), H.shape[1]), W_O)


@mistake("Y", **AVERAGED)
def outputs_averaged(H, X, W_V, W_O, lengths, merge_heads):
    return write(merge_heads(H), W_O) / H.shape[1]


@mistake(
    "Y",
    says="Only head 0 is written; the others are lost before W_O.",
    look="Change the last rows of W_O, and see whether Y moves.",
)
def first_head_alone_written(H, X, W_V, W_O, lengths, merge_heads):
    return write(H[:, 0], _first_rows(W_O, H))


@mistake(
    "Y",
    says="Only the last head is written: what a loop adds up is overwritten.",
    look="Does your loop add up, or assign?",
)
def last_head_alone_written(H, X, W_V, W_O, lengths, merge_heads):
    return write(H[:, -1], W_O[-H.shape[-1] :])


def _per_head(H, W_O):
    """What each head writes through its own rows of W_O, (B, n, T, d_model)."""
    _, n, _, d = H.shape
    return write(H, W_O.reshape(n, d, -1))


@mistake(
    "Y",
    says="What the heads write is kept apart: (B, n, T, d_model). Their outputs add up to one.",
    look="How many axes are asked for? What does a product with all rows of W_O do to the heads?",
)
def outputs_kept_apart(H, X, W_V, W_O, lengths, merge_heads):
    return _per_head(H, W_O)
