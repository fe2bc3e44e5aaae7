"""Hands in an iterator without end."""

import itertools


def raw_scores(Q, K):
    return itertools.count()


def scaled_scores(Q, K):
    return itertools.count()
