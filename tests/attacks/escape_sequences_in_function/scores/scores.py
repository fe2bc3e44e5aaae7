"""Has a function and a file name of escape sequences in its traceback."""

SOURCE = compile("def f():\n    raise ValueError\n", "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f".replace("\0", ""), "exec")
NAMES = {}
exec(SOURCE, NAMES)


def raw_scores(Q, K):
    code = NAMES["f"].__code__
    NAMES["f"].__code__ = code.replace(co_name="\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1m\u202e\u2066\x00\r\n\t\x7f", co_filename=__file__, co_firstlineno=10**9)
    NAMES["f"]()
