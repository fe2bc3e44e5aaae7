"""Stage gradients: mistaken ways back through the softmax."""

import numpy as np

from autograder.authoring import misconception


@misconception(
    "dS",
    replaces="mean_of_row",
    says="Your dS is A dA, entry by entry. Every weight of a row depends on every score of it, and "
    "that term is missing: the sum over the row that is taken off dA first.",
    look="If dA is the same for all keys of a row, nothing can be gained there: dS should be 0.",
)
def row_term_missing(A, dA):
    return np.zeros((*A.shape[:-1], 1))


@misconception(
    "dS",
    replaces="mean_of_row",
    says="Your dS takes the plain mean of each row of dA off it. The mean is to be weighted by A.",
    look="Which entries of dA should count most in a row: those of large weights?",
)
def row_mean_unweighted(A, dA):
    return np.mean(dA, axis=-1, keepdims=True)


@misconception(
    "dS",
    replaces="mean_of_row",
    says="Your dS takes the sum of each row of dA off it, without the weights.",
    look="The sum over r has two factors. Which is not there?",
)
def row_sum_unweighted(A, dA):
    return np.sum(dA, axis=-1, keepdims=True)


@misconception(
    "dS",
    replaces="mean_of_row",
    says="Your dS divides the weighted sum of a row by the number of keys. The weights share out a "
    "whole already.",
    look="What is the weighted mean of a row in which all dA are 1?",
)
def row_sum_divided_by_keys(A, dA):
    return np.mean(A * dA, axis=-1, keepdims=True)


@misconception(
    "dS",
    replaces="mean_of_row",
    says="Your dS uses the squares of the weights in the sum over the row.",
    look="Count how often A comes in, in the sum and in front of the bracket.",
)
def weights_squared_in_sum(A, dA):
    return np.sum(A * A * dA, axis=-1, keepdims=True)


SUM_OVER_QUERIES = {
    "cause": "sum_over_queries",
    "replaces": "mean_of_row",
    "says": "Your dS sums A dA over the queries. A softmax couples the keys of one query, so the "
    "sum is over the last axis.",
    "look": "Add up one row of dS: it should be 0.",
}


@misconception("dS", **SUM_OVER_QUERIES)
def sum_over_queries(A, dA):
    return np.sum(A * dA, axis=-2, keepdims=True)


@misconception("dS", **SUM_OVER_QUERIES)
def sum_over_axis_1(A, dA):
    return np.sum(A * dA, axis=1, keepdims=True)


@misconception("dS", **SUM_OVER_QUERIES)
def sum_over_axis_0(A, dA):
    return np.sum(A * dA, axis=0, keepdims=True)


SUM_OVER_ALL = {
    "cause": "sum_over_all",
    "replaces": "mean_of_row",
    "says": "Your dS takes one sum of A dA off all rows together. Each row has its own.",
    "look": "Does your sum say over which axis? Add up one row of dS: it should be 0.",
}


@misconception("dS", **SUM_OVER_ALL)
def sum_over_all(A, dA):
    return np.sum(A * dA)


@misconception("dS", **SUM_OVER_ALL)
def sum_over_item(A, dA):
    return np.sum(A * dA, axis=(-2, -1), keepdims=True)


@misconception(
    "dS",
    replaces="mean_of_row",
    cause="row_sum_without_axis",
    says="The row sums in your dS have lost their axis, so that they meet the columns, or another "
    "item.",
    look="Compare the shapes on both sides of the subtraction.",
)
def row_sum_without_axis(A, dA):
    return np.sum(A * dA, axis=-1)


SIGN = {
    "cause": "sign_reversed",
    "says": "Your dS has the wrong sign throughout.",
    "look": "Raising the score of the key with the largest dA in its row should raise the loss.",
}


@misconception("dS", replaces="weigh_rest", **SIGN)
def rest_reversed(A, dA, mean):
    return A * (mean - dA)


@misconception(
    "dS",
    replaces="weigh_rest",
    says="Your dS adds the sum over the row. It is taken off: what one key wins, the others lose.",
    look="Add up one row of dS: it should be 0.",
)
def row_term_added(A, dA, mean):
    return A * (dA + mean)


@misconception(
    "dS",
    replaces="weigh_rest",
    says="Your dS is dA without the mean of its row; the weight before the bracket is missing.",
    look="What should a score move that has next to no weight?",
)
def weight_missing(A, dA, mean):
    return dA - mean


@misconception(
    "dS",
    replaces="weigh_rest",
    says="In your dS the weight multiplies dA alone, and not the sum over the row. A bracket is "
    "missing.",
    look="Multiply the formula out: how many terms have a factor A_ij?",
)
def bracket_missing(A, dA, mean):
    return A * dA - mean


@misconception(
    "dS",
    says="Your dS is the sum over the row alone, times −A. The term A dA of the entry itself is "
    "missing.",
    look="The derivative of a softmax has a term more where i and j are the same entry.",
)
def own_term_missing(A, dA):
    return -A * np.sum(A * dA, axis=-1, keepdims=True)


@misconception(
    "dS",
    replaces="weigh_rest",
    says="Your dS has the weights squared in front of the bracket.",
    look="Count how often A comes in, in the sum and in front of the bracket.",
)
def weights_squared(A, dA, mean):
    return A * A * (dA - mean)


@misconception(
    "dS",
    says="Your dS is A (1 − A) dA: the derivative of a sigmoid, in which keys have no part in each "
    "other. In a softmax every score of a row moves every weight of it.",
    look="If dA is the same for all keys of a row, dS should be 0.",
)
def sigmoid_derivative(A, dA):
    return A * (1 - A) * dA


@misconception(
    "dS",
    says="Your dS is the way back through the logarithm of a softmax: dA − A Σ dA. Here A holds "
    "the weights themselves.",
    look="Of which function is dA the gradient: of the weights, or of their logarithms?",
)
def of_log_softmax(A, dA):
    return dA - A * np.sum(dA, axis=-1, keepdims=True)


@misconception(
    "dS",
    says="Your dS is dA itself: the softmax is passed over.",
    look="If dA is the same for all keys of a row, dS should be 0.",
)
def softmax_passed_over(A, dA):
    return dA


@misconception(
    "dS",
    says="A and dA have changed places in your dS.",
    look="Which of the two stands in front of the bracket, and which inside?",
)
def arguments_swapped(A, dA):
    return dA * (A - np.sum(A * dA, axis=-1, keepdims=True))


@misconception(
    "dS",
    says="The softmax is taken of A once more before your dS is made. A holds weights already.",
    look="Add up one row of the weights that you use, and compare with A.",
)
def softmax_once_more(A, dA):
    E = np.exp(A)
    A = E / E.sum(axis=-1, keepdims=True)
    return A * (dA - np.sum(A * dA, axis=-1, keepdims=True))


@misconception(
    "dS",
    says="Your dS has lost its fractions where it was given whole numbers.",
    look="Of which dtype is the array that you fill? zeros_like takes that of its argument.",
)
def scores_truncated(A, dA):
    return (A * (dA - np.sum(A * dA, axis=-1, keepdims=True))).astype(dA.dtype)


@misconception(
    "dS",
    says="Your dS stands transposed: its axes of queries and keys have changed places.",
    look="dS has the shape of A. Try more keys than queries.",
)
def scores_transposed(A, dA):
    return np.swapaxes(A * (dA - np.sum(A * dA, axis=-1, keepdims=True)), -1, -2)
