import sys
import types

import numpy as np


class Masks(types.ModuleType):
    """The module's own class: its methods are the stage's functions."""

    def causal_mask(self, T):
        return np.where(np.tri(T), 0.0, -np.inf)

    @staticmethod
    def padding_mask(lengths, T):
        return np.where(np.arange(T) < lengths[:, None, None], 0.0, -np.inf)

    def combine_masks(self, *masks):
        return masks[0] if len(masks) == 1 else masks[0] + self.combine_masks(*masks[1:])

    @property
    def apply_mask(self):
        return np.add


sys.modules[__name__].__class__ = Masks
