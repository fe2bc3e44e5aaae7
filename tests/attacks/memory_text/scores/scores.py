"""Fills memory with a text."""

def raw_scores(Q, K):
    text = "x"
    while True:
        text += text
