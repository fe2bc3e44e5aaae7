import enum
import functools
import operator

import numpy as np


class Look(enum.IntEnum):
    ALLOWED = 0
    FORBIDDEN = 1

    @property
    def value_added(self):
        return float("-inf") if self else 0.0


TABLE = np.array([look.value_added for look in Look])


class Mask:
    """Forbidden places as a set of booleans; | is the union."""

    def __init__(self, forbidden):
        self.forbidden = np.asarray(forbidden, dtype=bool)

    @classmethod
    def of(cls, additive):
        return cls(additive < 0)

    def __or__(self, other):
        return Mask(self.forbidden | other.forbidden)

    def __array__(self, dtype=None, copy=None):
        return TABLE[self.forbidden.astype(int)]

    def additive(self):
        return np.asarray(self)


class Causal:
    def __call__(self, T):
        return Mask(np.subtract.outer(range(T), range(T)) < 0).additive()


class Padding:
    def __call__(self, lengths, T):
        return Mask(np.greater_equal.outer(range(T), lengths).T[:, np.newaxis, :]).additive()


causal_mask = Causal()
padding_mask = Padding()
combine_masks = lambda *masks: functools.reduce(operator.or_, map(Mask.of, masks)).additive()
apply_mask = operator.add
