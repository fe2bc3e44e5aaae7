"""Waits for a lock that it holds itself."""

import threading


def raw_scores(Q, K):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
