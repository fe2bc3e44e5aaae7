"""Raises an exception whose text is escape sequences for a terminal."""

TEXT = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f"


def raw_scores(Q, K):
    raise ValueError(TEXT)
