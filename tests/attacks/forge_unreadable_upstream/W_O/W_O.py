"""Hands in upstream a value that cannot be handed back for the next object."""

import os
import struct

NUMBERS = range(200)


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


def result(number, value=b"N"):
    return frame(b"R", struct.pack("<I", number) + value + b"t\0\0\0\0d\0\0\0\0")


CALLS = [0]


def weighted_values(A, V):
    return (item for item in V)


def output_projection(H, W_O):
    return H @ W_O


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    return X
