"""Writes to the channel as fast as it can."""

import fcntl
import os
import struct

fcntl.fcntl(4, fcntl.F_SETFL, 0)  # waits where the pipe is full

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


def raw_scores(Q, K):
    os.write(4, b"R" + struct.pack("<I", 100 * 1024 * 1024))
    junk = b"N" * (1 << 20)
    while True:
        os.write(4, junk)
