"""Closes every descriptor."""

import os


def raw_scores(Q, K):
    os.closerange(0, 4096)
    return Q
