import sys
import warnings

import numpy as np

np.set_printoptions(precision=2, suppress=True, threshold=5, legacy="1.13")
np.seterr(divide="raise", over="raise", invalid="raise", under="ignore")


class SlowWarning(UserWarning):
    pass


def raw_scores(Q, K):
    warnings.warn("this is slow", SlowWarning, stacklevel=2)
    print("Q", Q, "K", K, sep="\n", file=sys.stderr)
    return np.inner(Q, K) if Q.ndim == 2 else Q @ K.swapaxes(-1, -2)


def scaled_scores(Q, K):
    warnings.warn("deprecated by its author", DeprecationWarning)
    print("scaled", end="")
    return raw_scores(Q, K) / np.sqrt(np.float64(Q.shape[-1]))
