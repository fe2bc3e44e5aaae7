"""Stage scores: mistakes that have a name."""

import math

import numpy as np

from autograder.authoring import misconception

from ..pieces import pair, scale, softmax

# --- raw_scores: a wrong way to pair is as wrong where S pairs by itself


def pairing(says, look, cause=None):
    """Marks a mistaken way to pair, for raw_scores and for S; the texts may name the object."""

    def mark(code):
        def meet(Q, K, raw_scores):
            return code(Q, K)

        for name, piece, form in (("raw_scores", "pair", code), ("S", "meet", meet)):
            misconception(
                name,
                replaces=piece,
                cause=cause or code.__name__,
                says=says.format(name),
                look=look.format(name),
            )(form)
        code.misconceptions += meet.misconceptions
        return code

    return mark


@pairing(
    "Your {} multiplies Q and K entry by entry. Each query is to meet every key, in a dot product.",
    "How many numbers come out for T_q queries and T_k keys.",
)
def elementwise_product(Q, K):
    return Q * K


@pairing(
    "Your {} gives each query the dot product with the key at its own place only. It is to meet "
    "every key.",
    "How many numbers come out for T_q queries and T_k keys.",
)
def own_key_only(Q, K):
    return (Q * K).sum(axis=-1)


@pairing(
    "Your {} multiplies Q by K as it stands, which runs only where T_k = d_k. Entry (i, j) is the "
    "dot product of row i of Q and row j of K.",
    "Which axis of Q meets which axis of K: both should run over d_k.",
)
def keys_not_transposed(Q, K):
    return Q @ K


@pairing(
    "Your {} gives K the shape of its transpose without turning it: a reshape keeps the order of "
    "the numbers, and so mixes keys and features.",
    "A small K before and after, number by number.",
)
def keys_reshaped(Q, K):
    return Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])


@pairing(
    "Your {} reads the keys from the last to the first. Column j belongs to key j.",
    "The order of the columns.",
)
def keys_reversed(Q, K):
    return pair(Q, K[..., ::-1, :])


@pairing(
    "Your {} transposes the queries where the keys should be, so features meet features and the "
    "tokens are summed away.",
    "Which axis of Q meets which axis of K: both should run over d_k.",
)
def queries_transposed(Q, K):
    return np.swapaxes(Q, -1, -2) @ K


@pairing(
    "Your {} turns K round by reversing all its axes, the batch axis with them. Inside each item "
    "only tokens and features change places.",
    "The shape of K before and after it is transposed, with a batch axis.",
)
def all_axes_reversed(Q, K):
    return Q @ K.T


@pairing(
    "Your {} swaps the first two axes of K. That is right without a batch axis; with one, batch "
    "and tokens change places.",
    "The shape of K before and after it is transposed, with a batch axis.",
)
def first_two_axes_swapped(Q, K):
    return Q @ np.swapaxes(K, 0, 1)


@pairing(
    "Your {} swaps axes 1 and 2 of K, whatever their number. That is right with one axis in front "
    "of tokens and features, and wrong with two.",
    "Counting the axes from the end instead of from the front.",
)
def axes_1_and_2_swapped(Q, K):
    return Q @ np.swapaxes(K, 1, 2)


@pairing(
    "Your {} lets every item's queries meet every item's keys, so the batch axis comes twice. "
    "Items of a batch never meet each other.",
    "What your product does with the axes in front of the last two.",
)
def batch_paired(Q, K):
    return np.dot(Q, np.swapaxes(K, -1, -2))


