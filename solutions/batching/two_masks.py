"""Mistakes in one of the two masks, that of later keys or that of the padding, the other right."""

import numpy as np

from ..mistakes import mistake
from ..mistakes.fills import COMMON
from .masking import FINITE_FILL


def _filled(number, is_causal, **told):
    """The mistake that one of the masks holds this number where it forbids."""

    def fill(masks):
        numbers = (number if (mask.ndim == 2) == is_causal else -np.inf for mask in masks)
        return sum(map(np.where, masks, numbers, np.zeros(len(masks))))

    return mistake("fill", **told)(fill)


PLUS_INFINITY = {
    "cause": "plus_infinity",
    "says": "Forbidden entries of one of the two masks are +inf. They are −inf.",
    "look": "Print each of the masks before they meet.",
}

for _which, _is_causal in (("causal", True), ("padding", False)):
    globals()[f"plus_infinity_in_{_which}"] = _filled(np.inf, _is_causal, **PLUS_INFINITY)
    for _k, _number in enumerate(COMMON):
        globals()[f"finite_fill_in_{_which}_{_k}"] = _filled(_number, _is_causal, **FINITE_FILL)
