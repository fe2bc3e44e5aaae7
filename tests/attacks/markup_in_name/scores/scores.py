"""Raises an exception whose class is named by HTML."""

ODD = type("<script>alert(1)</script><img src=x onerror=alert(2)>", (Exception,), {})


def raw_scores(Q, K):
    raise ODD("x")
