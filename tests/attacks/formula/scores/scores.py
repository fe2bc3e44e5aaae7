"""Raises exceptions whose text and name are spreadsheet formulas."""

ODD = type("=HYPERLINK(0)", (Exception,), {})


def raw_scores(Q, K):
    raise ODD("=1+1")


def scaled_scores(Q, K):
    raise ODD("@SUM(A1)\t=1")
