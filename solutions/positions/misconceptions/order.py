"""Stage positions: mistaken measures of what a new order does."""

import numpy as np

from autograder.authoring import misconception

from ..reference import after, before, largest, order_gap

AXIS = "Which axis of X holds the tokens, with a batch in front and without?"
BOTH = "Follow one token by hand: to which row does it go on either side?"


def ordering(replaces, says, look=BOTH, cause=None):
    """Marks a mistake of the object order_gap."""
    return misconception("order_gap", replaces=replaces, cause=cause, says=says, look=look)


@ordering(
    "largest",
    "Your {} takes the largest difference with its sign, so negative ones are lost. It is the "
    "largest in size.",
    "What does it give where all differences are negative?",
)
def absolute_value_missing(D):
    return np.max(D)


@ordering(
    "largest",
    "Your {} takes the smallest difference. It is the largest in size.",
    "What does it give where all differences are positive?",
    cause="absolute_value_missing",
)
def smallest_with_sign(D):
    return np.min(D)


@ordering(
    "largest",
    "Your {} takes the size of the largest signed difference: abs comes after max.",
    "What does it give for the differences −3 and 1?",
    cause="absolute_value_missing",
)
def absolute_value_late(D):
    return np.abs(np.max(D))


@ordering("largest", "Your {} takes the mean of all differences. It is the largest in size.")
def mean_for_largest(D):
    return np.mean(np.abs(D))


@ordering(
    "largest",
    "Your {} takes the mean of all differences with their signs. It is the largest in size.",
    cause="mean_for_largest",
)
def signed_mean(D):
    return np.mean(D)


@ordering(
    "largest",
    "Your {} takes the mean of the squared differences. It is the largest difference in size.",
    cause="mean_for_largest",
)
def mean_square(D):
    return np.mean(D**2)


@ordering(
    "largest",
    "Your {} takes the root of the mean square of the differences. It is the largest in size.",
    cause="mean_for_largest",
)
def root_mean_square(D):
    return np.sqrt(np.mean(D**2))


@ordering("largest", "Your {} adds all differences up. It is the largest in size.")
def sum_for_largest(D):
    return np.sum(np.abs(D))


@ordering(
    "largest",
    "Your {} adds all differences up, with their signs. It is the largest in size.",
    cause="sum_for_largest",
)
def signed_sum(D):
    return np.sum(D)


@ordering(
    "largest",
    "Your {} is the length of all differences taken as one vector. It is the largest of them in "
    "size.",
    cause="sum_for_largest",
)
def length_of_all(D):
    return np.sqrt(np.sum(D**2))


@ordering(
    "largest",
    "Your {} is the length of the most distant row. It is the largest entry in size.",
    cause="sum_for_largest",
)
def longest_row(D):
    return np.max(np.linalg.norm(D, axis=-1))


@ordering(
    "largest",
    "Your {} adds the differences of a row up and takes the largest sum. It is the largest entry "
    "in size.",
    cause="sum_for_largest",
)
def largest_row_sum(D):
    return np.max(np.sum(np.abs(D), axis=-1))


@ordering("largest", "Your {} takes the smallest difference in size. It is the largest.", BOTH)
def smallest_for_largest(D):
    return np.min(np.abs(D))


@ordering(
    "largest",
    "Your {} squares the differences.",
    "Two outputs that differ by 3 have a gap of 3.",
)
def largest_square(D):
    return np.max(D**2)


@ordering(
    "largest",
    "Your {} is a number for each token. It is one number: the largest of all.",
    "Over which axes do you take the largest?",
)
def one_for_each_token(D):
    return np.max(np.abs(D), axis=-1)


@ordering(
    "largest",
    "Your {} is a number for each column. It is one number: the largest of all.",
    "Over which axes do you take the largest?",
    cause="one_for_each_token",
)
def one_for_each_column(D):
    return np.max(np.abs(D), axis=-2)


