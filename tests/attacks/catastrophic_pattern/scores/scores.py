"""Matches a regular expression that takes exponential time."""

import re


def raw_scores(Q, K):
    return re.match("(a+)+$", "a" * 60 + "b")