@pairing(
    "Your {} matches all queries with the keys of the first item. Each item's queries meet the "
    "keys of that item.",
    "Whether the batch index of K moves along with that of Q.",
)
def keys_of_first_item(Q, K):
    return pair(Q, K[:1]) if K.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} matches the queries of the first item with all keys. Each item has its own queries.",
    "Whether the batch index of Q moves along with that of K.",
)
def queries_of_first_item(Q, K):
    return np.broadcast_to(pair(Q[:1], K), pair(Q, K).shape) if Q.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} holds the scores of the first item alone. Each item of the batch has its own.",
    "The axes of Q in front of the last two: they stay in the result.",
)
def first_item_only(Q, K):
    return pair(Q[0], K[0]) if Q.ndim > 2 else pair(Q, K)


@pairing(
    "Your {} repeats the scores of the first item for all others. Each item has its own.",
    "Whether the batch index moves along.",
)
def first_item_for_all(Q, K):
    R = pair(Q, K)
    return np.broadcast_to(R[:1], R.shape) if R.ndim > 2 else R


@pairing(
    "Your {} adds the scores of all items up. Items of a batch never meet each other.",
    "Which axes your product sums over: the features, and no other.",
)
def summed_over_batch(Q, K):
    R = pair(Q, K)
    return R.sum(axis=tuple(range(R.ndim - 2)))


@pairing(
    "Your {} strings the tokens of all items into one long sequence. Items of a batch never meet "
    "each other.",
    "The shape of {} beside those of Q and K.",
)
def items_joined(Q, K):
    return pair(Q.reshape(-1, Q.shape[-1]), K.reshape(-1, K.shape[-1]))


@pairing(
    "Your {} is K Qᵀ: rows belong to keys and columns to queries. Here a row is a query.",
    "Which of the two gives the rows of the result.",
)
def rows_and_columns_exchanged(Q, K):
    return pair(K, Q)


@pairing(
    "Your {} matches the queries with themselves, Q Qᵀ. They are to meet the keys.",
    "Where K enters.",
)
def queries_with_queries(Q, K):
    return pair(Q, Q)


@pairing(
    "Your {} matches the keys with themselves, K Kᵀ. They are to meet the queries.",
    "Where Q enters.",
)
def keys_with_keys(Q, K):
    return pair(K, K)


@pairing(
    "Your {} has lost its signs: a query and a key that point away from each other should have a "
    "negative score.",
    "What is done to Q Kᵀ before it is returned.",
)
def absolute_scores(Q, K):
    return np.abs(pair(Q, K))


@pairing(
    "Your {} has 0 where scores should be negative. Nothing is cut off: a key that matches badly "
    "may have a score below 0.",
    "What is done to Q Kᵀ before it is returned.",
)
def negative_scores_cut(Q, K):
    return np.maximum(pair(Q, K), 0)


@pairing(
    "Your {} has every sign turned round. A key that points the same way as the query has a high "
    "score.",
    "What is done to Q Kᵀ before it is returned.",
)
def sign_reversed(Q, K):
    return -pair(Q, K)


@pairing(
    "Your {} holds cosines: the lengths of queries and keys are divided out. A score is the dot "
    "product itself, and long vectors score higher.",
    "What is done to Q and K before they meet.",
)
def cosine_scores(Q, K):
    lengths = (
        np.linalg.norm(Q, axis=-1)[..., np.newaxis] * np.linalg.norm(K, axis=-1)[..., np.newaxis, :]
    )
    return pair(Q, K) / np.where(lengths == 0, 1, lengths)


@pairing(
    "Your {} holds squared distances between queries and keys. A score is their dot product.",
    "What is done to a query and a key when they meet.",
)
def squared_distances(Q, K):
    return np.square(Q[..., np.newaxis, :] - K[..., np.newaxis, :, :]).sum(axis=-1)


@pairing(
    "Your {} holds squared distances with a minus sign. A score is the dot product of query and "
    "key.",
    "What is done to a query and a key when they meet.",
    cause="squared_distances",
)
def negative_squared_distances(Q, K):
    return -squared_distances(Q, K)


@pairing(
    "Your {} holds distances between queries and keys. A score is their dot product.",
    "What is done to a query and a key when they meet.",
    cause="squared_distances",
)
def plain_distances(Q, K):
    return np.sqrt(squared_distances(Q, K))


