"""Returns an integer of ten million digits."""

def raw_scores(Q, K):
    return 1 << 30_000_000
