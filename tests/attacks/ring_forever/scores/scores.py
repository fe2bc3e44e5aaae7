"""Rings without end and answers nothing."""

import os

RINGS = b"!" * 1_000_000


def raw_scores(Q, K):
    while True:
        os.write(3, RINGS)
