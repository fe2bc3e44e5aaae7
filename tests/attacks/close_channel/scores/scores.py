"""Closes its channel and lives on."""

import os
import time


def raw_scores(Q, K):
    os.close(3)
    time.sleep(60)
