"""Recurses for ever, with the limit taken away."""

import sys

sys.setrecursionlimit(2**31 - 1)


def raw_scores(Q, K):
    return raw_scores(Q, K)
