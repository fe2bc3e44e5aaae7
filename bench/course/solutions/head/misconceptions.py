"""Stage head: one known mistake."""

from autograder.authoring import misconception


@misconception(
    "S",
    replaces="divided",
    says="Your {} is never divided.",
    look="What follows the product.",
)
def scale_missing(S, Q):
    return S
