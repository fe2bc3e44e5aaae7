"""Raises an exception whose text stacks marks over the lines above."""

def raw_scores(Q, K):
    raise ValueError("x" + "\u0301\u0489" * 200)
