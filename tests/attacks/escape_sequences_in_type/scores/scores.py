"""Returns an object whose type is named by escape sequences."""

ODD = type("\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f".replace("\0", ""), (), {})


def raw_scores(Q, K):
    return ODD()
