"""Fills memory with a list."""

def raw_scores(Q, K):
    kept = []
    while True:
        kept.append([0] * 100_000)
