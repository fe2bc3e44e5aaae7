"""Raises exceptions with text that is no Unicode."""

def raw_scores(Q, K):
    raise ValueError("\ud800 \udcff \udfff")


def scaled_scores(Q, K):
    return "\ud800"
