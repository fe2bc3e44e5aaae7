"""Stage shapes: mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception

from ..pieces import project, softmax
from .reference import (
    axes,
    columns,
    filled,
    input_check,
    is_batch,
    leads_back,
    projects,
    refuse,
    rows,
    shapes,
)

# --- layer_shapes


@misconception(
    "shapes",
    says="Your activations have lost their batch axis. X comes in as (B, T, d_model), and each of "
    "the B sequences has its own Q, K, V, S, A, H and Y.",
    look="Count the axes of X, then of what is made from it.",
)
def batch_axis_missing(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return {name: shape[-2:] for name, shape in right.items()}


@misconception(
    "shapes",
    says="Your weights have a batch axis. There is one W_Q, W_K, W_V and W_O, and all sequences "
    "share them.",
    look="The layer learns the same numbers whatever the batch is.",
)
def weights_per_sequence(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return {name: (B, *shape) if name[0] == "W" else shape for name, shape in right.items()}


@misconception(
    "shapes",
    says="Your W_Q, W_K and W_V have T rows. They are multiplied with the features of a token, and "
    "there are d_model of these; the number of tokens may change from text to text.",
    look="Write X W down and see which axis of X is summed over.",
)
def weights_with_T_rows(B, T, d_model, d_k, d_v):
    return {
        **shapes(B, T, d_model, d_k, d_v),
        "W_Q": (T, d_k),
        "W_K": (T, d_k),
        "W_V": (T, d_v),
    }


@misconception(
    "shapes",
    replaces="of_matrix",
    says="Your weights are turned round: each has as many rows as its result is wide. Tokens are "
    "rows here, so a weight stands on the right and has a row for each number that comes in.",
    look="Write X W and H W_O with their shapes, and cancel the inner widths.",
)
def weights_transposed(rows, columns):
    return (columns, rows)


@misconception(
    "shapes",
    replaces="of_output_matrix",
    says="Your W_O is (d_model, d_v). It takes H, which is d_v wide, to d_model.",
    look="Which width comes into W_O, and which goes out of it?",
)
def W_O_transposed(d_model, d_k, d_v):
    return (d_model, d_v)


@misconception(
    "shapes",
    replaces="of_output_matrix",
    says="Your W_O is square, (d_model, d_model). What it is multiplied with is H, and H is only "
    "as wide as a value.",
    look="The last axis of H meets the first axis of W_O.",
)
def W_O_square(d_model, d_k, d_v):
    return (d_model, d_model)


@misconception(
    "shapes",
    replaces="of_output_matrix",
    says="Your W_O has d_k rows. It is multiplied with weighted values, not with keys.",
    look="The last axis of H meets the first axis of W_O.",
)
def W_O_with_key_rows(d_model, d_k, d_v):
    return (d_k, d_model)


@misconception(
    "shapes",
    says="Your d_k and d_v have changed places. Queries and keys are d_k wide, values d_v.",
    look="The order of the arguments, and which width belongs to whom.",
)
def d_k_and_d_v_swapped(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_v, d_k)


@misconception(
    "shapes",
    says="Your Q, K and V are as wide as X. They come out of W_Q, W_K and W_V, so their width is "
    "the number of columns there: d_k, d_k and d_v.",
    look="What a projection does to the last axis.",
)
def projections_as_wide_as_X(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return right | dict.fromkeys("QKV", right["X"])


@misconception(
    "shapes",
    says="You give every weight, and Q, K and V, the model width alone. Queries and keys have a "
    "width of their own, d_k, and values another, d_v.",
    look="Where d_k and d_v enter: they are arguments and should be seen in the result.",
)
def everything_d_model(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_model, d_model)


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="You use d_k for the values too. They have a width of their own, d_v, and H inherits it.",
    look="Every place where d_v should appear: W_V, V, H and W_O.",
)
def d_v_never_used(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_k, d_k)


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your W_V, V and H are d_k wide. Values have a width of their own, d_v.",
    look="How many columns W_V has, and what that means for V and H.",
)
def d_v_in_W_O_alone(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_k)
    return right | {"W_O": (d_v, d_model)}


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your V and H are d_k wide. V = X W_V has as many columns as W_V, which is d_v.",
    look="The columns of W_V become the width of V.",
)
def V_and_H_as_wide_as_keys(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "V": (B, T, d_k), "H": (B, T, d_k)}


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    replaces="width_of_V",
    says="Your V is d_k wide. V = X W_V has as many columns as W_V, which is d_v.",
    look="The columns of W_V become the width of V.",
)
def V_as_wide_as_keys(d_model, d_k, d_v):
    return d_k


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your W_V and V are d_k wide. Values have a width of their own, d_v.",
    look="How many columns W_V has, and what that means for V.",
)
def W_V_and_V_as_wide_as_keys(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "W_V": (d_model, d_k), "V": (B, T, d_k)}


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your W_V has d_k columns. Its columns are the width of a value, d_v.",
    look="The width of V, which W_V makes.",
)
def W_V_as_wide_as_keys(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "W_V": (d_model, d_k)}


@misconception(
    "shapes",
    replaces="width_of_V",
    says="Your V is as wide as X. It is projected like Q and K, to a width of its own.",
    look="The columns of W_V become the width of V.",
)
def V_as_wide_as_X(d_model, d_k, d_v):
    return d_model


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has one T × T table for the whole batch. Each of the B sequences has its own "
    "scores.",
    look="The first axis of Q and K is still there after Q Kᵀ.",
)
def scores_without_batch(B, T, d_model, d_k):
    return (T, T)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S is as wide as a key, (B, T, d_k). A score belongs to a query and a key: the width "
    "d_k is summed over in their dot product and gone.",
    look="What the two axes of a sequence's scores are counted by.",
)
def scores_as_wide_as_keys(B, T, d_model, d_k):
    return (B, T, d_k)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has the shape of X. A score belongs to a query and a key, so S counts tokens "
    "twice and has no axis of features.",
    look="What the two axes of a sequence's scores are counted by.",
)
def scores_as_wide_as_X(B, T, d_model, d_k):
    return (B, T, d_model)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S is (B, d_k, d_k): features meet features, and the tokens are summed away. In S "
    "each query meets each key.",
    look="Which of the two factors of Q Kᵀ is transposed.",
)
def scores_between_features(B, T, d_model, d_k):
    return (B, d_k, d_k)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has one score a token. A token has a score for each of the T tokens it may look "
    "at.",
    look="How many pairs of a query and a key one sequence has.",
)
def scores_per_token(B, T, d_model, d_k):
    return (B, T)


@misconception(
    "shapes",
    cause="scores_per_token",
    replaces="of_scores",
    says="Your S has one score a token, on an axis of length 1. A token has a score for each of "
    "the T tokens it may look at.",
    look="How many pairs of a query and a key one sequence has.",
)
def scores_in_a_column(B, T, d_model, d_k):
    return (B, T, 1)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S pairs sequences with sequences, (B, B). Sequences of a batch never meet; the "
    "tokens inside one do.",
    look="Which axis of X runs over the tokens.",
)
def scores_between_sequences(B, T, d_model, d_k):
    return (B, B)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has four axes, (B, T, B, T): every token meets the tokens of all sequences. "
    "Sequences of a batch never meet.",
    look="How often B may appear in the scores.",
)
def scores_across_the_batch(B, T, d_model, d_k):
    return (B, T, B, T)


@misconception(
    "shapes",
    replaces="of_weights",
    says="Your A is as wide as a value. There is one weight for each query and key; it multiplies "
    "the whole value of that key.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_per_feature(S, B, T, d_v):
    return (B, T, d_v)


@misconception(
    "shapes",
    replaces="of_weights",
    says="Your A has one weight a token. Each query has weights of its own, one for each key.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_per_token(S, B, T, d_v):
    return (B, T)


@misconception(
    "shapes",
    cause="weights_per_token",
    replaces="of_weights",
    says="Your A has one weight a token. Each query has weights of its own, one for each key.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_in_a_column(S, B, T, d_v):
    return (B, T, 1)


@misconception(
    "shapes",
    cause="weights_without_batch",
    replaces="of_weights",
    says="Your A has one T × T table for the whole batch. Each of the B sequences has its own "
    "weights.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_without_batch(S, B, T, d_v):
    return (T, T)


@misconception(
    "shapes",
    replaces="width_of_H",
    says="Your H is d_k wide. H = A V is a sum of values, so it is as wide as a value.",
    look="The last axis of A V.",
)
def H_as_wide_as_keys(T, d_model, d_k, d_v):
    return d_k


@misconception(
    "shapes",
    replaces="width_of_H",
    says="Your H has the shape of the weights. In H = A V the keys are summed over, and the "
    "features of the values remain.",
    look="The last axis of A V.",
)
def H_shaped_like_A(T, d_model, d_k, d_v):
    return T


@misconception(
    "shapes",
    replaces="width_of_H",
    says="Your H has the model width already. H is a sum of values, d_v wide; only W_O takes it to "
    "d_model.",
    look="What W_O is for, if H is as wide as X before it.",
)
def H_as_wide_as_X(T, d_model, d_k, d_v):
    return d_model


@misconception(
    "shapes",
    replaces="width_of_Y",
    says="Your Y is still as wide as a value. Y = H W_O has the model width again.",
    look="The columns of W_O.",
)
def Y_as_wide_as_values(T, d_model, d_k, d_v):
    return d_v


@misconception(
    "shapes",
    replaces="width_of_Y",
    says="Your Y is as wide as a key. Y = H W_O has the model width again.",
    look="The columns of W_O.",
)
def Y_as_wide_as_keys(T, d_model, d_k, d_v):
    return d_k


@misconception(
    "shapes",
    replaces="of_tokens",
    says="Your arrays have their tokens first and the batch second. This course is batch-major: "
    "(B, T, width).",
    look="The order of the axes of X.",
)
def tokens_before_batch(B, T, width):
    return (T, B, width)


@misconception(
    "shapes",
    cause="tokens_before_batch",
    says="Your arrays have their tokens first and the batch second, scores and weights too. This "
    "course is batch-major: (B, T, …).",
    look="The order of the axes of X.",
)
def tokens_before_batch_throughout(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return {name: shape if name[0] == "W" else (T, B, shape[2]) for name, shape in right.items()}


@misconception(
    "shapes",
    replaces="of_tokens",
    says="Your arrays hold a token in each column, (B, width, T). Tokens are rows here: (B, T, "
    "width).",
    look="The order of the axes of X.",
)
def tokens_in_columns(B, T, width):
    return (B, width, T)


@misconception(
    "shapes",
    says="Your K is (B, d_k, T), transposed beforehand. K = X W_K has a row for each token, like "
    "Q; it is turned only inside Q Kᵀ.",
    look="What X W_K looks like before anything is done with it.",
)
def K_transposed_beforehand(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "K": (B, d_k, T)}


# --- parameter_count

EACH_ONCE = "Write the four shapes down and multiply each out."


@misconception(
    "parameter_count",
    replaces="of_output",
    says="Your count is one matrix of d_model times d_v entries short. W_V and W_O have equally "
    "many, and both are learned; W_O is the one that is easily forgotten.",
    look="How many matrices the layer has.",
)
def W_O_not_counted(d_model, d_k, d_v):
    return 0


@misconception(
    "parameter_count",
    replaces="of_output",
    says="You count W_O as d_model × d_model. It has only as many rows as a value is wide.",
    look="The shape of W_O.",
)
def W_O_counted_square(d_model, d_k, d_v):
    return d_model**2


@misconception(
    "parameter_count",
    cause="d_v_counted_as_d_k",
    replaces="of_content",
    says="You count one of W_V and W_O with d_k where it has d_v. Only W_Q and W_K have to do with "
    "d_k.",
    look=EACH_ONCE,
)
def d_v_counted_once(d_model, d_k, d_v):
    return d_model * d_k


@misconception(
    "parameter_count",
    cause="d_v_counted_as_d_k",
    says="You count all four matrices with d_k. W_V has d_v columns and W_O has d_v rows.",
    look=EACH_ONCE,
)
def d_v_never_counted(d_model, d_k, d_v):
    return 4 * d_model * d_k


@misconception(
    "parameter_count",
    cause="d_k_counted_as_d_v",
    says="You count all four matrices with d_v. W_Q and W_K have d_k columns.",
    look=EACH_ONCE,
)
def d_k_never_counted(d_model, d_k, d_v):
    return 4 * d_model * d_v


@misconception(
    "parameter_count",
    replaces="of_output",
    says="You count W_O as d_v × d_v. Its columns make the model width again.",
    look="The shape of W_O.",
)
def W_O_counted_d_v_square(d_model, d_k, d_v):
    return d_v**2


@misconception(
    "parameter_count",
    replaces="of_matching",
    says="You count W_Q and W_K as one matrix. They have the same shape, but are learned apart.",
    look=EACH_ONCE,
)
def W_Q_and_W_K_counted_once(d_model, d_k):
    return d_model * d_k


@misconception(
    "parameter_count",
    says="You give all four matrices d_model × d_model entries. They lead to and from the widths "
    "d_k and d_v.",
    look=EACH_ONCE,
)
def all_counted_square(d_model, d_k, d_v):
    return 4 * d_model**2


@misconception(
    "parameter_count",
    says="You add rows and columns. A matrix with r rows and c columns has r times c entries.",
    look=EACH_ONCE,
)
def rows_and_columns_added(d_model, d_k, d_v):
    return 4 * d_model + 2 * d_k + 2 * d_v


BIASES = "Your count includes biases, {}. The layer of this course has none."


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("one number for each column of each matrix"),
    look="What is added to X W_Q: nothing.",
)
def all_biases_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + 2 * d_k + d_v + d_model


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("for the three projections of X"),
    look="What is added to X W_Q: nothing.",
)
def three_biases_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + 2 * d_k + d_v


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("for the output"),
    look="What is added to H W_O: nothing.",
)
def output_bias_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + d_model


# --- check_inputs


@misconception(
    "input_check",
    says="Your check_inputs accepts everything. Each of the five arrays has to fit, and the first "
    "that does not is named in a ValueError.",
    look="Is an error raised, or only made, printed or returned?",
)
def nothing_refused(X, W_Q, W_K, W_V, W_O):
    return None


@misconception(
    "input_check",
    replaces="refuse",
    says="You raise an AssertionError. Asserts are for the programmer and can be switched off; a "
    "wrong argument is asked to be a ValueError.",
    look="The type of the error.",
)
def assertion_raised(name, need):
    raise AssertionError(f"{name} {need}")


@misconception(
    "input_check",
    cause="other_error_type",
    replaces="refuse",
    says="You raise a TypeError. The arrays are of the right type and have unfitting sizes: that "
    "is asked to be a ValueError.",
    look="The type of the error.",
)
def type_error_raised(name, need):
    raise TypeError(f"{name} {need}")


def begun_with(word):
    """The mistake that the message begins with a word and not with the array's name."""

    @misconception(
        "input_check",
        cause="name_not_first",
        replaces="refuse",
        says=f"Your messages begin with {word!r}. They are to begin with the name of the array, so "
        "that it can be read off.",
        look="The first word of the message.",
    )
    def begun(name, need):
        raise ValueError(f"{word} {name} {need}")

    return begun


