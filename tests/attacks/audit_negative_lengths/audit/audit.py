"""Asks its layer about sequences of negative and of endless length."""

import numpy as np


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    for length in (-1, -(2**62), 2**62, np.nan, np.inf):
        for kind in (float, int, object):
            try:
                layer(X, W_Q, W_K, W_V, W_O, lengths=np.full(len(X), length, dtype=kind))
            except Exception:
                continue
    return None
