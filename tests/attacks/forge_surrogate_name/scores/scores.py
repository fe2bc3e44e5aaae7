"""Sends an exception whose name no report can be written with."""

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
    name = struct.pack("<I", 6) + "\ud800\udfff".encode("utf-8", "surrogatepass")
    body = struct.pack("<I", CALLS[0]) + name + b"t\0\0\0\0" + name + b"NN"
    os.write(4, frame(b"E", body + b"t\0\0\0\0d\0\0\0\0"))
    next_call()


def next_call():
    """Read away the order that comes next, and answer it as before."""
    while True:
        os.read(3, 1 << 16)
        raw_scores(None, None)
