import numpy as np

class MaskTools:
    forbidden = -np.inf

    @classmethod
    def additive(cls, keep):
        out = np.zeros(keep.shape)
        out[~keep] = cls.forbidden
        return out

    @staticmethod
    def keep(mask):
        return ~np.isinf(mask)

def causal_mask(T):
    return MaskTools.additive(np.tri(T, dtype=bool))

def padding_mask(lengths, T):
    lengths = np.reshape(lengths, (-1, 1, 1))
    return MaskTools.additive(np.arange(T) < lengths)

def combine_masks(*masks):
    keep = np.ones(1, dtype=bool)
    for m in masks:
        keep = keep & MaskTools.keep(m)
    while keep.ndim > 2:
        keep = keep.all(axis=0)
    return MaskTools.additive(keep)

def apply_mask(S, M):
    return np.where(MaskTools.keep(M), S, MaskTools.forbidden)
