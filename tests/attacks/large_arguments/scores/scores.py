"""Enlarges the arrays it was given, which are sent back."""

def raw_scores(Q, K):
    Q.resize((3_000_000,), refcheck=False)
    return Q
