"""Stage shapes: mistaken ways to Q, K and V."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import project, softmax


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
    "Check where {W} enters.",
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
    "Ask yourself which axis of X a product with {W} sums over: it should be the features.",
)
def weight_on_the_left(X, W):
    return W @ X


@of_each(
    "Your {name} has {W} transposed on the left of X, so it mixes tokens. A projection acts on the "
    "features of each token alone.",
    "Ask yourself which axis of X a product with {W} sums over: it should be the features.",
)
def transposed_weight_on_the_left(X, W):
    return W.T @ X


@of_each(
    "Your {name} is made from X with its last two axes swapped, so features are taken for tokens.",
    "Ask yourself which axis of X a product with {W} sums over: it should be the features.",
)
def X_transposed(X, W):
    return np.swapaxes(X, -1, -2) @ W


@of_each(
    "Your {name} holds a token in each column. Its numbers are right, but a token is a row here, "
    "in X as in {name}.",
    "Look at what happens to X {W} before it is returned.",
)
def tokens_turned_to_columns(X, W):
    return np.swapaxes(X @ W, -1, -2)


@of_each(
    "Your {name} multiplies X and {W} entry by entry, which runs only where sizes happen to agree. "
    "X {W} is a matrix product.",
    "Look at the operator between X and {W}.",
)
def elementwise_projection(X, W):
    return X * W


@of_each(
    "Your {name} sends X {W} through a ReLU: negative numbers have become 0. A projection is "
    "linear, and nothing comes after it.",
    "Look at a negative entry of X {W}, and what becomes of it.",
)
def relu_after_projection(X, W):
    return np.maximum(X @ W, 0)


@of_each(
    "Your {name} sends X {W} through a tanh. A projection is linear, and nothing comes after it.",
    "Look at an entry of X {W} that is larger than 1, and what becomes of it.",
)
def tanh_after_projection(X, W):
    return np.tanh(X @ W)


@of_each(
    "Your {name} is a softmax of X {W}. The softmax belongs to the scores; {name} is X {W} as it "
    "is.",
    "Look at what happens to X {W} before it is returned.",
)
def softmax_after_projection(X, W):
    return softmax(X @ W)


@of_each(
    "Your {name} is divided by the square root of its width. That factor belongs to the scores, "
    "once; {name} is X {W} as it is.",
    "Look at what happens to X {W} before it is returned.",
)
def projection_scaled(X, W):
    return X @ W / np.sqrt(W.shape[1])


@of_each(
    "Your {name} is divided by √d_model. No factor was asked for: {name} is X {W} as it is.",
    "Look at what happens to X {W} before it is returned.",
)
def projection_scaled_by_d_model(X, W):
    return X @ W / np.sqrt(X.shape[-1])


@of_each(
    "Your {name} has its rows brought to length 1. {name} is X {W} as it is, and the lengths "
    "matter later.",
    "Look at what happens to X {W} before it is returned.",
)
def rows_normalised(X, W):
    P = X @ W
    length = np.linalg.norm(P, axis=-1, keepdims=True)
    return P / np.where(length == 0, 1, length)


@of_each(
    "Your {name} has 1 added everywhere, like a bias. The layer of this course has none.",
    "Nothing is to be added to X {W}.",
)
def bias_added(X, W):
    return X @ W + 1


@of_each(
    "Your {name} is rounded to whole numbers. X {W} is to keep its fractions, also where X holds "
    "integers.",
    "Look at the type of the numbers in the array you fill.",
)
def projection_truncated(X, W):
    return np.trunc(X @ W)


@of_each(
    "Your {name} is cut to whole numbers where X holds integers, though {W} holds fractions. An "
    "array made in the type of X keeps no fractions.",
    "Look at the type of the numbers in the array you fill.",
)
def integer_buffer(X, W):
    return (X @ W).astype(X.dtype)


@of_each(
    "Your {name} leaves the first feature of the tokens out of its sums.",
    "Check where the loop over the features begins.",
)
def first_feature_left_out(X, W):
    return X[..., 1:] @ W[1:]


@of_each(
    "Your {name} leaves the last feature of the tokens out of its sums.",
    "Check where the loop over the features ends.",
)
def last_feature_left_out(X, W):
    return X[..., :-1] @ W[:-1]


@of_each(
    "Your {name} has lost an axis of length 1. One sequence is still a batch, and one token still "
    "has its row.",
    "Look at the shape of {name} beside that of X, for B = 1 and for T = 1.",
)
def short_axes_lost(X, W):
    return np.squeeze(X @ W)


@of_each(
    "Your {name} is made from the first sequence alone. Each sequence of the batch has its own.",
    "Look at the axes of X in front of the last two.",
)
def first_sequence_only(X, W):
    return X[0] @ W if X.ndim > 2 else X @ W


@of_each(
    "Your {name} gives every sequence what belongs to the first. Each sequence of the batch has "
    "its own.",
    "Look at the axes of X in front of the last two.",
)
def first_sequence_for_all(X, W):
    return np.broadcast_to(X[:1] @ W, (*X.shape[:-1], W.shape[1])) if X.ndim > 2 else X @ W


@of_each(
    "Your {name} strings the tokens of all sequences into one long row of tokens. The axes in "
    "front of the last two stay as they are in X.",
    "Look at the shape of {name} beside that of X.",
)
def sequences_joined(X, W):
    return X.reshape(-1, X.shape[-1]) @ W


@of_each(
    "Your {name} is summed over the tokens. Each token has its own row.",
    "Look at the shape of {name} beside that of X.",
)
def tokens_summed(X, W):
    return (X @ W).sum(axis=-2)


@of_each(
    "Your {name} is projected twice. One product with {W} is asked for.",
    "Count how often {W} enters.",
)
def projected_twice(X, W):
    return X @ W @ W


@of_each(
    "Your {name} has X added to X {W}, which runs only where the widths agree. A residual comes "
    "after the layer, if at all.",
    "Nothing is to be added to X {W}.",
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
    "Look at the weight in the line that makes it (is it a copy of another line?), and at the "
    "order of what you return."
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
    look="Look at what stands on the left of W_K.",
)
def K_made_from_Q(X, W_Q, W_K, W_V):
    return project(project(X, W_Q), W_K)


@misconception(
    "V",
    says="Your V is made from K: the keys are projected once more, by W_V. Values are made from X, "
    "like keys.",
    look="Look at what stands on the left of W_V.",
)
def V_made_from_K(X, W_Q, W_K, W_V):
    return project(project(X, W_K), W_V)