@pairing(
    "Your {} adds queries and keys where it should multiply them.",
    "What is done to a query and a key when they meet.",
)
def sums_for_products(Q, K):
    return (Q[..., np.newaxis, :] + K[..., np.newaxis, :, :]).sum(axis=-1)


@pairing(
    "Your {} keeps the products of all features apart. A score is their sum, one number for each "
    "query and key.",
    "The shape of {}: the features should be gone.",
)
def features_not_summed(Q, K):
    return Q[..., np.newaxis, :] * K[..., np.newaxis, :, :]


@pairing(
    "Your {} leaves the last feature out of its sum.",
    "Where the loop over the features ends.",
)
def last_feature_left_out(Q, K):
    return pair(Q[..., :-1], K[..., :-1])


@pairing(
    "Your {} leaves the first feature out of its sum.",
    "Where the loop over the features begins.",
)
def first_feature_left_out(Q, K):
    return pair(Q[..., 1:], K[..., 1:])


@pairing(
    "Your {} has zeros in its last row: the last query is left out.",
    "Where the loop over the queries ends.",
)
def last_query_left_out(Q, K):
    R = pair(Q, K)
    R[..., -1, :] = 0
    return R


@pairing(
    "Your {} has zeros in its last column: the last key is left out.",
    "Where the loop over the keys ends.",
)
def last_key_left_out(Q, K):
    R = pair(Q, K)
    R[..., -1] = 0
    return R


@pairing(
    "Your {} has lost an axis of length 1. One query, one key or one item still has its axis.",
    "The shape of {} beside those of Q and K, where one of the sizes is 1.",
)
def short_axes_lost(Q, K):
    return np.squeeze(pair(Q, K))


@pairing(
    "Your {} has lost the fractions of its scores. Whole numbers are not enough where Q and K hold "
    "fractions.",
    "The type of the numbers in the array you fill.",
)
def scores_truncated(Q, K):
    return np.trunc(pair(Q, K))


@pairing(
    "Your {} is cut to whole numbers where Q holds integers, though K holds fractions. An array "
    "made in the type of Q keeps no fractions.",
    "The type of the numbers in the array you fill.",
)
def integer_buffer(Q, K):
    return pair(Q, K).astype(Q.dtype)


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores is divided by √d_k already. Raw means Q Kᵀ as it is; the scale has a "
    "function of its own.",
    look="What each of the two functions is to return.",
)
def scaled_too_early(Q, K):
    return scale(pair(Q, K), Q)


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores holds the mean of the products. A dot product is their sum.",
    look="What is done to the products of a query's and a key's numbers.",
)
def mean_for_sum(Q, K):
    return pair(Q, K) / Q.shape[-1]


@misconception(
    "raw_scores",
    replaces="pair",
    says="Your raw_scores holds weights: the softmax has been taken already. Scores come before "
    "it.",
    look="What is done to Q Kᵀ before it is returned.",
)
def softmax_of_raw_scores(Q, K):
    return softmax(pair(Q, K))


# --- S


@misconception(
    "S",
    replaces="scale",
    says="Your S is Q Kᵀ as it stands: it is never divided by √d_k.",
    look="The formula of S has one more factor than that of the raw scores.",
)
def scale_missing(R, Q):
    return R


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by d_k. It should be divided by the square root of d_k, once.",
    look="How often the root of d_k is taken in, in Q and in S together.",
)
def scaled_by_d_k(R, Q):
    return R / Q.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is multiplied by √d_k. The scale makes scores smaller: it divides.",
    look="Whether S is smaller than the raw scores.",
)
def scale_multiplied(R, Q):
    return R * math.sqrt(Q.shape[-1])


