"""Ends with the status that a worker without memory ends with."""

import os


def raw_scores(Q, K):
    os._exit(78)
