"""Mistaken projections: the piece `project`, and which matrix makes Q, K and V."""

import numpy as np

from ..pieces import project
from . import mistake


@mistake(
    "project",
    says="The tokens X are handed on as they are, without any projection.",
    look="Q, K and V have a matrix each, of shape (d_model, width). Is it used?",
)
def projection_missing(X, W):
    return X


@mistake(
    "project",
    says="The product with the matrix is cut off at 0, so no entry is negative. The projection is "
    "the product alone.",
    look="Nothing follows the product here; the softmax is the only bend in this layer.",
)
def relu_after_projection(X, W):
    return np.maximum(project(X, W), 0)


@mistake(
    "project",
    says="A tanh is taken of the product with the matrix. The projection is the product alone.",
    look="Nothing follows the product here; the softmax is the only bend in this layer.",
)
def tanh_after_projection(X, W):
    return np.tanh(project(X, W))


@mistake(
    "project",
    says="Every entry of the product with the matrix has 1 added to it. This layer has no biases.",
    look="Compare the projection of a token of zeros with what it should be.",
)
def bias_added(X, W):
    return project(X, W) + 1


@mistake(
    "project",
    says="The matrix is used the other way round: X is multiplied by its transpose.",
    look="The matrices have d_model rows, as they are handed to you. Try a width that is not "
    "d_model.",
)
def weight_transposed(X, W):
    return X @ W.T


@mistake(
    "project",
    says="The tokens are multiplied by the same matrix twice. One product was asked.",
    look="Follow X through your code and count how often it meets this matrix.",
)
def projected_twice(X, W):
    return project(project(X, W), W)


@mistake(
    "project",
    says="The projected tokens are brought to length 1. They keep the length that the product "
    "gives them.",
    look="Nothing follows the product here: no normalisation of queries, keys or values.",
)
def rows_normalised(X, W):
    P = project(X, W)
    size = np.linalg.norm(P, axis=-1, keepdims=True)
    return P / np.where(size == 0, 1, size)


@mistake(
    "project",
    says="The mean of each token is taken off before the projection. X is projected as it is.",
    look="Compare what is multiplied by the matrix with the X that was handed over.",
)
def input_centred(X, W):
    return project(X - X.mean(axis=-1, keepdims=True), W)


@mistake(
    "project",
    says="Each token is normalised to mean 0 and variance 1 before the projection. X is projected "
    "as it is.",
    look="Layer normalisation belongs to the block around this layer, not to the layer.",
)
def input_normalised(X, W):
    spread = np.sqrt(X.var(axis=-1, keepdims=True) + 1e-5)
    return project((X - X.mean(axis=-1, keepdims=True)) / spread, W)


@mistake(
    "project",
    says="The result has the kind of numbers that X has, so whole tokens with broken weights give "
    "whole numbers, cut off. The product keeps its fractions.",
    look="Of which dtype is the array that the result is written into?",
)
def projection_truncated(X, W):
    return project(X, W).astype(X.dtype)


@mistake(
    "project",
    says="The axes of tokens and of width have changed places in the projection.",
    look="Tokens are rows here, X W; a text that writes W x has them in columns.",
)
def tokens_turned_to_columns(X, W):
    return np.swapaxes(project(X, W), -1, -2)


@mistake(
    "project",
    says="The projection is divided by the square root of its width. That factor belongs to the "
    "scores, once.",
    look="Where does the factor 1/√d_k stand in the formulas, and on which object?",
)
def projection_scaled(X, W):
    return project(X, W) / np.sqrt(W.shape[1])


@mistake(
    "project",
    says="Only the last feature of a token takes part: what a loop adds up is overwritten.",
    look="Do your loops add up, or assign?",
)
def only_last_feature(X, W):
    return X[..., -1:] * W[-1]


@mistake(
    "project",
    says="The last feature of a token is left out of the sum.",
    look="Where does the loop over the features end?",
)
def last_feature_left_out(X, W):
    return project(X[..., :-1], W[:-1])


@mistake(
    "project",
    says="The tokens are shifted by one: each row is made from the token before it.",
    look="Let X have one row that is not zeros, and see where it turns up.",
)
def tokens_shifted(X, W):
    return project(np.roll(X, 1, axis=-2), W)


@mistake(
    "queries",
    says="Q and K are one array: what is added to one is added to the other.",
    look="How many arrays does your code make, and how many names has each?",
    cause="one_array_for_both",
)
def Q_shared_with_K(X, W_Q, W_K, W_V):
    return project(X, W_Q) + project(X, W_K)


@mistake(
    "keys",
    says="Q and K are one array: what is added to one is added to the other.",
    look="How many arrays does your code make, and how many names has each?",
    cause="one_array_for_both",
)
def K_shared_with_Q(X, W_Q, W_K, W_V):
    return project(X, W_Q) + project(X, W_K)


@mistake(
    "queries",
    says="The queries Q are made with W_K, the matrix of the keys.",
    look="Read the names in the line that makes Q.",
)
def Q_made_with_W_K(X, W_Q, W_K, W_V):
    return project(X, W_K)


@mistake(
    "queries",
    says="The queries Q are made with W_V, the matrix of the values.",
    look="Read the names in the line that makes Q.",
)
def Q_made_with_W_V(X, W_Q, W_K, W_V):
    return project(X, W_V)


@mistake(
    "keys",
    says="The keys K are made with W_Q, the matrix of the queries.",
    look="Read the names in the line that makes K.",
)
def K_made_with_W_Q(X, W_Q, W_K, W_V):
    return project(X, W_Q)


@mistake(
    "keys",
    says="The keys K are made with W_V, the matrix of the values.",
    look="Read the names in the line that makes K.",
)
def K_made_with_W_V(X, W_Q, W_K, W_V):
    return project(X, W_V)


@mistake(
    "keys",
    says="The keys K are made from the queries: Q is multiplied by W_K. They are made from X.",
    look="Which array does each of the three projections start from?",
)
def K_made_from_Q(X, W_Q, W_K, W_V):
    return project(project(X, W_Q), W_K)


@mistake(
    "values",
    says="The values V are made with W_K: they are the keys.",
    look="Read the names in the line that makes V.",
)
def V_made_with_W_K(X, W_Q, W_K, W_V):
    return project(X, W_K)


@mistake(
    "values",
    says="The values V are made with W_Q: they are the queries.",
    look="Read the names in the line that makes V.",
)
def V_made_with_W_Q(X, W_Q, W_K, W_V):
    return project(X, W_Q)


@mistake(
    "values",
    cause="projection_missing",
    says="The values V are the tokens X themselves. They are X W_V.",
    look="What is passed on is projected too. See whether W_V is used at all.",
)
def v_unprojected(X, W_Q, W_K, W_V):
    return X


@mistake(
    "values",
    says="The values V are made from the keys: K is multiplied by W_V. They are made from X.",
    look="Which array does each of the three projections start from?",
)
def V_made_from_K(X, W_Q, W_K, W_V):
    return project(project(X, W_K), W_V)
