"""Computes a number of a thousand million digits."""

def raw_scores(Q, K):
    return 10 ** (10**9)