begun_with_error = begun_with("Error")
begun_with_invalid = begun_with("Invalid")
begun_with_expected = begun_with("Expected")
begun_with_shape = begun_with("Shape")
begun_with_small_shape = begun_with("shape")
begun_with_input = begun_with("Input")
begun_with_wrong = begun_with("Wrong")
begun_with_bad = begun_with("Bad")
begun_with_the = begun_with("The")
begun_with_array = begun_with("Array")
begun_with_matrix = begun_with("Matrix")
begun_with_value_error = begun_with("ValueError")


@misconception(
    "input_check",
    replaces="axes",
    says="You do not look at the number of axes. X needs three, each weight two, and one with more "
    "or fewer is to be named.",
    look="An X without a batch axis, a weight with an axis too many.",
)
def rank_unchecked(name, array, rank):
    return None


UNPACKED = (
    "Your code takes a shape apart before it knows the number of axes, and Python's own error \
comes out: it does not name the array."
)


@misconception(
    "input_check",
    cause="rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="What has to be known of an array before its shape is split into names.",
)
def shapes_unpacked(name, array, rank):
    if array.ndim < rank:
        raise ValueError(f"not enough values to unpack (expected {rank}, got {array.ndim})")
    if array.ndim > rank:
        raise ValueError(f"too many values to unpack (expected {rank})")


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You do not look at the number of axes of X. It needs exactly three.",
    look="An X without a batch axis, and one with an axis too many.",
)
def X_rank_unchecked(name, array, rank):
    if name != "X":
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="What has to be known of X before its shape is split into B, T and d_model.",
)
def X_shape_unpacked(name, array, rank):
    (shapes_unpacked if name == "X" else axes)(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You refuse an X with fewer than three axes, but not one with more. It needs exactly "
    "three.",
    look="An X with four axes.",
)
def X_too_many_axes_accepted(name, array, rank):
    if name != "X" or array.ndim < rank:
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="X_rank_unchecked",
    replaces="axes",
    says="You read the third size of X before you know that there are three, and Python's own "
    "error comes out: it does not name the array.",
    look="What has to be known of X before one of its sizes is read.",
)
def X_sizes_read_too_early(name, array, rank):
    if name == "X" and array.ndim < rank:
        raise IndexError("tuple index out of range")
    if name == "X" and array.ndim > rank:
        refuse("W_Q", f"needs {array.shape[2]} rows")
    axes(name, array, rank)


