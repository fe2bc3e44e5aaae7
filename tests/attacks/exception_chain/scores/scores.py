"""Raises an exception with a chain of a hundred thousand causes."""

def raw_scores(Q, K):
    error = None
    for _ in range(100_000):
        fault = ValueError("fault")
        fault.__cause__ = error
        error = fault
    raise error