@misconception(
    "S",
    replaces="scale",
    cause="scale_multiplied",
    says="Your S is multiplied by d_k. It should be divided, by the square root of d_k.",
    look="Whether S is smaller than the raw scores.",
)
def multiplied_by_d_k(R, Q):
    return R * Q.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of keys. The scale belongs to the width of a "
    "key, d_k, and not to their number.",
    look="The axis whose length you take.",
)
def scaled_by_number_of_keys(R, Q):
    return R / math.sqrt(R.shape[-1])


@misconception(
    "S",
    cause="scaled_by_number_of_keys",
    replaces="scale",
    says="Your S is divided by the number of keys. The scale is the root of the width of a key, "
    "d_k.",
    look="The axis whose length you take.",
)
def divided_by_number_of_keys(R, Q):
    return R / R.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of queries. The scale belongs to the width "
    "of a query, d_k, and not to their number.",
    look="The axis whose length you take.",
)
def scaled_by_number_of_queries(R, Q):
    return R / math.sqrt(R.shape[-2])


@misconception(
    "S",
    cause="scaled_by_number_of_queries",
    replaces="scale",
    says="Your S is divided by the number of queries. The scale is the root of the width of a "
    "query, d_k.",
    look="The axis whose length you take.",
)
def divided_by_number_of_queries(R, Q):
    return R / R.shape[-2]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of the first axis of Q. That is the batch, "
    "or the queries where there is no batch; d_k is the last axis.",
    look="The axis whose length you take.",
)
def scaled_by_first_axis(R, Q):
    return R / math.sqrt(Q.shape[0])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of axis 1 of Q. That is d_k only where there "
    "is no batch axis; d_k is always the last.",
    look="Counting the axes from the end instead of from the front.",
)
def scaled_by_axis_1(R, Q):
    return R / math.sqrt(Q.shape[1])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of axis 2 of Q. That is d_k only with one "
    "batch axis; d_k is always the last.",
    look="Counting the axes from the end instead of from the front.",
)
def scaled_by_axis_2(R, Q):
    return R / math.sqrt(Q.shape[2])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of all entries of Q. The scale is √d_k, the "
    "root of one width.",
    look="What you count to get d_k.",
)
def scaled_by_size(R, Q):
    return R / math.sqrt(Q.size)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √(d_k + 1). Nothing is added to d_k.",
    look="The number you take the root of.",
)
def scaled_by_d_k_plus_1(R, Q):
    return R / math.sqrt(Q.shape[-1] + 1)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √d_k + 1. Nothing is added to the root.",
    look="The number you divide by.",
)
def scaled_by_root_plus_1(R, Q):
    return R / (math.sqrt(Q.shape[-1]) + 1)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √d_k rounded down. The root keeps its fraction.",
    look="Whether the root passes through an integer.",
)
def root_truncated(R, Q):
    return R / math.isqrt(Q.shape[-1])


@misconception(
    "S",
    cause="root_truncated",
    replaces="scale",
    says="Your S is divided by √d_k rounded to a whole number. The root keeps its fraction.",
    look="Whether the root passes through an integer.",
)
def root_rounded(R, Q):
    return R / round(math.sqrt(Q.shape[-1]))


@misconception(
    "S",
    replaces="scale",
    says="Your S holds whole numbers: the division rounds down. S keeps its fractions.",
    look="Which of Python's two divisions you use.",
)
def floor_division(R, Q):
    return R // math.sqrt(Q.shape[-1])


@misconception(
    "S",
    cause="floor_division",
    replaces="scale",
    says="Your S holds whole numbers: its fractions are cut off. S keeps them, also where Q and K "
    "hold integers.",
    look="The type of the numbers in the array you fill.",
)
def S_truncated(R, Q):
    return np.trunc(R / math.sqrt(Q.shape[-1]))


@misconception(
    "S",
    cause="integer_buffer",
    replaces="scale",
    says="Your S is cut to whole numbers where Q and K hold integers. An array made in their type "
    "keeps no fractions.",
    look="The type of the numbers in the array you fill.",
)
def integer_buffer_in_S(R, Q):
    return scale(R, Q).astype(R.dtype)


