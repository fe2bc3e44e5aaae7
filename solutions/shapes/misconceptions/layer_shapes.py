"""Stage shapes: mistaken shapes."""

from autograder.authoring import misconception

from ..reference import (
    shapes,
)


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
    look="Look at the order of the arguments, and which width belongs to whom.",
)
def d_k_and_d_v_swapped(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_v, d_k)


@misconception(
    "shapes",
    says="Your Q, K and V are as wide as X. They come out of W_Q, W_K and W_V, so their width is "
    "the number of columns there: d_k, d_k and d_v.",
    look="Ask yourself what a projection does to the last axis.",
)
def projections_as_wide_as_X(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return right | dict.fromkeys("QKV", right["X"])


@misconception(
    "shapes",
    says="You give every weight, and Q, K and V, the model width alone. Queries and keys have a "
    "width of their own, d_k, and values another, d_v.",
    look="Check where d_k and d_v enter: they are arguments and should be seen in the result.",
)
def everything_d_model(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_model, d_model)


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="You use d_k for the values too. They have a width of their own, d_v, and H inherits it.",
    look="Look at every place where d_v should appear: W_V, V, H and W_O.",
)
def d_v_never_used(B, T, d_model, d_k, d_v):
    return shapes(B, T, d_model, d_k, d_k)


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your W_V, V and H are d_k wide. Values have a width of their own, d_v.",
    look="Count the columns of W_V, and say what that means for V and H.",
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
    look="Count the columns of W_V, and say what that means for V.",
)
def W_V_and_V_as_wide_as_keys(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "W_V": (d_model, d_k), "V": (B, T, d_k)}


@misconception(
    "shapes",
    cause="values_as_wide_as_keys",
    says="Your W_V has d_k columns. Its columns are the width of a value, d_v.",
    look="Look at the width of V, which W_V makes.",
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
    look="Look at what the two axes of a sequence's scores are counted by.",
)
def scores_as_wide_as_keys(B, T, d_model, d_k):
    return (B, T, d_k)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has the shape of X. A score belongs to a query and a key, so S counts tokens "
    "twice and has no axis of features.",
    look="Look at what the two axes of a sequence's scores are counted by.",
)
def scores_as_wide_as_X(B, T, d_model, d_k):
    return (B, T, d_model)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S is (B, d_k, d_k): features meet features, and the tokens are summed away. In S "
    "each query meets each key.",
    look="Ask yourself which of the two factors of Q Kᵀ is transposed.",
)
def scores_between_features(B, T, d_model, d_k):
    return (B, d_k, d_k)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has one score a token. A token has a score for each of the T tokens it may look "
    "at.",
    look="Count how many pairs of a query and a key one sequence has.",
)
def scores_per_token(B, T, d_model, d_k):
    return (B, T)


@misconception(
    "shapes",
    cause="scores_per_token",
    replaces="of_scores",
    says="Your S has one score a token, on an axis of length 1. A token has a score for each of "
    "the T tokens it may look at.",
    look="Count how many pairs of a query and a key one sequence has.",
)
def scores_in_a_column(B, T, d_model, d_k):
    return (B, T, 1)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S pairs sequences with sequences, (B, B). Sequences of a batch never meet; the "
    "tokens inside one do.",
    look="Ask yourself which axis of X runs over the tokens.",
)
def scores_between_sequences(B, T, d_model, d_k):
    return (B, B)


@misconception(
    "shapes",
    replaces="of_scores",
    says="Your S has four axes, (B, T, B, T): every token meets the tokens of all sequences. "
    "Sequences of a batch never meet.",
    look="Count how often B may appear in the scores.",
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
    look="Look at the last axis of A V.",
)
def H_as_wide_as_keys(T, d_model, d_k, d_v):
    return d_k


@misconception(
    "shapes",
    replaces="width_of_H",
    says="Your H has the shape of the weights. In H = A V the keys are summed over, and the "
    "features of the values remain.",
    look="Look at the last axis of A V.",
)
def H_shaped_like_A(T, d_model, d_k, d_v):
    return T


