"""Corrupts how the worker packs its numbers."""

import sys

protocol = sys.modules["grading_worker.protocol"]


class Liar:
    size = 5

    def pack(self, *args):
        return b"\xff" * 5

    def unpack(self, data):
        return b"C", 0


protocol.HEADER = Liar()


def raw_scores(Q, K):
    return Q
