import math
import numpy as np


def raw_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Dot product of every query with every key."""
    return np.einsum("...id,...jd->...ij", Q, K)


def scaled_scores(Q, K):
    scale = 1.0 / math.sqrt(K.shape[-1])
    return np.einsum("...id,...jd->...ji", Q, K) * scale
