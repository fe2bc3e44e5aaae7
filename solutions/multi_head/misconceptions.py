"""Stage multi_head: mistakes that have a name, each blamed on the object its piece belongs to.

What goes wrong with one head as well stands in `solutions/mistakes` and with the stage batching;
what an axis of heads makes possible, in this folder.
"""

from ..batching import masking, mixing, two_masks
from ..mistakes import adopt, projections, reading, scoring, weighting
from . import other_sizes, side_by_side, splitting

SHARED = {
    "project": ("Q", "K", "V"),
    "queries": ("Q",),
    "keys": ("K",),
    "values": ("V",),
    **dict.fromkeys(("pair", "scale", "scores"), ("S",)),
    **dict.fromkeys(("later", "beyond", "forbid", "join", "fill"), ("M",)),
    **dict.fromkeys(("masked", "softmax", "weights"), ("A",)),
    **dict.fromkeys(("shift", "exponentiate", "total", "divide"), ("A",)),
    "gather": ("H",),
    "emit": ("Y",),
}

# Mistakes with one head that have a form of their own here or cannot be made.
OF_ONE_HEAD = (
    *("tokens_turned_to_columns", "queries_with_values", "inputs_with_inputs", "scaled_by_d_v"),
    *("items_for_tokens", "scaled_again", "weights_scaled", "scores_for_weights"),
    *("keys_for_values", "inputs_for_values", "elementwise_weights"),
)

globals().update(
    adopt(
        (projections, scoring, masking, two_masks, weighting, reading, mixing),
        SHARED,
        omit=OF_ONE_HEAD,
    )
)
globals().update(adopt((weighting,), {"axis_of_keys": ("A",)}))

BLAMED = {
    **dict.fromkeys(("split", "cut", "heads_first"), ("split",)),
    **dict.fromkeys(("merge", "heads_last", "flatten"), ("merge",)),
    **{name: (name,) for name in ("Q", "K", "V", "S", "A", "H", "Y")},
    **dict.fromkeys(("scores", "pair"), ("S",)),
    "for_each_head": ("M",),
    **dict.fromkeys(("axis_of_keys", "softmax"), ("A",)),
    "gather": ("H",),
    "chain": ("batch",),
}

globals().update(adopt((splitting, side_by_side, other_sizes), BLAMED))
