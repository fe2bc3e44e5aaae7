"""Raises a group of groups of exceptions."""

def raw_scores(Q, K):
    error = ValueError("x")
    for _ in range(300):
        error = ExceptionGroup("group", [error, error])
    raise error
