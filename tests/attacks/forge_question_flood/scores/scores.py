"""Asks questions to nobody without end."""

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
    while True:
        os.write(4, frame(b"Q", struct.pack("<II", 1, 9) + b"t\0\0\0\0d\0\0\0\0"))
