"""Reads address 0."""

import ctypes


def raw_scores(Q, K):
    return ctypes.string_at(0)
