"""Hands in a list that contains itself."""

LOOP = []
LOOP.append(LOOP)


def raw_scores(Q, K):
    return LOOP


def scaled_scores(Q, K):
    return {"S": LOOP}
