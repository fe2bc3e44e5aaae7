"""Answers with escape sequences."""

def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    return "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f"
