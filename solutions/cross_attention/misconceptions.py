"""Stage cross_attention: mistakes that have a name, each blamed on the object its piece belongs to.

What goes wrong where a sequence reads from itself as well stands in `solutions/mistakes` and with
the stage batching; what two sequences make possible, in this folder.
"""

from ..batching import masking, mixing
from ..mistakes import adopt, projections, reading, scoring, weighting
from . import hidden_keys, other_sizes, two_sides

SHARED = {
    "project": ("Q", "K", "V"),
    "queries": ("Q",),
    "keys": ("K",),
    "values": ("V",),
    **dict.fromkeys(("pair", "scale", "scores"), ("S",)),
    **dict.fromkeys(("beyond", "fill"), ("M",)),
    **dict.fromkeys(("masked", "softmax", "weights"), ("A",)),
    **dict.fromkeys(("axis_of_keys", "shift", "exponentiate", "total", "divide"), ("A",)),
    "gather": ("H",),
    "emit": ("Y",),
}

# Mistakes about one sequence, which have a form of their own here or cannot be made.
OF_ONE_SEQUENCE = (
    *("one_array_for_both", "K_made_from_Q", "inputs_with_inputs", "items_for_tokens"),
    *("padding_missing", "padding_on_queries", "queries_and_keys_hidden", "same_kind_allowed"),
    *("query_axis_missing", "lengths_along_keys", "nothing_forbidden", "masks_multiplied"),
    *("mask_transposed", "self_unread", "scores_for_weights", "values_averaged", "values_added"),
    *("elementwise_weights", "values_of_first_item", "output_of_values"),
)

BLAMED = {
    **{name: (name,) for name in ("Q", "K", "V", "S", "M", "A", "H", "Y")},
    **dict.fromkeys(("scores", "hand_back"), ("S",)),
    **dict.fromkeys(("forbid", "padded", "fill"), ("M",)),
    "gather": ("H",),
    "chain": ("batch",),
}

globals().update(adopt((two_sides,), BLAMED))
globals().update(
    adopt((projections, scoring, masking, weighting, reading, mixing), SHARED, omit=OF_ONE_SEQUENCE)
)
globals().update(adopt((hidden_keys, other_sizes), BLAMED))
