"""Stage factor, mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception


@misconception(
    "W",
    replaces="roots",
    says="Your W is the weight itself; it should be its root.",
    look="What is squared afterwards.",
)
def weights_not_rooted(weights):
    return weights


@misconception(
    "Q",
    replaces="signed",
    says="Your Q has the signs that NumPy gives; they should make R's diagonal positive.",
    look="The sign of each column.",
)
def signs_as_they_come(Q, R):  # noqa: ARG001 - the parameters of what it replaces
    return Q


@misconception(
    "R",
    replaces="upper",
    says="Your R is turned round: it is lower triangular.",
    look="Where the zeros stand.",
)
def lower_triangle(R):
    return np.swapaxes(np.triu(R), -1, -2)


@misconception(
    "c",
    replaces="weighted",
    says="Your c forgets the weights of b.",
    look="What A is multiplied by before Q is made.",
)
def b_not_weighted(b, W):  # noqa: ARG001 - the parameters of what it replaces
    return b


@misconception(
    "x",
    replaces="oriented",
    says="Your x solves Rᵀ x = c.",
    look="Which unknown is found first.",
)
def transposed(R):
    return np.swapaxes(R, -1, -2)


@misconception(
    "r",
    replaces="difference",
    says="Your r is A x − b; it should be b − A x.",
    look="The sign.",
)
def sign_reversed(b, fitted):
    return fitted - b