@ordering(
    "largest",
    "Your {} is a number for each item. It is one number: the largest of all.",
    "Over which axes do you take the largest?",
    cause="one_for_each_token",
)
def one_for_each_item(D):
    return np.max(np.abs(D), axis=(-2, -1))


@ordering(
    "largest",
    "Your {} is the whole array of differences. It is the largest of them.",
    "How many numbers are asked for?",
    cause="one_for_each_token",
)
def all_differences(D):
    return np.abs(D)


@ordering(
    "largest",
    "Your {} looks at the first token only. It is the largest over all tokens.",
)
def first_token_only(D):
    return np.max(np.abs(D[..., 0, :]))


@ordering(
    "largest",
    "Your {} looks at the last token only. It is the largest over all tokens.",
    cause="first_token_only",
)
def last_token_only(D):
    return np.max(np.abs(D[..., -1, :]))


@ordering(
    "largest",
    "Your {} looks at the first item of a batch only. It is the largest over all items.",
    "Try a batch of two.",
)
def first_item_only(D):
    return np.max(np.abs(D[0])) if D.ndim > 2 else largest(D)


@ordering(
    "largest",
    "Your {} looks at the first column only. It is the largest over all columns.",
)
def first_column_only(D):
    return np.max(np.abs(D[..., 0]))


@ordering(
    "largest",
    "Your {} is rounded, or a whole number. It keeps its fractions.",
    "Is there an int, a round or a // on the way?",
)
def gap_truncated(D):
    return np.trunc(largest(D))


@ordering(
    "largest",
    "Your {} says whether there is a gap. It is to say how large it is.",
    "What kind of value is asked for?",
)
def yes_for_gap(D):
    return bool(largest(D) > 1e-8)


@ordering(
    "largest",
    "Your {} says whether both are the same. It is to say how far they are apart.",
    "What kind of value is asked for?",
    cause="yes_for_gap",
)
def yes_for_no_gap(D):
    return bool(largest(D) <= 1e-8)


@ordering(
    "order_gap",
    "Your {} is divided by the size of the outputs. It is the difference itself.",
    "Double what the layer returns: the gap should double.",
)
def gap_relative(layer, X, permutation):
    return order_gap(layer, X, permutation) / largest(layer(X))


@ordering(
    "after",
    "Your {} leaves the outputs in the old order, so that it compares different tokens with each "
    "other.",
)
def outputs_not_reordered(Y, permutation):
    return Y


@ordering(
    "before",
    "Your {} hands the tokens over in the old order. They are to come in the new one.",
)
def tokens_not_reordered(X, permutation):
    return X


INVERSE = (
    "Your {} puts the tokens in the new order and the outputs in the inverse one. Both take the "
    "same permutation."
)


@ordering("after", INVERSE)
def inverse_for_outputs(Y, permutation):
    return after(Y, np.argsort(permutation))


@ordering(
    "before",
    "Your {} puts the outputs in the new order and the tokens in the inverse one. Both take the "
    "same permutation.",
    cause="inverse_for_outputs",
)
def inverse_for_tokens(X, permutation):
    return before(X, np.argsort(permutation))


@ordering(
    "order_gap",
    "Your {} uses the inverse of the permutation on both sides.",
)
def inverse_for_both(layer, X, permutation):
    return order_gap(layer, X, np.argsort(permutation))


@ordering(
    "order_gap",
    "Your {} reorders the outputs of the reordered tokens once more and compares them with those "
    "of X. That brings them back only where the permutation is its own inverse.",
    cause="inverse_for_outputs",
)
def reordered_twice(layer, X, permutation):
    return largest(after(layer(before(X, permutation)), permutation) - layer(X))


@ordering(
    "order_gap",
    "Your {} reverses the tokens instead of taking the permutation it is given.",
    "Where does the permutation come in?",
    cause="own_permutation",
)
def always_reversed(layer, X, permutation):
    return order_gap(layer, X, np.arange(len(permutation))[::-1])


