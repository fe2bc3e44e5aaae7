"""Raises an exception whose class is named by escape sequences."""

ODD = type("\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f".replace("\0", ""), (Exception,), {})


def raw_scores(Q, K):
    raise ODD("x")