@misconception(
    "S",
    replaces="scale",
    says="Your S has the largest score of each row subtracted. That belongs to the softmax; S is "
    "raw scores over √d_k and nothing else.",
    look="What is done to the scores after the scale.",
)
def shifted_too_early(R, Q):
    Z = scale(R, Q)
    return Z - Z.max(axis=-1, keepdims=True)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the cube root of d_k. The square root was asked for.",
    look="The exponent of d_k.",
)
def cube_root(R, Q):
    return R / Q.shape[-1] ** (1 / 3)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the fourth root of d_k. If Q alone is scaled, it takes the whole of "
    "√d_k.",
    look="The exponent of d_k, and how many factors carry it.",
)
def fourth_root(R, Q):
    return R / Q.shape[-1] ** 0.25


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the square of d_k. The square root was asked for.",
    look="The exponent of d_k.",
)
def scaled_by_square(R, Q):
    return R / Q.shape[-1] ** 2


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by log(d_k + 1). The square root of d_k was asked for.",
    look="The function of d_k.",
)
def scaled_by_logarithm(R, Q):
    return R / math.log(Q.shape[-1] + 1)


@misconception(
    "S",
    cause="scaled_by_logarithm",
    replaces="scale",
    says="Your S is divided by the logarithm of d_k. The square root of d_k was asked for.",
    look="The function of d_k.",
)
def scaled_by_plain_logarithm(R, Q):
    return R / np.log(np.float64(Q.shape[-1]))


@misconception(
    "S",
    replaces="scale",
    says="Your S is the square root of the raw scores. The root belongs to d_k.",
    look="What the root is taken of.",
)
def root_of_scores(R, Q):
    return np.sqrt(R)


@misconception(
    "S",
    cause="root_of_scores",
    replaces="scale",
    says="Your S is the square root of (raw scores / d_k). The root belongs to d_k alone.",
    look="Where the brackets of the root close.",
)
def root_of_quotient(R, Q):
    return np.sqrt(R / Q.shape[-1])


@misconception(
    "S",
    cause="scale_fixed",
    replaces="scale",
    says="Your S is divided by √2 whatever d_k is. The worked example has d_k = 2; other inputs "
    "have other widths.",
    look="Where d_k comes from.",
)
def scale_fixed_at_2(R, Q):
    return R / math.sqrt(2)


@misconception(
    "S",
    cause="scale_fixed",
    replaces="scale",
    says="Your S is divided by 8, which is √d_k only for d_k = 64. The width is that of the Q you "
    "are given.",
    look="Where d_k comes from.",
)
def scale_fixed_at_64(R, Q):
    return R / 8


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the standard deviation of the scores. The scale is √d_k, which does "
    "not depend on the numbers in Q and K.",
    look="The number you divide by.",
)
def scaled_by_deviation(R, Q):
    return R / np.std(R)


@misconception(
    "S",
    replaces="scale",
    says="Your S has √d_k subtracted. It should be divided by it.",
    look="The operator between the raw scores and √d_k.",
)
def scale_subtracted(R, Q):
    return R - math.sqrt(Q.shape[-1])


@misconception(
    "S",
    replaces="scale",
    says="Your S holds weights: the softmax has been taken already. S is what goes into it.",
    look="What is done to the scores after the scale.",
)
def softmax_in_S(R, Q):
    return softmax(scale(R, Q))


@misconception(
    "S",
    replaces="scale",
    says="Your S has −∞ above the diagonal: a causal mask has been applied. S is before masking.",
    look="What is done to the scores after the scale.",
)
def masked_too_early(R, Q):
    T_q, T_k = R.shape[-2:]
    return np.where(np.tri(T_q, T_k, dtype=bool), scale(R, Q), -np.inf)
