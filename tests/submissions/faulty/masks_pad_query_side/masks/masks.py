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
    keep = np.arange(T)[None, :, None] < np.reshape(lengths, (-1, 1, 1))
    return MaskTools.additive(keep)

def combine_masks(*masks):
    keep = MaskTools.keep(masks[0])
    for other in masks[1:]:
        keep = keep & MaskTools.keep(other)
    return MaskTools.additive(keep)

def apply_mask(S, M):
    return np.where(MaskTools.keep(M), S, MaskTools.forbidden)
