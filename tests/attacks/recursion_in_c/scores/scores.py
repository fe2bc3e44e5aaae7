"""Recurses inside C code until the stack overflows."""

import sys

sys.setrecursionlimit(2**31 - 1)


def raw_scores(Q, K):
    nested = []
    for _ in range(1_000_000):
        nested = [nested]
    return repr(nested)