@misconception(
    "input_check",
    replaces="axes",
    says="You do not look at the number of axes of the weights. Each needs exactly two.",
    look="A weight with one axis, and one with three.",
)
def weight_rank_unchecked(name, array, rank):
    if name == "X":
        axes(name, array, rank)


@misconception(
    "input_check",
    cause="weight_rank_unchecked",
    replaces="axes",
    says=UNPACKED,
    look="What has to be known of a weight before its shape is split into rows and columns.",
)
def weight_shapes_unpacked(name, array, rank):
    (axes if name == "X" else shapes_unpacked)(name, array, rank)


def rank_unchecked_for(weight):
    """The mistake of one weight alone."""

    @misconception(
        "input_check",
        cause="weight_rank_unchecked",
        replaces="axes",
        says=f"You do not look at the number of axes of {weight}. It needs exactly two.",
        look=f"A {weight} with one axis, and one with three.",
    )
    def unchecked(name, array, rank):
        if name != weight:
            axes(name, array, rank)

    return unchecked


W_Q_rank_unchecked = rank_unchecked_for("W_Q")
W_K_rank_unchecked = rank_unchecked_for("W_K")
W_V_rank_unchecked = rank_unchecked_for("W_V")
W_O_rank_unchecked = rank_unchecked_for("W_O")


