"""Asks by forged messages: of no function, of another call, without arguments."""

import os
import struct


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    for body in (struct.pack("<II", 1, 99), struct.pack("<II", 999, 0), b""):
        os.write(4, b"Q" + struct.pack("<I", len(body)) + body)
    return None