@ordering(
    "order_gap",
    "Your {} shifts the tokens by one instead of taking the permutation it is given.",
    "Where does the permutation come in?",
    cause="own_permutation",
)
def always_shifted(layer, X, permutation):
    return order_gap(layer, X, np.roll(np.arange(len(permutation)), 1))


@ordering(
    "order_gap",
    "Your {} exchanges the first two tokens instead of taking the permutation it is given.",
    "Where does the permutation come in?",
    cause="own_permutation",
)
def first_two_exchanged(layer, X, permutation):
    order = np.arange(len(permutation))
    order[:2] = order[:2][::-1]
    return order_gap(layer, X, order)


def along(array, permutation, axis):
    """The array reordered along an axis."""
    return np.take(array, permutation, axis=axis)


@ordering(
    "order_gap",
    "Your {} reorders the first axis. With a batch in front that is the items, not the tokens.",
    AXIS,
)
def items_reordered(layer, X, permutation):
    return largest(along(layer(X), permutation, 0) - layer(along(X, permutation, 0)))


@ordering(
    "after",
    "Your {} reorders the first axis of the outputs. With a batch in front that is the items, not "
    "the tokens.",
    AXIS,
    cause="items_reordered",
)
def items_of_output_reordered(Y, permutation):
    return along(Y, permutation, 0)


@ordering(
    "before",
    "Your {} reorders the first axis of X. With a batch in front that is the items, not the "
    "tokens.",
    AXIS,
    cause="items_reordered",
)
def items_of_input_reordered(X, permutation):
    return along(X, permutation, 0)


@ordering(
    "order_gap",
    "Your {} reorders the columns. It is to reorder the tokens.",
    AXIS,
)
def columns_reordered(layer, X, permutation):
    return largest(along(layer(X), permutation, -1) - layer(along(X, permutation, -1)))


@ordering(
    "after",
    "Your {} reorders the columns of the outputs. It is to reorder the tokens.",
    AXIS,
    cause="columns_reordered",
)
def columns_of_output_reordered(Y, permutation):
    return along(Y, permutation, -1)


@ordering(
    "before",
    "Your {} reorders the columns of X. It is to reorder the tokens.",
    AXIS,
    cause="columns_reordered",
)
def columns_of_input_reordered(X, permutation):
    return along(X, permutation, -1)


@ordering(
    "order_gap",
    "Your {} reorders axis 1, which is the tokens only where there is just one axis in front.",
    AXIS,
)
def axis_1_reordered(layer, X, permutation):
    return largest(along(layer(X), permutation, 1) - layer(along(X, permutation, 1)))


@ordering(
    "order_gap",
    "Your {} strings all items into one long sequence before it asks the layer. Items are apart.",
    "What does the layer see of the axes in front?",
)
def items_joined(layer, X, permutation):
    def joined(tokens):
        Y = layer(tokens.reshape(-1, tokens.shape[-1]))
        return Y.reshape(*tokens.shape[:-1], Y.shape[-1])

    return order_gap(joined, X, permutation)


@ordering(
    "order_gap",
    "Your {} is 0 whatever the layer: both sides are made alike, or the layer never sees the "
    "tokens of a sequence together in the new order.",
    "How often do you call the layer, and with which tokens?",
)
def no_gap_ever(layer, X, permutation):
    return np.zeros(())


@ordering(
    "order_gap",
    "Your {} compares X with its new order: the layer is not asked at all.",
    "How often do you call the layer? It is needed for both orders.",
)
def layer_not_asked(layer, X, permutation):
    return largest(X - before(X, permutation))


@ordering(
    "order_gap",
    "Your {} compares the reordered outputs with the outputs in the old order: the layer never "
    "sees the new order.",
    "How often do you call the layer? It is needed for both orders.",
    cause="tokens_not_reordered",
)
def outputs_with_outputs(layer, X, permutation):
    Y = layer(X)
    return largest(after(Y, permutation) - Y)
