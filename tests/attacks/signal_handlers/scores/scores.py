"""Catches every signal, and has an alarm ring while it is read."""

import signal


def rings(number, frame):
    signal.setitimer(signal.ITIMER_REAL, 0.0001)
    raise RuntimeError("ring")


for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, rings)


def raw_scores(Q, K):
    signal.setitimer(signal.ITIMER_REAL, 0.0001)
    return Q
