"""Warns and logs without end."""

import logging
import warnings


def raw_scores(Q, K):
    while True:
        warnings.warn("x" * 1000)
        logging.warning("x" * 1000)
