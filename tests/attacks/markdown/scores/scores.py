"""Raises an exception whose text is Markdown with an image from elsewhere."""

def raw_scores(Q, K):
    raise ValueError("![x](http://localhost/x.png) [y](javascript:alert(1)) ``` $\\href{x}{y}$ | a |")