@misconception(
    "input_check",
    replaces="tokens",
    says="You accept an X whose sequences have no tokens. At least one is needed.",
    look="The second axis of X.",
)
def no_tokens_accepted(X):
    return None


@misconception(
    "input_check",
    replaces="features",
    says="You accept an X whose tokens have no features. At least one is needed.",
    look="The last axis of X.",
)
def no_features_accepted(X):
    return None


@misconception(
    "input_check",
    replaces="tokens",
    says="You refuse an empty batch. B = 0 is valid, and its results are empty too; tokens and "
    "features are what must not be missing.",
    look="Which axes of X may be empty.",
)
def empty_batch_refused(X):
    if 0 in X.shape[:2]:
        refuse("X", "is empty")


@misconception(
    "input_check",
    replaces="filled",
    says="You accept weights with an empty axis. A query, a key or a value needs at least one "
    "number.",
    look="A W_Q and a W_K that agree in having no columns.",
)
def empty_axis_accepted(name, W):
    return None


@misconception(
    "input_check",
    cause="empty_axis_accepted",
    replaces="filled",
    says="You accept a W_V with no columns. A value needs at least one number.",
    look="A W_V and a W_O that agree in d_v = 0.",
)
def empty_W_V_accepted(name, W):
    if name != "W_V":
        filled(name, W)


