"""Writes to its error stream without end."""

import os


def raw_scores(Q, K):
    while True:
        os.write(2, b"x" * 65536)
