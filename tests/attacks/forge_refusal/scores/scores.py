"""Claims that its worker could not be locked down, so that the mark be withheld."""

import os
import struct

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


os.write(4, frame(b"X", struct.pack("<I", 4) + b"none"))


def raw_scores(Q, K):
    os.write(4, frame(b"X", struct.pack("<I", 4) + b"none"))