@misconception(
    "input_check",
    cause="empty_axis_accepted",
    replaces="filled",
    says="You accept a W_Q with no columns. A query needs at least one number.",
    look="A W_Q and a W_K that agree in having no columns.",
)
def empty_W_Q_accepted(name, W):
    if name != "W_Q":
        filled(name, W)


@misconception(
    "input_check",
    replaces="projects",
    says="You do not compare the rows of the projections with the width of X. Each number of a "
    "token meets one row.",
    look="What X W_Q asks of X and of W_Q.",
)
def rows_unchecked(name, W, X):
    axes(name, W, 2)
    filled(name, W)


def rows_unchecked_for(weight):
    """The mistake of one projection alone."""

    @misconception(
        "input_check",
        cause="rows_unchecked",
        replaces="projects",
        says=f"You do not compare the rows of {weight} with the width of X. Each number of a token "
        "meets one row.",
        look=f"What X {weight} asks of X and of {weight}.",
    )
    def unchecked(name, W, X):
        axes(name, W, 2)
        filled(name, W)
        if name != weight:
            rows(name, W, X.shape[-1])

    return unchecked


W_Q_rows_unchecked = rows_unchecked_for("W_Q")
W_K_rows_unchecked = rows_unchecked_for("W_K")
W_V_rows_unchecked = rows_unchecked_for("W_V")


@misconception(
    "input_check",
    replaces="projects",
    says="You ask the columns of the projections to be as many as X is wide. Tokens are rows here, "
    "so the rows of a weight meet the features of a token.",
    look="What X W_Q asks of X and of W_Q.",
)
def columns_for_rows(name, W, X):
    axes(name, W, 2)
    filled(name, W)
    columns(name, W, X.shape[-1])


