"""Mistaken ways from A to Y: the pieces `gather` (H) and `emit` (Y)."""

import numpy as np

from ..pieces import pair, project, scale, softmax
from . import mistake


@mistake(
    "gather",
    cause="weights_transposed",
    says="H is Aᵀ V: the weights are transposed before they meet the values.",
    look="Row i of A belongs to query i. Which axis of A is summed over?",
)
def weights_transposed_in_H(A, V, X, W_Q, W_K, weigh):
    return weigh(np.swapaxes(A, -1, -2), V)


@mistake(
    "gather",
    says="H is made from the scores S instead of the weights A.",
    look="Read the names in the product that makes H.",
)
def scores_for_weights(A, V, X, W_Q, W_K, weigh):
    Q = project(X, W_Q)
    return weigh(scale(pair(Q, project(X, W_K)), Q), V)


@mistake(
    "gather",
    says="The weights meet the keys: H is A K. They are to meet the values V.",
    look="Read the names in the product that makes H.",
)
def keys_for_values(A, V, X, W_Q, W_K, weigh):
    return weigh(A, project(X, W_K))


@mistake(
    "gather",
    says="The weights meet the tokens X. They are to meet the values V.",
    look="Read the names in the product that makes H.",
)
def inputs_for_values(A, V, X, W_Q, W_K, weigh):
    return weigh(A, X)


@mistake(
    "gather",
    says="H is the plain mean of the values, the same for every query. Each query has weights of "
    "its own.",
    look="Two rows of H should differ. See whether A is used.",
)
def values_averaged(A, V, X, W_Q, W_K, weigh):
    return np.broadcast_to(V.mean(axis=-2, keepdims=True), V.shape)


@mistake(
    "gather",
    says="H is V itself: nothing is read from other tokens.",
    look="Change one token and see whether other rows of H move.",
)
def values_unweighted(A, V, X, W_Q, W_K, weigh):
    return V


@mistake(
    "gather",
    says="The values are added to what was read: H is V + A V. It is A V alone.",
    look="What a token reads is all that H holds. Where else does V come in?",
)
def values_added(A, V, X, W_Q, W_K, weigh):
    return V + weigh(A, V)


@mistake(
    "gather",
    says="H is divided by the number of tokens. The weights of a row sum to 1 already.",
    look="With equal values, H should be that value.",
)
def divided_by_tokens(A, V, X, W_Q, W_K, weigh):
    return weigh(A, V) / V.shape[-2]


@mistake(
    "gather",
    says="A and V are multiplied entry by entry. Each row of H is a sum over the keys.",
    look="There are two products in NumPy. Which one sums?",
)
def elementwise_weights(A, V, X, W_Q, W_K, weigh):
    return A * V


@mistake(
    "gather",
    says="The contributions are summed over the queries: row j holds all that token j gives, "
    "instead of all that query j takes.",
    look="Which axis of the contributions belongs to the keys?",
)
def summed_over_queries(A, V, X, W_Q, W_K, weigh):
    return A.sum(axis=-2)[..., np.newaxis] * V


@mistake(
    "gather",
    says="The last key is left out of the sum.",
    look="Where does the loop over the keys end?",
)
def last_key_left_out(A, V, X, W_Q, W_K, weigh):
    return weigh(A[..., :-1], V[..., :-1, :])


@mistake(
    "gather",
    says="The first key is left out of the sum.",
    look="Where does the loop over the keys begin?",
)
def first_key_left_out(A, V, X, W_Q, W_K, weigh):
    return weigh(A[..., 1:], V[..., 1:, :])


@mistake(
    "gather",
    says="Only the last key counts: what a loop adds up is overwritten.",
    look="Do your loops add up, or assign?",
)
def only_last_key(A, V, X, W_Q, W_K, weigh):
    return weigh(A[..., -1:], V[..., -1:, :])


@mistake(
    "gather",
    says="Every row of H is the mean of all rows. Each query keeps what it has read.",
    look="Two rows of H should differ.",
)
def rows_averaged(A, V, X, W_Q, W_K, weigh):
    H = weigh(A, V)
    return np.broadcast_to(H.mean(axis=-2, keepdims=True), H.shape)


@mistake(
    "gather",
    says="Negative entries of H are set to 0. H is the weighted sum alone.",
    look="Nothing follows the product that makes H.",
)
def reading_relu(A, V, X, W_Q, W_K, weigh):
    return np.maximum(weigh(A, V), 0)


@mistake(
    "gather",
    says="A goes through a softmax once more on its way to H.",
    look="Work out one row of H from one row of your own A.",
)
def weights_softened(A, V, X, W_Q, W_K, weigh):
    return weigh(softmax(A), V)


@mistake(
    "gather",
    cause="reading_truncated",
    says="H has the kind of numbers that X has, so that whole tokens give whole numbers, cut off.",
    look="Of which dtype is the array that H is written into?",
)
def integer_reading(A, V, X, W_Q, W_K, weigh):
    return weigh(A, V).astype(X.dtype)


