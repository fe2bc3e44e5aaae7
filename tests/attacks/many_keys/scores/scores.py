"""Returns a dict of a million keys."""

def raw_scores(Q, K):
    return {str(number): number for number in range(1_000_000)}
