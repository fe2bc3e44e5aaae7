"""Stage scores: mistaken scales."""

import math

import numpy as np

from autograder.authoring import misconception

from ...pieces import scale, softmax


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
    look="Count how often the root of d_k is taken in, in Q and in S together.",
)
def scaled_by_d_k(R, Q):
    return R / Q.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is multiplied by √d_k. The scale makes scores smaller: it divides.",
    look="Check whether S is smaller than the raw scores.",
)
def scale_multiplied(R, Q):
    return R * math.sqrt(Q.shape[-1])


@misconception(
    "S",
    replaces="scale",
    cause="scale_multiplied",
    says="Your S is multiplied by d_k. It should be divided, by the square root of d_k.",
    look="Check whether S is smaller than the raw scores.",
)
def multiplied_by_d_k(R, Q):
    return R * Q.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of keys. The scale belongs to the width of a "
    "key, d_k, and not to their number.",
    look="Look at the axis whose length you take.",
)
def scaled_by_number_of_keys(R, Q):
    return R / math.sqrt(R.shape[-1])


@misconception(
    "S",
    cause="scaled_by_number_of_keys",
    replaces="scale",
    says="Your S is divided by the number of keys. The scale is the root of the width of a key, "
    "d_k.",
    look="Look at the axis whose length you take.",
)
def divided_by_number_of_keys(R, Q):
    return R / R.shape[-1]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of queries. The scale belongs to the width "
    "of a query, d_k, and not to their number.",
    look="Look at the axis whose length you take.",
)
def scaled_by_number_of_queries(R, Q):
    return R / math.sqrt(R.shape[-2])


@misconception(
    "S",
    cause="scaled_by_number_of_queries",
    replaces="scale",
    says="Your S is divided by the number of queries. The scale is the root of the width of a "
    "query, d_k.",
    look="Look at the axis whose length you take.",
)
def divided_by_number_of_queries(R, Q):
    return R / R.shape[-2]


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of the first axis of Q. That is the batch, "
    "or the queries where there is no batch; d_k is the last axis.",
    look="Look at the axis whose length you take.",
)
def scaled_by_first_axis(R, Q):
    return R / math.sqrt(Q.shape[0])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of axis 1 of Q. That is d_k only where there "
    "is no batch axis; d_k is always the last.",
    look="Count the axes from the end instead of from the front.",
)
def scaled_by_axis_1(R, Q):
    return R / math.sqrt(Q.shape[1])


POWER_FIRST = "Print what you divide by, for d_k = 9. Does the exponent stand in brackets?"


@misconception(
    "S",
    replaces="scale",
    cause="power_before_quotient",
    says="Your S is divided by half of d_k and not by its root. ** goes before /: x ** 1 / 2 is "
    "half of x.",
    look=POWER_FIRST,
)
def divided_by_half_of_d_k(R, Q):
    return R / (Q.shape[-1] / 2)


@misconception(
    "S",
    replaces="scale",
    cause="power_before_quotient",
    says="Your S is divided by twice d_k and not by its root. ** goes before /: x ** -1 / 2 is "
    "1 over 2 x.",
    look=POWER_FIRST,
)
def divided_by_twice_d_k(R, Q):
    return R / (2 * Q.shape[-1])


@misconception(
    "S",
    cause="scaled_by_axis_1",
    says="Your S is divided by the root of the length of axis 1 of K. That is d_k only where there "
    "is no batch axis; d_k is always the last.",
    look="Count the axes from the end instead of from the front.",
)
def scaled_by_axis_1_of_keys(Q, K, raw_scores):
    return raw_scores(Q, K) / math.sqrt(K.shape[1])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the length of axis 2 of Q. That is d_k only with one "
    "batch axis; d_k is always the last.",
    look="Count the axes from the end instead of from the front.",
)
def scaled_by_axis_2(R, Q):
    return R / math.sqrt(Q.shape[2])


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the root of the number of all entries of Q. The scale is √d_k, the "
    "root of one width.",
    look="Look at what you count to get d_k.",
)
def scaled_by_size(R, Q):
    return R / math.sqrt(Q.size)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √(d_k + 1). Nothing is added to d_k.",
    look="Look at the number you take the root of.",
)
def scaled_by_d_k_plus_1(R, Q):
    return R / math.sqrt(Q.shape[-1] + 1)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √d_k + 1. Nothing is added to the root.",
    look="Look at the number you divide by.",
)
def scaled_by_root_plus_1(R, Q):
    return R / (math.sqrt(Q.shape[-1]) + 1)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by √d_k rounded down. The root keeps its fraction.",
    look="Check whether the root passes through an integer.",
)
def root_truncated(R, Q):
    return R / math.isqrt(Q.shape[-1])


@misconception(
    "S",
    cause="root_truncated",
    replaces="scale",
    says="Your S is divided by √d_k rounded to a whole number. The root keeps its fraction.",
    look="Check whether the root passes through an integer.",
)
def root_rounded(R, Q):
    return R / round(math.sqrt(Q.shape[-1]))


