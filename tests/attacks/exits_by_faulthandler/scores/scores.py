"""Has the process end by itself, later, from a thread of C code."""

import faulthandler
import time


def raw_scores(Q, K):
    faulthandler.dump_traceback_later(0.1, exit=True)
    time.sleep(600)
