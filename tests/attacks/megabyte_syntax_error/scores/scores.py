"""Raises a syntax error that carries a megabyte."""

raise SyntaxError("x" * 1_000_000, ("scores.py", 7, 7, "\x1b" * 1_000_000))
