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
    return np.tri(T, dtype=bool)

def padding_mask(lengths, T):
    lengths = np.reshape(lengths, (-1, 1, 1))
    return MaskTools.additive(np.arange(T) < lengths)

def combine_masks(*masks):
    keep = MaskTools.keep(masks[0])
    for other in masks[1:]:
        keep = keep & MaskTools.keep(other)
    return MaskTools.additive(keep)

def apply_mask(S, M):
    return np.where(MaskTools.keep(M), S, MaskTools.forbidden)
