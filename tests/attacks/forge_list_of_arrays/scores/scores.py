"""Sends a list of None and an array, which no comparison of lists survives."""

import fcntl
import os
import struct

fcntl.fcntl(4, fcntl.F_SETFL, 0)  # waits where the pipe is full

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


SEEN = [0]
ARRAY = b"a\x0b\x01" + struct.pack("<Qdd", 2, 1.0, 2.0)


def raw_scores(Q, K):
    while True:
        SEEN[0] += 1
        os.write(4, result(SEEN[0], b"l\2\0\0\0N" + ARRAY))