@misconception(
    "shapes",
    replaces="width_of_H",
    says="Your H has the model width already. H is a sum of values, d_v wide; only W_O takes it to "
    "d_model.",
    look="Ask yourself what W_O is for, if H is as wide as X before it.",
)
def H_as_wide_as_X(T, d_model, d_k, d_v):
    return d_model


@misconception(
    "shapes",
    replaces="width_of_Y",
    says="Your Y is still as wide as a value. Y = H W_O has the model width again.",
    look="Look at the columns of W_O.",
)
def Y_as_wide_as_values(T, d_model, d_k, d_v):
    return d_v


@misconception(
    "shapes",
    replaces="width_of_Y",
    says="Your Y is as wide as a key. Y = H W_O has the model width again.",
    look="Look at the columns of W_O.",
)
def Y_as_wide_as_keys(T, d_model, d_k, d_v):
    return d_k


@misconception(
    "shapes",
    replaces="of_tokens",
    says="Your arrays have their tokens first and the batch second. This course is batch-major: "
    "(B, T, width).",
    look="Look at the order of the axes of X.",
)
def tokens_before_batch(B, T, width):
    return (T, B, width)


@misconception(
    "shapes",
    cause="tokens_before_batch",
    says="Your arrays have their tokens first and the batch second, scores and weights too. This "
    "course is batch-major: (B, T, …).",
    look="Look at the order of the axes of X.",
)
def tokens_before_batch_throughout(B, T, d_model, d_k, d_v):
    right = shapes(B, T, d_model, d_k, d_v)
    return {name: shape if name[0] == "W" else (T, B, shape[2]) for name, shape in right.items()}


@misconception(
    "shapes",
    replaces="of_tokens",
    says="Your arrays hold a token in each column, (B, width, T). Tokens are rows here: (B, T, "
    "width).",
    look="Look at the order of the axes of X.",
)
def tokens_in_columns(B, T, width):
    return (B, width, T)


@misconception(
    "shapes",
    says="Your K is (B, d_k, T), transposed beforehand. K = X W_K has a row for each token, like "
    "Q; it is turned only inside Q Kᵀ.",
    look="Look at what X W_K looks like before anything is done with it.",
)
def K_transposed_beforehand(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "K": (B, d_k, T)}


def alone(item, code, *given):
    """The mistake in the shape of one array that those after it do not share."""
    told = code.misconceptions[0]

    @misconception("shapes", cause=told.cause, says=told.says, look=told.look)
    def one(B, T, d_model, d_k, d_v):
        sizes = {"B": B, "T": T, "d_model": d_model, "d_k": d_k, "d_v": d_v}
        wrong = code(*(sizes[name] for name in given))
        return {**shapes(B, T, d_model, d_k, d_v), item: wrong}

    return one


OF_SCORES = ("B", "T", "d_model", "d_k")
scores_alone_without_batch = alone("S", scores_without_batch, *OF_SCORES)
scores_alone_as_wide_as_keys = alone("S", scores_as_wide_as_keys, *OF_SCORES)
scores_alone_as_wide_as_X = alone("S", scores_as_wide_as_X, *OF_SCORES)
scores_alone_between_features = alone("S", scores_between_features, *OF_SCORES)


@misconception(
    "shapes",
    cause="weights_per_feature",
    says="Your A is as wide as a key. There is one weight for each query and key.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_as_wide_as_keys(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "A": (B, T, d_k)}


@misconception(
    "shapes",
    cause="weights_per_feature",
    says="Your A is as wide as X. There is one weight for each query and key.",
    look="The softmax changes the numbers in S. Does it change their shape?",
)
def weights_as_wide_as_X(B, T, d_model, d_k, d_v):
    return {**shapes(B, T, d_model, d_k, d_v), "A": (B, T, d_model)}
