"""Waits for input."""

def raw_scores(Q, K):
    return input()
