"""Raises a syntax error whose parts are of the wrong types."""

error = SyntaxError("x", ("scores.py", -5, {}, None))
error.msg = ["list"]
error.lineno = 10**30
raise error