@misconception(
    "input_check",
    replaces="projects",
    says="You name X where a weight has the wrong number of rows. X comes first and is taken as it "
    "is; the first weight that does not fit it is to be named.",
    look="Who is blamed when X and a weight disagree.",
)
def X_blamed_for_rows(name, W, X):
    axes(name, W, 2)
    filled(name, W)
    rows("X" if W.shape[0] != X.shape[-1] else name, W, X.shape[-1])


@misconception(
    "input_check",
    replaces="columns",
    says="You do not compare the columns of W_K with those of W_Q. A query and a key must be "
    "equally wide to be multiplied.",
    look="What Q Kᵀ asks of Q and K.",
)
def W_K_width_unchecked(name, W, count):
    if name != "W_K":
        columns(name, W, count)


@misconception(
    "input_check",
    replaces="columns",
    says="You name W_Q where W_K is of another width. W_Q comes first and is taken as it is; W_K "
    "has to agree with it.",
    look="Who is blamed when W_Q and W_K disagree.",
)
def W_Q_blamed_for_W_K(name, W, count):
    columns("W_Q" if name == "W_K" else name, W, count)


@misconception(
    "input_check",
    replaces="columns",
    says="You do not compare the columns of W_O with the width of X. The layer writes back to the "
    "model width.",
    look="Both axes of W_O.",
)
def W_O_columns_unchecked(name, W, count):
    if name != "W_O":
        columns(name, W, count)


@misconception(
    "input_check",
    replaces="rows",
    says="You do not compare the rows of W_O with the columns of W_V. H is as wide as a value, and "
    "W_O has to take it.",
    look="Both axes of W_O.",
)
def W_O_rows_unchecked(name, W, count):
    if name != "W_O":
        rows(name, W, count)


@misconception(
    "input_check",
    replaces="rows",
    says="You name W_V where the rows of W_O do not fit it. W_V comes first and may have any width "
    "of its own; W_O has to agree with it.",
    look="Who is blamed when W_V and W_O disagree.",
)
def W_V_blamed_for_W_O(name, W, count):
    rows("W_V" if name == "W_O" else name, W, count)


@misconception(
    "input_check",
    replaces="leads_back",
    says="You check W_O the wrong way round, as (d_model, d_v). It takes d_v numbers to d_model, "
    "so it has d_v rows.",
    look="What H W_O asks of H and W_O.",
)
def W_O_checked_transposed(W_O, W_V, X):
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    rows("W_O", W_O, X.shape[-1])
    columns("W_O", W_O, W_V.shape[1])


@misconception(
    "input_check",
    replaces="leads_back",
    says="You do not look at W_O at all. It needs two axes, d_v rows and d_model columns.",
    look="The last of the five arrays.",
)
def W_O_unchecked(W_O, W_V, X):
    return None


