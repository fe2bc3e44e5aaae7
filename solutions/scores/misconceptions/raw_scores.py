"""Stage scores: mistaken ways to pair Q and K, in raw_scores or in S."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import pair, scale, softmax


def pairing(says, look, cause=None):
    """Marks a mistaken way to pair Q and K; `{}` in the texts is the object it shows in."""
    return misconception("raw_scores", replaces="pair", cause=cause, says=says, look=look)


@pairing(
    "Your {} multiplies Q and K entry by entry. Each query is to meet every key, in a dot product.",
    "Count how many numbers come out for T_q queries and T_k keys.",
)
def elementwise_product(Q, K):
    return Q * K


@pairing(
    "Your {} gives each query the dot product with the key at its own place only. It is to meet "
    "every key.",
    "Count how many numbers come out for T_q queries and T_k keys.",
)
def own_key_only(Q, K):
    return (Q * K).sum(axis=-1)


NOT_TURNED = (
    "Your {} does not turn K round, or only its shape. Entry (i, j) is the dot product of row i "
    "of Q and row j of K; as it stands, K even fits only where T_k = d_k."
)
BOTH_D_K = "Check which axis of Q meets which axis of K: both should run over d_k."


@pairing(NOT_TURNED, BOTH_D_K)
def keys_not_transposed(Q, K):
    return Q @ K


@pairing(NOT_TURNED, BOTH_D_K, cause="keys_not_transposed")
def keys_reshaped(Q, K):
    return Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])


@pairing(
    "Your {} reads the keys from the last to the first. Column j belongs to key j.",
    "Look at the order of the columns.",
)
def keys_reversed(Q, K):
    return pair(Q, K[..., ::-1, :])


@pairing(
    "Your {} transposes the queries where the keys should be, so features meet features and the "
    "tokens are summed away.",
    "Ask yourself which axis of Q meets which axis of K: both should run over d_k.",
)
def queries_transposed(Q, K):
    return np.swapaxes(Q, -1, -2) @ K


@pairing(
    "Your {} turns K round by reversing all its axes, the batch axis with them. Inside each item "
    "only tokens and features change places.",
    "Look at the shape of K before and after it is transposed, with a batch axis.",
)
def all_axes_reversed(Q, K):
    return Q @ K.T


@pairing(
    "Your {} swaps the first two axes of K. That is right without a batch axis; with one, batch "
    "and tokens change places.",
    "Look at the shape of K before and after it is transposed, with a batch axis.",
)
def first_two_axes_swapped(Q, K):
    return Q @ np.swapaxes(K, 0, 1)


@pairing(
    "Your {} swaps axes 1 and 2 of K, whatever their number. That is right with one axis in front "
    "of tokens and features, and wrong with two.",
    "Count the axes from the end instead of from the front.",
)
def axes_1_and_2_swapped(Q, K):
    return Q @ np.swapaxes(K, 1, 2)


@pairing(
    "Your {} lets every item's queries meet every item's keys, so the batch axis comes twice. "
    "Items of a batch never meet each other.",
    "Look at what your product does with the axes in front of the last two.",
)
def batch_paired(Q, K):
    return np.dot(Q, np.swapaxes(K, -1, -2))


@pairing(
    "Your {} matches all queries with the keys of the first item. Each item's queries meet the "
    "keys of that item.",
    "Check whether the batch index of K moves along with that of Q.",
)
def keys_of_first_item(Q, K):
    return pair(Q, K[:1]) if K.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} matches the queries of the first item with all keys. Each item has its own queries.",
    "Check whether the batch index of Q moves along with that of K.",
)
def queries_of_first_item(Q, K):
    return np.broadcast_to(pair(Q[:1], K), pair(Q, K).shape) if Q.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} holds the scores of the first item alone. Each item of the batch has its own.",
    "Look at the axes of Q in front of the last two: they stay in the result.",
)
def first_item_only(Q, K):
    return pair(Q[0], K[0]) if Q.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} repeats the scores of the first item for all others. Each item has its own.",
    "Check whether the batch index moves along.",
)
def first_item_for_all(Q, K):
    R = pair(Q, K)
    return np.broadcast_to(R[:1], R.shape) if R.ndim > 2 else R


@pairing(
    "Your {} adds the scores of all items up. Items of a batch never meet each other.",
    "Ask yourself which axes your product sums over: the features, and no other.",
)
def summed_over_batch(Q, K):
    R = pair(Q, K)
    return R.sum(axis=tuple(range(R.ndim - 2)))


@pairing(
    "Your {} adds the keys of all items up before a query meets them. Items of a batch never meet "
    "each other.",
    "Ask yourself which axes your product sums over: the features, and no other.",
    cause="summed_over_batch",
)
def keys_of_all_items(Q, K):
    return pair(Q, K.sum(axis=0)) if K.ndim == 3 else pair(Q, K)


@pairing(
    "Your {} strings the tokens of all items into one long sequence. Items of a batch never meet "
    "each other.",
    "Look at the shape of {} beside those of Q and K.",
)
def items_joined(Q, K):
    return pair(Q.reshape(-1, Q.shape[-1]), K.reshape(-1, K.shape[-1]))


@pairing(
    "Your {} is K Qᵀ: rows belong to keys and columns to queries. Here a row is a query.",
    "Ask yourself which of the two gives the rows of the result.",
)
def rows_and_columns_exchanged(Q, K):
    return pair(K, Q)


@pairing(
    "Your {} matches the queries with themselves, Q Qᵀ. They are to meet the keys.",
    "Check where K enters.",
)
def queries_with_queries(Q, K):
    return pair(Q, Q)


@pairing(
    "Your {} matches the keys with themselves, K Kᵀ. They are to meet the queries.",
    "Check where Q enters.",
)
def keys_with_keys(Q, K):
    return pair(K, K)


@pairing(
    "Your {} has lost its signs: a query and a key that point away from each other should have a "
    "negative score.",
    "Look at what is done to Q Kᵀ before it is returned.",
)
def absolute_scores(Q, K):
    return np.abs(pair(Q, K))


@pairing(
    "Your {} has 0 where scores should be negative. Nothing is cut off: a key that matches badly "
    "may have a score below 0.",
    "Look at what is done to Q Kᵀ before it is returned.",
)
def negative_scores_cut(Q, K):
    return np.maximum(pair(Q, K), 0)


@pairing(
    "Your {} has every sign turned round. A key that points the same way as the query has a high "
    "score.",
    "Look at what is done to Q Kᵀ before it is returned.",
)
def sign_reversed(Q, K):
    return -pair(Q, K)


@pairing(
    "Your {} holds cosines: the lengths of queries and keys are divided out. A score is the dot "
    "product itself, and long vectors score higher.",
    "Look at what is done to Q and K before they meet.",
)
def cosine_scores(Q, K):
    lengths = (
        np.linalg.norm(Q, axis=-1)[..., np.newaxis] * np.linalg.norm(K, axis=-1)[..., np.newaxis, :]
    )
    return pair(Q, K) / np.where(lengths == 0, 1, lengths)


@pairing(
    "Your {} holds squared distances between queries and keys. A score is their dot product.",
    "Look at what is done to a query and a key when they meet.",
)
def squared_distances(Q, K):
    return np.square(Q[..., np.newaxis, :] - K[..., np.newaxis, :, :]).sum(axis=-1)


@pairing(
    "Your {} holds squared distances with a minus sign. A score is the dot product of query and "
    "key.",
    "Look at what is done to a query and a key when they meet.",
    cause="squared_distances",
)
def negative_squared_distances(Q, K):
    return -squared_distances(Q, K)


@pairing(
    "Your {} holds distances between queries and keys. A score is their dot product.",
    "Look at what is done to a query and a key when they meet.",
    cause="squared_distances",
)
def plain_distances(Q, K):
    return np.sqrt(squared_distances(Q, K))


@pairing(
    "Your {} adds queries and keys where it should multiply them.",
    "Look at what is done to a query and a key when they meet.",
)
def sums_for_products(Q, K):
    return (Q[..., np.newaxis, :] + K[..., np.newaxis, :, :]).sum(axis=-1)


@pairing(
    "Your {} keeps the products of all features apart. A score is their sum, one number for each "
    "query and key.",
    "Look at the shape of {}: the features should be gone.",
)
def features_not_summed(Q, K):
    return Q[..., np.newaxis, :] * K[..., np.newaxis, :, :]


@pairing(
    "Your {} leaves the last feature out of its sum.",
    "Check where the loop over the features ends.",
)
def last_feature_left_out(Q, K):
    return pair(Q[..., :-1], K[..., :-1])


@pairing(
    "Your {} leaves the first feature out of its sum.",
    "Check where the loop over the features begins.",
)
def first_feature_left_out(Q, K):
    return pair(Q[..., 1:], K[..., 1:])


@pairing(
    "Your {} has zeros in its last row: the last query is left out.",
    "Check where the loop over the queries ends.",
)
def last_query_left_out(Q, K):
    R = pair(Q, K)
    R[..., -1, :] = 0
    return R


@pairing(
    "Your {} has zeros in its last column: the last key is left out.",
    "Check where the loop over the keys ends.",
)
def last_key_left_out(Q, K):
    R = pair(Q, K)
    R[..., -1] = 0
    return R


@pairing(
    "Your {} has lost an axis of length 1. One query, one key or one item still has its axis.",
    "Look at the shape of {} beside those of Q and K, where one of the sizes is 1.",
)
def short_axes_lost(Q, K):
    return np.squeeze(pair(Q, K))


@pairing(
    "Your {} has lost the fractions of its scores. Whole numbers are not enough where Q and K hold "
    "fractions.",
    "Look at the type of the numbers in the array you fill.",
)
def scores_truncated(Q, K):
    return np.trunc(pair(Q, K))


@pairing(
    "Your {} is cut to whole numbers where Q holds integers, though K holds fractions. An array "
    "made in the type of Q keeps no fractions.",
    "Look at the type of the numbers in the array you fill.",
)
def integer_buffer(Q, K):
    return pair(Q, K).astype(Q.dtype)


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores is divided by √d_k already. Raw means Q Kᵀ as it is; the scale has a "
    "function of its own.",
    look="Ask yourself what each of the two functions is to return.",
)
def scaled_too_early(Q, K):
    return scale(pair(Q, K), Q)


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores holds the mean of the products. A dot product is their sum.",
    look="Look at what is done to the products of a query's and a key's numbers.",
)
def mean_for_sum(Q, K):
    return pair(Q, K) / Q.shape[-1]


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores holds weights: the softmax has been taken already. Scores come before "
    "it.",
    look="Look at what is done to Q Kᵀ before it is returned.",
)
def softmax_of_raw_scores(Q, K):
    return softmax(pair(Q, K))
