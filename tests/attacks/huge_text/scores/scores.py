"""Returns a text of two hundred million characters."""

def raw_scores(Q, K):
    return "x" * 200_000_000
