"""Prints without end."""

def raw_scores(Q, K):
    while True:
        print("x" * 10_000)
