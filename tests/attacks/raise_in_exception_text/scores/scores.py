"""Raises an exception whose text raises, and whose representation is no text."""

class Odd(Exception):
    def __str__(self):
        raise SystemExit

    def __repr__(self):
        return 5


def raw_scores(Q, K):
    raise Odd


def scaled_scores(Q, K):
    raise Odd from Odd()
