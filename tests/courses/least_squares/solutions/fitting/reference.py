"""Stage fitting, what is right; in float64 whatever the parameters are."""

import numpy as np


def J(f, p, step):
    p = np.asarray(p, dtype=float)
    moves = float(step) * np.eye(len(p))
    return np.stack([slope(f, p, move) for move in moves], axis=-1) / float(step)


def slope(f, p, move):
    return (f(p + move) - f(p - move)) / 2


def next_p(f, p, y, jacobian):
    p = np.asarray(p, dtype=float)
    return p + move(jacobian(f, p), np.asarray(y, dtype=float) - f(p))


def move(J, gap):
    return np.linalg.lstsq(J, gap, rcond=None)[0]
