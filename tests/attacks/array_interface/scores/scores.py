"""Hands in an address as an array that the worker is to read."""

import numpy as np


class Wild:
    __array_interface__ = {
        "shape": (2, 3),
        "typestr": "<f8",
        "data": (0xDEAD000, False),
        "version": 3,
    }


def raw_scores(Q, K):
    return Wild()


def scaled_scores(Q, K):
    return Wild()
