"""Raises an exception whose text is HTML."""

def raw_scores(Q, K):
    raise ValueError("<script>alert(1)</script><img src=x onerror=alert(2)></pre></div>")
