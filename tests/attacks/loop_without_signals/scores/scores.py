"""Ignores every signal and loops."""

import signal

signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)


def raw_scores(Q, K):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
