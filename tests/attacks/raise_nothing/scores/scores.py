"""Raises what is no exception, and an exception without arguments."""

def raw_scores(Q, K):
    raise 5


def scaled_scores(Q, K):
    raise UnicodeDecodeError
