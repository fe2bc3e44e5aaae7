"""Answers by itself, and then keeps running."""

import os
import struct

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


CALLS = [0]


def raw_scores(Q, K):
    CALLS[0] += 1
    os.write(4, result(CALLS[0]))
    while True:
        pass
