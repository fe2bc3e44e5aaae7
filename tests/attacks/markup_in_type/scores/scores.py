"""Returns an object whose type is named by HTML."""

ODD = type("<script>alert(1)</script><img src=x onerror=alert(2)>", (), {})


def raw_scores(Q, K):
    return ODD()