@misconception(
    "input_check",
    says="You ask W_V to be as wide as W_Q. Values may have any width of their own.",
    look="Which two widths have to agree for Q Kᵀ, and whether V is one of them.",
)
def W_V_forced_to_d_k(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    projects("W_V", W_V, X)
    columns("W_V", W_V, W_Q.shape[1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    replaces="leads_back",
    says="You ask for d_v = d_model. Values may have any width of their own; W_O leads back.",
    look="Which widths really have to agree.",
)
def d_v_forced_to_d_model(W_O, W_V, X):
    columns("W_V", W_V, X.shape[-1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    says="You look at the number of axes of all five arrays before anything else. Where two arrays "
    "are wrong, the first in the order of the arguments is to be named, whatever is wrong with it.",
    look="Settle one array fully before you go on to the next.",
)
def ranks_before_sizes(X, W_Q, W_K, W_V, W_O):
    axes("X", X, 3)
    axes("W_Q", W_Q, 2)
    axes("W_K", W_K, 2)
    axes("W_V", W_V, 2)
    axes("W_O", W_O, 2)
    input_check(X, W_Q, W_K, W_V, W_O)


@misconception(
    "input_check",
    says="You compare W_K with W_Q only when you are through with W_V. Where two arrays are wrong, "
    "the first in the order of the arguments is to be named.",
    look="Settle one array fully before you go on to the next.",
)
def widths_compared_last(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    projects("W_V", W_V, X)
    columns("W_K", W_K, W_Q.shape[1])
    leads_back(W_O, W_V, X)


@misconception(
    "input_check",
    says="You look at W_O before W_V. Where both are wrong, W_V comes first.",
    look="The order of the arguments.",
)
def W_O_before_W_V(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    columns("W_O", W_O, X.shape[-1])
    projects("W_V", W_V, X)
    rows("W_O", W_O, W_V.shape[1])


@misconception(
    "input_check",
    cause="W_O_before_W_V",
    says="You look at W_O before W_V, and hold W_V to it. W_V comes first and may have any width "
    "of its own; W_O has to agree with it.",
    look="The order of the arguments.",
)
def W_V_held_to_W_O(X, W_Q, W_K, W_V, W_O):
    is_batch(X)
    projects("W_Q", W_Q, X)
    projects("W_K", W_K, X)
    columns("W_K", W_K, W_Q.shape[1])
    axes("W_O", W_O, 2)
    filled("W_O", W_O)
    columns("W_O", W_O, X.shape[-1])
    projects("W_V", W_V, X)
    columns("W_V", W_V, W_O.shape[0])


# --- project


def of_each(says, look):
    """Marks a mistaken way to project for Q, K and V alike; the texts may name the object."""

    def mark(code):
        for name in "QKV":
            of = {"name": name, "W": f"W_{name}"}
            misconception(name, replaces="project", says=says.format(**of), look=look.format(**of))(
                code
            )
        return code

    return mark


@of_each(
    "Your {name} is X itself. X is to be multiplied by {W} first.",
    "Where {W} enters.",
)
def projection_missing(X, W):
    return X


@of_each(
    "Your {name} is X times the transpose of {W}, which runs only where {W} is square. Tokens are "
    "rows here, and {W} is made to stand on the right of them as it is.",
    "The rows of {W} are as many as X is wide.",
)
def weight_transposed(X, W):
    return X @ W.T


@of_each(
    "Your {name} has {W} on the left of X, which runs only where sizes happen to agree. Tokens are "
    "rows here, so the weight stands on the right.",
    "Which axis of X a product with {W} sums over: it should be the features.",
)
def weight_on_the_left(X, W):
    return W @ X


@of_each(
    "Your {name} has {W} transposed on the left of X, so it mixes tokens. A projection acts on the "
    "features of each token alone.",
    "Which axis of X a product with {W} sums over: it should be the features.",
)
def transposed_weight_on_the_left(X, W):
    return W.T @ X


@of_each(
    "Your {name} is made from X with its last two axes swapped, so features are taken for tokens.",
    "Which axis of X a product with {W} sums over: it should be the features.",
)
def X_transposed(X, W):
    return np.swapaxes(X, -1, -2) @ W


@of_each(
    "Your {name} holds a token in each column. Its numbers are right, but a token is a row here, "
    "in X as in {name}.",
    "What happens to X {W} before it is returned.",
)
def tokens_turned_to_columns(X, W):
    return np.swapaxes(X @ W, -1, -2)


@of_each(
    "Your {name} multiplies X and {W} entry by entry, which runs only where sizes happen to agree. "
    "X {W} is a matrix product.",
    "The operator between X and {W}.",
)
def elementwise_projection(X, W):
    return X * W


@of_each(
    "Your {name} sends X {W} through a ReLU: negative numbers have become 0. A projection is "
    "linear, and nothing comes after it.",
    "A negative entry of X {W}, and what becomes of it.",
)
def relu_after_projection(X, W):
    return np.maximum(X @ W, 0)


@of_each(
    "Your {name} sends X {W} through a tanh. A projection is linear, and nothing comes after it.",
    "An entry of X {W} that is larger than 1, and what becomes of it.",
)
def tanh_after_projection(X, W):
    return np.tanh(X @ W)


@of_each(
    "Your {name} is a softmax of X {W}. The softmax belongs to the scores; {name} is X {W} as it "
    "is.",
    "What happens to X {W} before it is returned.",
)
def softmax_after_projection(X, W):
    return softmax(X @ W)


@of_each(
    "Your {name} is divided by the square root of its width. That factor belongs to the scores, "
    "once; {name} is X {W} as it is.",
    "What happens to X {W} before it is returned.",
)
def projection_scaled(X, W):
    return X @ W / np.sqrt(W.shape[1])


@of_each(
    "Your {name} is divided by √d_model. No factor was asked for: {name} is X {W} as it is.",
    "What happens to X {W} before it is returned.",
)
def projection_scaled_by_d_model(X, W):
    return X @ W / np.sqrt(X.shape[-1])


@of_each(
    "Your {name} has its rows brought to length 1. {name} is X {W} as it is, and the lengths "
    "matter later.",
    "What happens to X {W} before it is returned.",
)
def rows_normalised(X, W):
    P = X @ W
    length = np.linalg.norm(P, axis=-1, keepdims=True)
    return P / np.where(length == 0, 1, length)


@of_each(
    "Your {name} has 1 added everywhere, like a bias. The layer of this course has none.",
    "What is added to X {W}: nothing.",
)
def bias_added(X, W):
    return X @ W + 1


@of_each(
    "Your {name} is rounded to whole numbers. X {W} is to keep its fractions, also where X holds "
    "integers.",
    "The type of the numbers in the array you fill.",
)
def projection_truncated(X, W):
    return np.trunc(X @ W)


@of_each(
    "Your {name} is cut to whole numbers where X holds integers, though {W} holds fractions. An "
    "array made in the type of X keeps no fractions.",
    "The type of the numbers in the array you fill.",
)
def integer_buffer(X, W):
    return (X @ W).astype(X.dtype)


@of_each(
    "Your {name} leaves the first feature of the tokens out of its sums.",
    "Where the loop over the features begins.",
)
def first_feature_left_out(X, W):
    return X[..., 1:] @ W[1:]


@of_each(
    "Your {name} leaves the last feature of the tokens out of its sums.",
    "Where the loop over the features ends.",
)
def last_feature_left_out(X, W):
    return X[..., :-1] @ W[:-1]


@of_each(
    "Your {name} has lost an axis of length 1. One sequence is still a batch, and one token still "
    "has its row.",
    "The shape of {name} beside that of X, for B = 1 and for T = 1.",
)
def short_axes_lost(X, W):
    return np.squeeze(X @ W)


@of_each(
    "Your {name} is made from the first sequence alone. Each sequence of the batch has its own.",
    "The axes of X in front of the last two.",
)
def first_sequence_only(X, W):
    return X[0] @ W if X.ndim > 2 else X @ W


@of_each(
    "Your {name} gives every sequence what belongs to the first. Each sequence of the batch has "
    "its own.",
    "The axes of X in front of the last two.",
)
def first_sequence_for_all(X, W):
    return np.broadcast_to(X[:1] @ W, (*X.shape[:-1], W.shape[1])) if X.ndim > 2 else X @ W


@of_each(
    "Your {name} strings the tokens of all sequences into one long row of tokens. The axes in "
    "front of the last two stay as they are in X.",
    "The shape of {name} beside that of X.",
)
def sequences_joined(X, W):
    return X.reshape(-1, X.shape[-1]) @ W


@of_each(
    "Your {name} is summed over the tokens. Each token has its own row.",
    "The shape of {name} beside that of X.",
)
def tokens_summed(X, W):
    return (X @ W).sum(axis=-2)


@of_each(
    "Your {name} is projected twice. One product with {W} is asked for.",
    "How often {W} enters.",
)
def projected_twice(X, W):
    return X @ W @ W


@of_each(
    "Your {name} has X added to X {W}, which runs only where the widths agree. A residual comes "
    "after the layer, if at all.",
    "What is added to X {W}: nothing.",
)
def residual_in_projection(X, W):
    return X + X @ W


def other_weight(name, taken, hint):
    """The mistake that one object is made with the weight of another."""

    @misconception(
        name,
        cause=f"{name}_made_with_W_{taken}",
        says=f"Your {name} is X W_{taken}. {name} has a weight of its own, W_{name}, and its place "
        "in the returned tuple is fixed: Q, K, V.",
        look=hint,
    )
    def mistaken(X, W_Q, W_K, W_V):
        return project(X, {"Q": W_Q, "K": W_K, "V": W_V}[taken])

    return mistaken


COPIED = (
    "The weight in the line that makes it (is it a copy of another line?), and the order of what \
you return."
)

Q_made_with_W_K = other_weight("Q", "K", COPIED)
Q_made_with_W_V = other_weight("Q", "V", COPIED)
K_made_with_W_Q = other_weight("K", "Q", COPIED)
K_made_with_W_V = other_weight("K", "V", COPIED)
V_made_with_W_Q = other_weight("V", "Q", COPIED)
V_made_with_W_K = other_weight("V", "K", COPIED)


@misconception(
    "K",
    says="Your K is made from Q: the queries are projected once more, by W_K. Keys are made from "
    "X, like queries.",
    look="What stands on the left of W_K.",
)
def K_made_from_Q(X, W_Q, W_K, W_V):
    return project(project(X, W_Q), W_K)


@misconception(
    "V",
    says="Your V is made from K: the keys are projected once more, by W_V. Values are made from X, "
    "like keys.",
    look="What stands on the left of W_V.",
)
def V_made_from_K(X, W_Q, W_K, W_V):
    return project(project(X, W_K), W_V)
