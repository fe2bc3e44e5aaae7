"""Stage batching: mistakes that have a name.

What goes wrong in one sequence as well comes from `mistakes`; here stand the mistakes in the mask,
and those that a batch axis makes possible. `batch_faults` has those that only some batches show.
"""

import numpy as np

from autograder.authoring import misconception

from ..mistakes import adopt, projections, reading, scoring, weighting
from ..pieces import beyond, later, pair, project, scale, weigh, write
from .batch_faults import *  # noqa: F403 - marked functions, for whoever looks through this module
from .reference import (
    emit,
    fill,
    forbid,
    gather,
    join,
    softmax,
    weights,
)
from .reference import M as right_M

PROJECTED = dict.fromkeys(("project",), ("Q", "K", "V"))
BLAMED = {
    "project": ("Q", "K", "V"),
    "queries": ("Q",),
    "keys": ("K",),
    "values": ("V",),
    **dict.fromkeys(("pair", "scale", "scores"), ("S",)),
    **dict.fromkeys(("masked", "axis_of_keys", "shift", "exponentiate", "total"), ("A",)),
    **dict.fromkeys(("divide", "softmax", "weights"), ("A",)),
    "gather": ("H",),
    "emit": ("Y",),
}

globals().update(adopt((projections, scoring, weighting, reading), BLAMED))
