"""Lets its answers wait in a pipe that is full, and never rings."""

import fcntl
import os
import struct

fcntl.fcntl(4, fcntl.F_SETFL, 0)  # waits where the pipe is full


def raw_scores(Q, K):
    os.write(4, b"R" + struct.pack("<I", 1 << 26))
    while True:
        os.write(4, bytes(1 << 10))
