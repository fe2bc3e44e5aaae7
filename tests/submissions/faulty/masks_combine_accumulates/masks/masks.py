"""Additive masks: 0 = may look, -inf = may not."""
import numpy as np

NEG = float("-inf")


def causal_mask(T: int) -> np.ndarray:
    mask = np.zeros((T, T))
    mask[np.triu_indices(T, k=1)] = NEG
    return mask


def padding_mask(lengths: np.ndarray, T: int) -> np.ndarray:
    mask = np.full((len(lengths), 1, T), NEG)
    for b, n in enumerate(lengths):
        mask[b, 0, :n] = 0.0
    return mask


def combine_masks(*masks, _seen={}):
    shape = np.broadcast_shapes(*(m.shape for m in masks))
    forbidden = _seen.setdefault(shape, np.zeros(shape, dtype=bool))
    for m in masks:
        forbidden |= np.isneginf(m)
    return np.where(forbidden, NEG, 0.0)


def apply_mask(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    return np.add(S, M)
