"""Opens files until no descriptor is left."""

import os

KEPT = []


def raw_scores(Q, K):
    kept = []
    try:
        while True:
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        KEPT.extend(kept)
    return Q
