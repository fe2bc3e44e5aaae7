"""Replaces and closes the standard streams."""

import sys

sys.stdout.close()
sys.stdin = sys.stdout = sys.stderr = None


def raw_scores(Q, K):
    return input()
