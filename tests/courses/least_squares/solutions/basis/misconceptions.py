"""Stage basis, mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception


@misconception(
    "design",
    replaces="power",
    says="Your columns run from the highest power to the constant; the constant comes first.",
    look="The order of the exponents.",
)
def powers_reversed(t, exponents):
    return t.astype(float) ** exponents[::-1]


@misconception(
    "norms",
    replaces="summed",
    says="Your norms add along the rows; a length belongs to a column.",
    look="The axis of the sum.",
)
def along_rows(squares):
    return squares.sum(axis=1)


@misconception(
    "norms",
    replaces="root",
    says="Your norms are squared still: the root is missing.",
    look="What stands between a sum of squares and a length.",
)
def root_missing(sums):
    return sums


@misconception(
    "unit",
    replaces="divide",
    says="Your unit columns are multiplied by their lengths.",
    look="Whether they become shorter.",
)
def multiplied(A, lengths):
    return A * lengths


@misconception(
    "unit",
    replaces="divide",
    says="Your unit columns are divided by the largest length, all alike.",
    look="Which length belongs to which column.",
)
def largest_for_all(A, lengths):
    return A / np.max(lengths)


@misconception(
    "parameter_count",
    says="Your count leaves out the constant.",
    look="The lowest power.",
)
def constant_forgotten(degree):
    return degree
