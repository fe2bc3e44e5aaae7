"""Stage batching: mistakes that have a name, each blamed on the object its piece belongs to.

What goes wrong in one sequence as well stands in `solutions/mistakes`; the mask, the mixing of
items, and the faults that only batches of some sizes show, in this folder.
"""

from ..mistakes import adopt, projections, reading, scoring, weighting
from . import masking, mixing, other_sizes, two_masks

BLAMED = {
    "project": ("Q", "K", "V"),
    **dict.fromkeys(("queries", "Q"), ("Q",)),
    **dict.fromkeys(("keys", "K"), ("K",)),
    **dict.fromkeys(("values", "V"), ("V",)),
    **dict.fromkeys(("pair", "scale", "scores", "hand_back"), ("S",)),
    **dict.fromkeys(("later", "beyond", "forbid", "join", "fill", "M"), ("M",)),
    **dict.fromkeys(("masked", "softmax", "weights", "A"), ("A",)),
    **dict.fromkeys(("axis_of_keys", "shift", "exponentiate", "total", "divide"), ("A",)),
    **dict.fromkeys(("gather", "H"), ("H",)),
    **dict.fromkeys(("emit", "Y"), ("Y",)),
    "chain": ("batch",),
}

globals().update(
    adopt(
        (projections, scoring, masking, two_masks, weighting, reading, mixing, other_sizes),
        BLAMED,
    )
)
