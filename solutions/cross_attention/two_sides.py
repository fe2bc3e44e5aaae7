"""Mistakes that two sequences make possible: which of them makes what, and what meets what."""

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond, masked, pair, project, scale, softmax, weigh, write
from .reference import M as right_M

# Which sequence Q, K and V are made from


@mistake(
    "Q",
    says="The queries Q are made from X_source. It is the target that asks.",
    look="Which of the two sequences wants something? Count the rows of your Q.",
)
def queries_from_source(X_target, X_source, W_Q, W_K, W_V):
    return project(X_source, W_Q)


@mistake(
    "K",
    says="The keys K are made from X_target. What is looked through is the source.",
    look="Which of the two sequences is read? Count the rows of your K.",
)
def keys_from_target(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(X_target, W_K)


@mistake(
    "V",
    says="The values V are made from X_target. What is passed on comes from the source.",
    look="Which of the two sequences is read? Count the rows of your V.",
)
def values_from_target(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(X_target, W_V)


def _joined(*sequences):
    return np.concatenate(sequences, axis=1)


BOTH = {
    "cause": "made_from_both",
    "says": "Target and source are joined to one sequence first. The target asks and the source "
    "alone is read.",
    "look": "Count the rows. How many has the target, and how many the source?",
}


@mistake("Q", **BOTH)
def queries_of_target_and_source(X_target, X_source, W_Q, W_K, W_V):
    return project(_joined(X_target, X_source), W_Q)


@mistake("Q", **BOTH)
def queries_of_source_and_target(X_target, X_source, W_Q, W_K, W_V):
    return project(_joined(X_source, X_target), W_Q)


@mistake("K", **BOTH)
def keys_of_target_and_source(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(_joined(X_target, X_source), W_K)


@mistake("K", **BOTH)
def keys_of_source_and_target(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(_joined(X_source, X_target), W_K)


@mistake("V", **BOTH)
def values_of_target_and_source(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(_joined(X_target, X_source), W_V)


@mistake("V", **BOTH)
def values_of_source_and_target(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return project(_joined(X_source, X_target), W_V)


def _added(X_target, X_source):
    return X_target + X_source.mean(axis=1, keepdims=True)


@mistake(
    "Q",
    says="The mean of the source is added to the target before it is projected. Q is X_target W_Q.",
    look="Change one token of the source and see whether Q moves. It should not.",
)
def source_added_to_target(X_target, X_source, W_Q, W_K, W_V):
    return project(_added(X_target, X_source), W_Q)


CLEARED = {
    "cause": "padded_rows_cleared",
    "says": "The rows of padded source tokens are set to 0. Padding hides keys by the mask alone, "
    "and a padded token still has its row.",
    "look": "Look at the last row of an item whose source has length 1.",
}


def _cleared(rows, lengths):
    if lengths is None:
        return rows
    return np.where(np.swapaxes(beyond(lengths, rows.shape[-2]), -1, -2), 0.0, rows)


@mistake("K", **CLEARED)
def keys_of_padding_cleared(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return _cleared(project(X_source, W_K), source_lengths)


@mistake("V", **CLEARED)
def values_of_padding_cleared(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    return _cleared(project(X_source, W_V), source_lengths)


# What meets what in the scores, and S as it is handed back


@mistake(
    "scores",
    cause="scaled_by_number_of_queries",
    says="The raw scores are divided by √T_target, the root of the number of queries. Asked is "
    "√d_k.",
    look="Which axis of which array is as long as a key? No number of tokens counts here.",
)
def scaled_by_root_of_queries(Q, K, X, W_V):
    return pair(Q, K) / np.sqrt(Q.shape[-2])


INPUTS = {
    "cause": "inputs_with_inputs",
    "says": "The scores are made from the tokens themselves, X_target with X_source, instead of Q "
    "and K.",
    "look": "Read the names in the product that makes the scores.",
}


@mistake("S", **INPUTS)
def tokens_with_tokens(Q, K, X_target, X_source, W_V, source_lengths):
    return scale(pair(X_target, X_source), Q)


@mistake("S", **INPUTS)
def tokens_with_tokens_by_model_width(Q, K, X_target, X_source, W_V, source_lengths):
    return scale(pair(X_target, X_source), X_target)


MASKED = {
    "cause": "scores_masked",
    "says": "S is handed back after masking. It is asked as it is before.",
    "look": "Does a later line write into S, or does S get another value before it is returned?",
}


@mistake("hand_back", **MASKED)
def scores_with_mask(S, X_target, X_source, source_lengths):
    return masked(S, right_M(X_target, X_source, None, None, source_lengths))


@mistake("hand_back", **MASKED)
def scores_with_finite_fill(S, X_target, X_source, source_lengths):
    return np.where(right_M(X_target, X_source, None, None, source_lengths) < 0, -1e9, S)


@mistake("hand_back", **MASKED)
def scores_with_added_fill(S, X_target, X_source, source_lengths):
    hidden = right_M(X_target, X_source, None, None, source_lengths) < 0
    return S + np.where(hidden, -1e9, 0.0)


@mistake(
    "hand_back",
    says="S holds the weights: the softmax has been taken already.",
    look="Does a later line write into S, or do two keys of the dict hold the same array?",
)
def weights_in_S(S, X_target, X_source, source_lengths):
    return softmax(masked(S, right_M(X_target, X_source, None, None, source_lengths)))


SHIFTED = {
    "cause": "scores_shifted",
    "says": "S is handed back with the largest score of each row taken off, as inside the softmax. "
    "It is Q Kᵀ / √d_k.",
    "look": "Does a later line write into S?",
}


@mistake("hand_back", **SHIFTED)
def scores_less_largest(S, X_target, X_source, source_lengths):
    return S - S.max(axis=-1, keepdims=True)


# From A to Y

TARGETS_CLEARED = {
    "cause": "target_rows_cleared",
    "says": "Rows of target tokens are set to 0 where their place is not below the length of the "
    "source. The lengths are those of the source alone, and every target token has its row.",
    "look": "Look at the last row of an item whose source has length 1.",
}


@mistake("A", **TARGETS_CLEARED)
def weights_of_targets_cleared(S, M, W_Q, source_lengths):
    return _cleared(softmax(masked(S, M)), source_lengths)


@mistake("H", **TARGETS_CLEARED)
def reading_of_targets_cleared(A, V, X_target, X_source, W_Q, W_K, source_lengths):
    return _cleared(weigh(A, V), source_lengths)


@mistake("Y", **TARGETS_CLEARED)
def output_of_targets_cleared(H, X_target, X_source, W_V, W_O, source_lengths):
    return _cleared(write(H, W_O), source_lengths)


@mistake(
    "H",
    says="H is made from the scores S instead of the weights A.",
    look="Read the names in the product that makes H.",
)
def scores_for_weights(A, V, X_target, X_source, W_Q, W_K, source_lengths):
    Q = project(X_target, W_Q)
    return weigh(scale(pair(Q, project(X_source, W_K)), Q), V)


@mistake(
    "gather",
    says="H is the plain mean of the values, the same for every query. Each query has weights of "
    "its own.",
    look="Two rows of H should differ. See whether A is used.",
)
def values_averaged(A, V, X, W_Q, W_K, weigh):
    return weigh(np.full_like(A, 1 / A.shape[-1], dtype=float), V)


@mistake(
    "gather",
    says="Every item reads the values of the first.",
    look="Does the batch index of V move along with that of A?",
)
def values_of_first_item(A, V, X, W_Q, W_K, weigh):
    return weigh(A, V[:1])


@mistake(
    "Y",
    says="The values V are projected instead of H: what the queries have read is lost.",
    look="Read the names in the line that makes Y. How many rows should it have?",
)
def output_of_values(H, X_target, X_source, W_V, W_O, source_lengths):
    return write(project(X_source, W_V), W_O)


@mistake(
    "Y",
    says="X_source is added to the output. Y is H W_O alone.",
    look="Set W_O to zero: Y should be zero.",
)
def source_added(H, X_target, X_source, W_V, W_O, source_lengths):
    return X_source + write(H, W_O)
