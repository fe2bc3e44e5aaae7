"""Loops for ever inside one call of C code."""

def raw_scores(Q, K):
    return sum(iter(int, 1))
