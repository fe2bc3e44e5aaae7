"""Additive masks: 0 = may look, -inf = may not."""
import numpy as np

NEG = float("-inf")


def causal_mask(T: int) -> np.ndarray:
    mask = np.zeros((T, T))
    mask[np.triu_indices(T, k=1)] = NEG
    return mask


def padding_mask(lengths, T):
    mask = np.zeros((len(lengths), 1, T))
    for b in range(len(lengths)):
        j = lengths[b]
        while j < T:
            mask[b, 0, j] = NEG
    return mask


def combine_masks(*masks: np.ndarray) -> np.ndarray:
    forbidden = np.zeros(np.broadcast_shapes(*(m.shape for m in masks)), dtype=bool)
    for m in masks:
        forbidden |= np.isneginf(m)
    return np.where(forbidden, NEG, 0.0)


def apply_mask(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    return np.add(S, M)