@mistake(
    "gather",
    cause="tokens_turned_to_columns",
    says="The axes of tokens and of width have changed places in H.",
    look="Print the shape of H, and of what is asked.",
)
def reading_transposed(A, V, X, W_Q, W_K, weigh):
    return np.swapaxes(weigh(A, V), -1, -2)


@mistake(
    "emit",
    says="Y is H: the output projection with W_O is missing, or its result is not what is "
    "returned.",
    look="Is W_O used, and is the array that you return the one made with it?",
)
def output_missing(H, X, W_V, W_O, write):
    return H


@mistake(
    "emit",
    says="The output matrix is used the other way round: Y is H W_Oᵀ.",
    look="W_O has d_v rows and d_model columns, as it is handed to you.",
)
def output_transposed(H, X, W_V, W_O, write):
    return write(H, W_O.T)


@mistake(
    "emit",
    says="Negative entries of Y are set to 0. Y is H W_O alone.",
    look="Nothing follows the output projection.",
)
def output_relu(H, X, W_V, W_O, write):
    return np.maximum(write(H, W_O), 0)


@mistake(
    "emit",
    says="A tanh is taken of H W_O. Y is the product alone.",
    look="Nothing follows the output projection.",
)
def output_tanh(H, X, W_V, W_O, write):
    return np.tanh(write(H, W_O))


@mistake(
    "emit",
    says="X is added to the output: Y is X + H W_O. The sum with the input belongs to the block "
    "around this layer.",
    look="Set W_O to zero: Y should be zero.",
)
def output_residual(H, X, W_V, W_O, write):
    return X + write(H, W_O)


@mistake(
    "emit",
    says="H is added to the output: Y is H + H W_O. It is H W_O alone.",
    look="Set W_O to zero: Y should be zero.",
)
def output_plus_H(H, X, W_V, W_O, write):
    return H + write(H, W_O)


@mistake(
    "emit",
    says="Every entry of H W_O has 1 added to it. This layer has no biases.",
    look="Set W_O to zero: Y should be zero.",
)
def output_bias(H, X, W_V, W_O, write):
    return write(H, W_O) + 1


@mistake(
    "emit",
    says="The values V are projected instead of H: what the queries have read is lost.",
    look="Read the names in the line that makes Y.",
)
def output_of_values(H, X, W_V, W_O, write):
    return write(project(X, W_V), W_O)


@mistake(
    "emit",
    says="H is multiplied by W_O twice.",
    look="Follow H through your code and count how often it meets W_O.",
)
def output_twice(H, X, W_V, W_O, write):
    return write(write(H, W_O), W_O)


@mistake(
    "emit",
    says="Y is H W_Vᵀ: the matrix of the values, turned round, stands in for W_O.",
    look="Read the names in the line that makes Y.",
)
def output_by_wv(H, X, W_V, W_O, write):
    return write(H, W_V.T)


@mistake(
    "emit",
    says="Each token of the output is normalised to mean 0 and variance 1. Y is H W_O alone.",
    look="Layer normalisation belongs to the block around this layer, not to the layer.",
)
def output_normalised(H, X, W_V, W_O, write):
    Y = write(H, W_O)
    return (Y - Y.mean(axis=-1, keepdims=True)) / np.sqrt(Y.var(axis=-1, keepdims=True) + 1e-5)


@mistake(
    "emit",
    says="A softmax is taken of the output. Y is H W_O alone.",
    look="Nothing follows the output projection.",
)
def output_softmax(H, X, W_V, W_O, write):
    return softmax(write(H, W_O))


@mistake(
    "emit",
    says="Y is divided by √d_v. There is no such factor behind the weights.",
    look="Double H: Y should double, and it should be H W_O, no less.",
)
def output_scaled(H, X, W_V, W_O, write):
    return write(H, W_O) / np.sqrt(W_O.shape[0])


@mistake(
    "emit",
    cause="output_truncated",
    says="Y has the kind of numbers that X has, so that whole tokens give whole numbers, cut off.",
    look="Of which dtype is the array that Y is written into?",
)
def integer_output(H, X, W_V, W_O, write):
    return write(H, W_O).astype(X.dtype)


@mistake(
    "emit",
    cause="tokens_turned_to_columns",
    says="The axes of tokens and of width have changed places in Y.",
    look="Print the shape of Y, and of what is asked.",
)
def output_turned(H, X, W_V, W_O, write):
    return np.swapaxes(write(H, W_O), -1, -2)


@mistake(
    "emit",
    says="Every row of Y is the mean of all rows. Each token gets an output of its own.",
    look="Two rows of Y should differ.",
)
def output_pooled(H, X, W_V, W_O, write):
    Y = write(H, W_O)
    return np.broadcast_to(Y.mean(axis=-2, keepdims=True), Y.shape)
