"""Raises an exception with a name of a megabyte."""

ODD = type("x" * 1_000_000, (Exception,), {})


def raw_scores(Q, K):
    raise ODD("x")
