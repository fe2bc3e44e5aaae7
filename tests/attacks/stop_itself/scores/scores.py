"""Stops its own process, so that it neither ends nor answers."""

import os
import signal
import time


def raw_scores(Q, K):
    try:
        os.kill(os.getpid(), signal.SIGSTOP)
    finally:
        time.sleep(60)
