"""One head of attention, in four functions."""


def pair(Q, K):
    """Scores Q Kᵀ / √d, (T, T)."""
    raise NotImplementedError


def soften(S):
    """Each row of S as weights that sum to 1, (T, T)."""
    raise NotImplementedError


def weigh(A, V):
    """The values weighted by A, (T, d)."""
    raise NotImplementedError


def head(Q, K, V):
    """All of it, (T, d)."""
    raise NotImplementedError
