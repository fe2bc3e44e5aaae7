"""Raises an exception with a hundred million characters of text."""

def raw_scores(Q, K):
    raise ValueError("x" * 10**8)
