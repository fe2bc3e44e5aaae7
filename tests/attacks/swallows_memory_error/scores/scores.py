"""Fills memory and keeps all of it while the error is told."""

KEPT = []


def raw_scores(Q, K):
    size = 1 << 24
    while size:
        try:
            KEPT.append(bytearray(size))
        except MemoryError:
            size //= 2
    raise MemoryError(KEPT)