@misconception(
    "S",
    replaces="scale",
    says="Your S holds whole numbers: the division rounds down. S keeps its fractions.",
    look="Check which of Python's two divisions you use.",
)
def floor_division(R, Q):
    return R // math.sqrt(Q.shape[-1])


@misconception(
    "S",
    cause="floor_division",
    replaces="scale",
    says="Your S holds whole numbers: its fractions are cut off. S keeps them, also where Q and K "
    "hold integers.",
    look="Look at the type of the numbers in the array you fill.",
)
def S_truncated(R, Q):
    return np.trunc(R / math.sqrt(Q.shape[-1]))


@misconception(
    "S",
    cause="integer_buffer",
    replaces="scale",
    says="Your S is cut to whole numbers where Q and K hold integers. An array made in their type "
    "keeps no fractions.",
    look="Look at the type of the numbers in the array you fill.",
)
def integer_buffer_in_S(R, Q):
    return scale(R, Q).astype(R.dtype)


@misconception(
    "S",
    replaces="scale",
    says="Your S has the largest score of each row subtracted. That belongs to the softmax; S is "
    "raw scores over √d_k and nothing else.",
    look="Look at what is done to the scores after the scale.",
)
def shifted_too_early(R, Q):
    Z = scale(R, Q)
    return Z - Z.max(axis=-1, keepdims=True)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the cube root of d_k. The square root was asked for.",
    look="Look at the exponent of d_k.",
)
def cube_root(R, Q):
    return R / Q.shape[-1] ** (1 / 3)


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the fourth root of d_k. If Q alone is scaled, it takes the whole of "
    "√d_k.",
    look="Look at the exponent of d_k, and how many factors carry it.",
)
def fourth_root(R, Q):
    return R / Q.shape[-1] ** 0.25


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the square of d_k. The square root was asked for.",
    look="Look at the exponent of d_k.",
)
def scaled_by_square(R, Q):
    return R / Q.shape[-1] ** 2


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by log(d_k + 1). The square root of d_k was asked for.",
    look="Look at the function of d_k.",
)
def scaled_by_logarithm(R, Q):
    return R / math.log(Q.shape[-1] + 1)


@misconception(
    "S",
    cause="scaled_by_logarithm",
    replaces="scale",
    says="Your S is divided by the logarithm of d_k. The square root of d_k was asked for.",
    look="Look at the function of d_k.",
)
def scaled_by_plain_logarithm(R, Q):
    return R / np.log(np.float64(Q.shape[-1]))


@misconception(
    "S",
    replaces="scale",
    says="Your S is the square root of the raw scores. The root belongs to d_k.",
    look="Look at what the root is taken of.",
)
def root_of_scores(R, Q):
    return np.sqrt(R)


@misconception(
    "S",
    cause="root_of_scores",
    replaces="scale",
    says="Your S is the square root of (raw scores / d_k). The root belongs to d_k alone.",
    look="Check where the brackets of the root close.",
)
def root_of_quotient(R, Q):
    return np.sqrt(R / Q.shape[-1])


@misconception(
    "S",
    cause="scale_fixed",
    replaces="scale",
    says="Your S is divided by √2 whatever d_k is. The worked example has d_k = 2; other inputs "
    "have other widths.",
    look="Check where d_k comes from.",
)
def scale_fixed_at_2(R, Q):
    return R / math.sqrt(2)


@misconception(
    "S",
    cause="scale_fixed",
    replaces="scale",
    says="Your S is divided by 8, which is √d_k only for d_k = 64. The width is that of the Q you "
    "are given.",
    look="Check where d_k comes from.",
)
def scale_fixed_at_64(R, Q):
    return R / 8


@misconception(
    "S",
    replaces="scale",
    says="Your S is divided by the standard deviation of the scores. The scale is √d_k, which does "
    "not depend on the numbers in Q and K.",
    look="Look at the number you divide by.",
)
def scaled_by_deviation(R, Q):
    return R / np.std(R)


@misconception(
    "S",
    replaces="scale",
    says="Your S has √d_k subtracted. It should be divided by it.",
    look="Look at the operator between the raw scores and √d_k.",
)
def scale_subtracted(R, Q):
    return R - math.sqrt(Q.shape[-1])


@misconception(
    "S",
    replaces="scale",
    says="Your S holds weights: the softmax has been taken already. S is what goes into it.",
    look="Look at what is done to the scores after the scale.",
)
def softmax_in_S(R, Q):
    return softmax(scale(R, Q))


@misconception(
    "S",
    replaces="scale",
    says="Your S has −∞ above the diagonal: a causal mask has been applied. S is before masking.",
    look="Look at what is done to the scores after the scale.",
)
def masked_too_early(R, Q):
    T_q, T_k = R.shape[-2:]
    return np.where(np.tri(T_q, T_k, dtype=bool), scale(R, Q), -np.inf)
