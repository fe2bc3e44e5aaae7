"""Stage scores, what is right: the raw scores, and S."""

from ..pieces import pair, scale


def raw_scores(Q, K):
    """Every query with every key."""
    return pair(Q, K)


def S(Q, K, raw_scores):
    """The raw scores over √d_k."""
    return scale(meet(Q, K, raw_scores), Q)


def meet(Q, K, raw_scores):
    """The raw scores that S is made from."""
    return raw_scores(Q, K)
