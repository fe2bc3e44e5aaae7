"""Hands in a generator."""

import numpy as np


def raw_scores(Q, K):
    return (row for row in Q)


def scaled_scores(Q, K):
    return (row for row in Q)
