"""Returns a list nested a million deep."""

def raw_scores(Q, K):
    nested = []
    for _ in range(1_000_000):
        nested = [nested]
    return nested
