"""Kills its own process."""

import os
import signal


def raw_scores(Q, K):
    os.kill(os.getpid(), signal.SIGKILL)
    return Q
