"""Announces four thousand million values."""

import os
import struct

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


def raw_scores(Q, K):
    os.write(4, result(1, b"l\xff\xff\xff\xff" + b"N" * 1000))
