"""Fills memory while being imported."""

import numpy as np

KEPT = []
while True:
    KEPT.append(np.ones(1_000_000))
