"""Stage W_O: mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception

from ..mistakes import adopt, projections, reading, scoring, weighting
from ..pieces import softmax, write

ON_THE_WAY = (
    *("project", "queries", "keys", "values", "pair", "scale", "scores"),
    *("masked", "axis_of_keys", "shift", "exponentiate", "total", "divide", "softmax", "weights"),
    *("gather", "emit"),
)

# Each of these makes the same Y as another: which array was taken for which cannot be told.
ALIKE = (
    *("queries_with_queries", "keys_with_keys", "queries_with_values", "keys_for_values"),
    *("inputs_for_values", "scaled_again", "smallest_score_wins", "all_axes_reversed"),
    *("weights_softened", "output_pooled", "output_of_values"),
)

globals().update(
    adopt(
        (projections, scoring, weighting, reading),
        dict.fromkeys(ON_THE_WAY, ("layer",)),
        omit=ALIKE,
    )
)


# contributions


@misconception(
    "contributions",
    says="Your contributions are A V: the sum over the keys has been taken already. It is asked "
    "for one function later.",
    look="How many axes has A V, and how many are asked for?",
)
def contributions_summed(A, V):
    return A @ V


@misconception(
    "contributions",
    says="Your contributions multiply A and V entry by entry. A weight multiplies a whole value, "
    "which is a vector.",
    look="Which of the axes of queries, keys and width does A lack, and which does V?",
)
def elementwise_weights(A, V):
    return A * V


@misconception(
    "contributions",
    replaces="spread_values",
    says="Your contributions take the value at the place of the query: at (i, j) stands A_ij v_i. "
    "It is key j that gives.",
    look="Along which axis of the result should V be repeated?",
)
def values_of_queries(V):
    return V[..., :, np.newaxis, :]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions use A transposed: at (i, j) stands A_ji v_j. Row i of A belongs to "
    "query i.",
    look="Write down the contribution of key 1 to query 0 by hand.",
)
def weights_transposed(A):
    return np.swapaxes(A, -1, -2)[..., np.newaxis]


@misconception(
    "contributions",
    says="Your contributions have keys before queries. The first of the last three axes is that of "
    "the queries.",
    look="Say aloud what each of the last three axes of your result stands for.",
)
def keys_before_queries(A, V):
    return np.swapaxes(A[..., np.newaxis] * V[..., np.newaxis, :, :], -3, -2)


@misconception(
    "contributions",
    says="Your contributions have the width before the keys. The width is the last axis.",
    look="Say aloud what each of the last three axes of your result stands for.",
)
def width_before_keys(A, V):
    return np.swapaxes(A[..., np.newaxis] * V[..., np.newaxis, :, :], -2, -1)


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions are the values alone: every query is given them undiminished.",
    look="What does a weight of 0 leave of a value?",
)
def values_unweighted(A):
    return np.ones_like(A)[..., np.newaxis]


@misconception(
    "contributions",
    replaces="spread_values",
    says="Your contributions are the weights alone, repeated over the width.",
    look="What does a value of 0 leave of a weight?",
)
def values_lost(V):
    return np.ones_like(V)[..., np.newaxis, :, :]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions divide each row of A by its sum first. The weights are taken as they "
    "are given.",
    look="What is asked for a row of weights that sum to 2?",
)
def weights_normalised_again(A):
    total = A.sum(axis=-1, keepdims=True)
    return (A / np.where(total == 0, 1, total))[..., np.newaxis]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions take a softmax of A first. A holds weights already.",
    look="What does a weight of 0 leave of a value?",
)
def weights_softened(A):
    return softmax(A)[..., np.newaxis]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions are divided by the number of keys. They are A_ij v_j as they are.",
    look="Write down the contribution of key 1 to query 0 by hand.",
)
def divided_by_keys(A):
    return A[..., np.newaxis] / A.shape[-1]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions use the squares of the weights.",
    look="Write down the contribution of a key with weight one half by hand.",
)
def weights_squared(A):
    return (A * A)[..., np.newaxis]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions take the weights from the last key to the first.",
    look="Write down the contribution of key 0 to query 0 by hand.",
)
def weights_reversed(A):
    return A[..., ::-1, np.newaxis]


@misconception(
    "contributions",
    says="Your contributions leave the first key out.",
    look="Where does the loop over the keys begin?",
)
def first_key_skipped(A, V):
    C = A[..., np.newaxis] * V[..., np.newaxis, :, :]
    return np.where(np.arange(A.shape[-1])[:, np.newaxis] > 0, C, 0)


@misconception(
    "contributions",
    says="Your contributions leave the last key out.",
    look="Where does the loop over the keys end?",
)
def last_key_skipped(A, V):
    C = A[..., np.newaxis] * V[..., np.newaxis, :, :]
    return np.where(np.arange(A.shape[-1])[:, np.newaxis] < A.shape[-1] - 1, C, 0)


@misconception(
    "contributions",
    says="Your contributions add up the entries of each value: a number for each query and key is "
    "left. Asked is a vector for each.",
    look="Which axes of your result are summed over?",
)
def width_summed(A, V):
    return A * V.sum(axis=-1)[..., np.newaxis, :]


TRUNCATED = {
    "cause": "contributions_truncated",
    "says": "Your contributions have lost their fractions. A_ij v_j keeps them, also where A or V "
    "hold whole numbers.",
    "look": "Of which dtype is the array that you fill?",
}


@misconception("contributions", **TRUNCATED)
def contributions_truncated(A, V):
    return np.trunc(A[..., np.newaxis] * V[..., np.newaxis, :, :])


@misconception("contributions", **TRUNCATED)
def contributions_of_the_kind_of_V(A, V):
    return (A[..., np.newaxis] * V[..., np.newaxis, :, :]).astype(V.dtype)


@misconception("contributions", **TRUNCATED)
def contributions_of_the_kind_of_A(A, V):
    return (A[..., np.newaxis] * V[..., np.newaxis, :, :]).astype(A.dtype)


@misconception(
    "contributions",
    says="Your contributions add A_ij and v_j up. A weight multiplies.",
    look="What does a weight of 0 leave of a value?",
)
def weights_added(A, V):
    return A[..., np.newaxis] + V[..., np.newaxis, :, :]


@misconception(
    "contributions",
    replaces="spread_values",
    says="Your contributions use the values of the first item for all items.",
    look="Try two items. Does the axis in front of V move along with that of A?",
)
def values_of_first_item(V):
    return (V[:1] if V.ndim > 2 else V)[..., np.newaxis, :, :]


@misconception(
    "contributions",
    replaces="spread_weights",
    says="Your contributions use the weights of the first item for all items.",
    look="Try two items. Does the axis in front of A move along with that of V?",
)
def weights_of_first_item(A):
    return np.broadcast_to(A[:1], A.shape)[..., np.newaxis] if A.ndim > 2 else A[..., np.newaxis]


# H


@misconception(
    "H",
    says="Your H is Aᵀ V: the weights are transposed before they meet the values. Row i of A "
    "belongs to query i.",
    look="Which axis of A is summed over? Try more keys than queries.",
    cause="weights_transposed",
)
def weights_transposed_in_H(A, V, contributions):
    return np.swapaxes(A, -1, -2) @ V


@misconception(
    "H",
    replaces="add_up",
    says="Your H sums the contributions over the queries. It sums over the keys: query i takes "
    "from all of them.",
    look="Which of the last three axes of the contributions belongs to the keys?",
)
def summed_over_queries(C):
    return C.sum(axis=-3)


@misconception(
    "H",
    replaces="add_up",
    says="Your H sums the contributions over their width. That stays; the sum is over the keys.",
    look="Which of the last three axes of the contributions belongs to the keys?",
)
def summed_over_width(C):
    return C.sum(axis=-1)


@misconception(
    "H",
    replaces="add_up",
    says="Your H sums over axis 1 of the contributions, which is that of the keys only where no "
    "axis stands in front.",
    look="Counted from the end, the place of the keys is always the same.",
)
def summed_over_axis_1(C):
    return C.sum(axis=1)


@misconception(
    "H",
    replaces="add_up",
    says="Your H sums over axis 2 of the contributions, which is that of the keys only where a "
    "single axis stands in front.",
    look="Counted from the end, the place of the keys is always the same.",
)
def summed_over_axis_2(C):
    return C.sum(axis=2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H is the mean of the contributions. The weights have shared out a whole already, so "
    "it is their sum.",
    look="With equal values and weights that sum to 1, H should be that value.",
)
def contributions_averaged(C):
    return C.mean(axis=-2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H is the largest of the contributions in each place. It is their sum.",
    look="With equal values and weights that sum to 1, H should be that value.",
)
def largest_contribution(C):
    return C.max(axis=-2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H leaves the last key out of its sum.",
    look="Where does the loop over the keys end?",
)
def last_key_left_out(C):
    return C[..., :-1, :].sum(axis=-2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H leaves the first key out of its sum.",
    look="Where does the loop over the keys begin?",
)
def first_key_left_out(C):
    return C[..., 1:, :].sum(axis=-2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H counts the last key only: what a loop adds up is overwritten each time.",
    look="Do your loops add up, or assign?",
)
def only_last_key(C):
    return C[..., -1, :]


@misconception(
    "H",
    cause="elementwise_weights",
    says="Your H multiplies A and V entry by entry. Each row of H is a sum over the keys.",
    look="There are two products in NumPy. Which one sums?",
)
def elementwise_weights_in_H(A, V, contributions):
    return A * V


@misconception(
    "H",
    cause="values_unweighted",
    says="Your H is V itself: the weights have no part in it.",
    look="What should H be where all weights are 0?",
)
def values_in_H(A, V, contributions):
    return V


@misconception(
    "H",
    says="Your H is the plain mean of the values, the same for every query.",
    look="Two rows of H should differ. Is A used?",
)
def values_averaged(A, V, contributions):
    mean = V.mean(axis=-2, keepdims=True)
    return np.broadcast_to(mean, (*A.shape[:-1], V.shape[-1]))


@misconception(
    "H",
    says="Your H takes the value of the key with the largest weight. It mixes the values of all.",
    look="Two equal weights should give the middle of two values.",
)
def best_value_only(A, V, contributions):
    best = np.arange(A.shape[-1]) == A.argmax(axis=-1)[..., np.newaxis]
    return best.astype(float) @ V


@misconception(
    "H",
    cause="weights_normalised_again",
    says="Your H divides each row of A by its sum first. The weights are taken as they are given.",
    look="What should H be for a row of weights that sum to 2?",
)
def weights_normalised_again_in_H(A, V, contributions):
    total = A.sum(axis=-1, keepdims=True)
    return (A / np.where(total == 0, 1, total)) @ V


@misconception(
    "H",
    says="Your H divides each column of A by its sum first. The weights are taken as given.",
    look="What should H be for a key to which every query gives a weight of 1?",
)
def weights_normalised_over_queries(A, V, contributions):
    total = A.sum(axis=-2, keepdims=True)
    return (A / np.where(total == 0, 1, total)) @ V


@misconception(
    "H",
    cause="weights_normalised_again",
    says="Your H is divided by the sum of the weights. They are taken as they are given, and a row "
    "of zeros gives zeros.",
    look="What should H be where all weights are 0?",
)
def divided_by_sum(A, V, contributions):
    return (A @ V) / A.sum(axis=-1, keepdims=True)


@misconception(
    "H",
    cause="weights_softened",
    says="Your H takes a softmax of A first. A holds weights already.",
    look="What should H be where all weights are 0?",
)
def weights_softened_in_H(A, V, contributions):
    return softmax(A) @ V


@misconception(
    "H",
    says="Your H multiplies A by Vᵀ, which runs only where V is as wide as there are keys.",
    look="Which axis of A meets which axis of V? It should be the keys.",
)
def values_transposed(A, V, contributions):
    return A @ np.swapaxes(V, -1, -2)


@misconception(
    "H",
    says="Your H lets every item's weights meet every item's values, so an axis in front comes "
    "twice.",
    look="What does your product do with the axes in front of the last two?",
)
def batch_paired(A, V, contributions):
    return np.dot(A, V)


@misconception(
    "H",
    cause="values_of_first_item",
    says="Your H reads the values of the first item for all items.",
    look="Try two items. Does the axis in front of V move along with that of A?",
)
def values_of_first_item_in_H(A, V, contributions):
    return A @ (V[:1] if V.ndim > 2 else V)


@misconception(
    "H",
    replaces="add_up",
    says="Your H has the width in front of the queries: its last two axes have changed places.",
    look="Print the shape of H, for more queries than the width.",
)
def reading_transposed(C):
    return np.swapaxes(C.sum(axis=-2), -1, -2)


@misconception(
    "H",
    replaces="add_up",
    says="Your H is cut off at 0. It is the sum of the contributions alone.",
    look="Nothing follows the sum that makes H.",
)
def reading_relu(C):
    return np.maximum(C.sum(axis=-2), 0)


@misconception(
    "H",
    replaces="add_up",
    says="Your H has lost its fractions.",
    look="Of which dtype is the array that you fill?",
)
def reading_truncated(C):
    return np.trunc(C.sum(axis=-2))


@misconception(
    "H",
    replaces="add_up",
    says="Your H holds the contributions of all keys one beside the other. It is their sum.",
    look="How many axes has your H?",
)
def not_summed(C):
    return C


@misconception(
    "H",
    says="Your H adds the values themselves to what is read: it is V + A V.",
    look="What should H be where all weights are 0?",
)
def values_added(A, V, contributions):
    return V + A @ V


# Y


@misconception(
    "Y",
    says="Your Y is H: the product with W_O is missing.",
    look="Is W_O used, and is the array that you return the one made with it?",
)
def output_missing(H, W_O):
    return H


@misconception(
    "Y",
    says="Your Y uses the output matrix the other way round: it is H W_Oᵀ.",
    look="W_O has d_v rows and d_model columns, as it is handed to you.",
)
def output_transposed(H, W_O):
    return write(H, W_O.T)


@misconception(
    "Y",
    says="Your Y has W_O on the left of H. Tokens are rows here, so it stands on the right.",
    look="Which axis of H is summed over? It should be its width.",
)
def output_on_the_left(H, W_O):
    return W_O @ H


@misconception(
    "Y",
    says="Your Y multiplies H and W_O entry by entry. H W_O is a matrix product.",
    look="There are two products in NumPy. Which one sums?",
)
def elementwise_output(H, W_O):
    return H * W_O


@misconception(
    "Y",
    says="Your Y is cut off at 0. It is H W_O alone.",
    look="Nothing follows the output projection.",
)
def output_relu(H, W_O):
    return np.maximum(write(H, W_O), 0)


@misconception(
    "Y",
    says="Your Y is a tanh of H W_O. It is the product alone.",
    look="Nothing follows the output projection.",
)
def output_tanh(H, W_O):
    return np.tanh(write(H, W_O))


@misconception(
    "Y",
    says="Your Y is a softmax of H W_O. It is the product alone.",
    look="Nothing follows the output projection.",
)
def output_softmax(H, W_O):
    return softmax(write(H, W_O))


@misconception(
    "Y",
    says="Your Y adds H to H W_O, which runs only where d_v equals d_model.",
    look="What should Y be where W_O is all zeros?",
)
def output_plus_H(H, W_O):
    return H + write(H, W_O)


@misconception(
    "Y",
    says="Your Y has 1 added everywhere, like a bias. The layer of this course has none.",
    look="What should Y be where W_O is all zeros?",
)
def output_bias(H, W_O):
    return write(H, W_O) + 1


@misconception(
    "Y",
    says="Your Y is multiplied by W_O twice, which runs only where d_v equals d_model.",
    look="Follow H through your code and count how often it meets W_O.",
)
def output_twice(H, W_O):
    return write(write(H, W_O), W_O)


@misconception(
    "Y",
    says="Your Y has each token normalised to mean 0 and variance 1. It is H W_O alone.",
    look="Layer normalisation belongs to the block around this layer, not to the layer.",
)
def output_normalised(H, W_O):
    Y = write(H, W_O)
    return (Y - Y.mean(axis=-1, keepdims=True)) / np.sqrt(Y.var(axis=-1, keepdims=True) + 1e-5)


@misconception(
    "Y",
    says="Your Y is divided by √d_v. There is no such factor behind the weights.",
    look="Let H be one row with a single 1: Y is then a row of W_O as it stands.",
)
def output_scaled(H, W_O):
    return write(H, W_O) / np.sqrt(W_O.shape[0])


@misconception(
    "Y",
    says="Your Y has its sign turned round.",
    look="Let H be one row with a single 1: Y is then a row of W_O as it stands.",
)
def output_negated(H, W_O):
    return -write(H, W_O)


@misconception(
    "Y",
    says="Your Y counts the last component of H only: what a loop adds up is overwritten.",
    look="Do your loops add up, or assign?",
)
def only_last_component(H, W_O):
    return H[..., -1:] * W_O[-1]


@misconception(
    "Y",
    says="Your Y has lost its fractions.",
    look="Of which dtype is the array that you fill?",
)
def output_truncated(H, W_O):
    return np.trunc(write(H, W_O))


@misconception(
    "Y",
    cause="output_truncated",
    says="Your Y has the kind of numbers that H has, so whole numbers in H give whole numbers, cut "
    "off.",
    look="Of which dtype is the array that you fill?",
)
def output_of_same_kind(H, W_O):
    return write(H, W_O).astype(H.dtype)


@misconception(
    "Y",
    says="Your Y has the width in front of the tokens: its last two axes have changed places.",
    look="Print the shape of Y, for more tokens than d_model.",
)
def output_turned(H, W_O):
    return np.swapaxes(write(H, W_O), -1, -2)


@misconception(
    "Y",
    says="Every row of your Y is the mean of all rows. Each token gets an output of its own.",
    look="Two rows of Y should differ.",
)
def output_pooled(H, W_O):
    Y = write(H, W_O)
    return np.broadcast_to(Y.mean(axis=-2, keepdims=True), Y.shape)


@misconception(
    "Y",
    says="Your Y leaves the last component of H out.",
    look="Where does the loop over the width of H end?",
)
def last_component_left_out(H, W_O):
    return write(H[..., :-1], W_O[:-1])


@misconception(
    "Y",
    says="Your Y gives every item the output of the first.",
    look="Try two items that differ.",
)
def output_of_first_item(H, W_O):
    Y = write(H, W_O)
    return np.broadcast_to(Y[:1], Y.shape) if Y.ndim > 2 else Y


@misconception(
    "Y",
    says="Your Y strings the tokens of all items into one long row of tokens. The axes in front "
    "stay as they are in H.",
    look="Print the shape of Y, for two items.",
)
def items_joined(H, W_O):
    return write(H.reshape(-1, H.shape[-1]), W_O)


# layer: what only a whole layer can get wrong


@misconception(
    "layer",
    replaces="masked",
    says="The layer builds a causal mask of its own. It is to use the M that it is given.",
    look="Hand over an M that forbids nothing, and see whether the first token reads the last.",
)
def own_causal_mask(S, M):
    T = S.shape[-1]
    return np.where(np.tri(T, dtype=bool), S, -np.inf)


@misconception(
    "layer",
    replaces="masked",
    cause="own_causal_mask",
    says="The layer adds a causal mask of its own to M. It is to use M alone, as it is given.",
    look="Hand over an M that forbids nothing, and see whether the first token reads the last.",
)
def own_causal_mask_added(S, M):
    return own_causal_mask(S, M) + M


@misconception(
    "layer",
    replaces="emit",
    says="The layer returns the mean of its tokens, or one row for all. Each token gets its own.",
    look="How many rows has the result, and do they differ?",
)
def tokens_pooled(H, X, W_V, W_O, write):
    return write(H, W_O).mean(axis=-2)
