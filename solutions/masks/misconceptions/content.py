"""Stage masks: what a mask holds, the same for the causal and the padding mask."""

import numpy as np

from autograder.authoring import misconception

from ...mistakes.fills import FILLS
from ...pieces import additive


def content(says, look, cause=None):
    """Marks a mistaken way to write a mask, for both masks; the texts may name the object."""

    def mark(code):
        for name in ("causal_mask", "padding_mask"):
            misconception(
                name,
                replaces="additive",
                cause=cause,
                says=says.format(name),
                look=look.format(name),
            )(code)
        return code

    return mark


ADDED = "Ask yourself what adding an entry of {} to a score does to that score."


@content(
    "Your {} has its polarity reversed: −∞ where a key is allowed and 0 where it is forbidden.",
    ADDED,
)
def polarity_reversed(forbidden):
    return np.where(forbidden, 0.0, -np.inf)


@content(
    "Your {} holds 1 where a key is allowed and 0 where it is forbidden. The mask of this course "
    "is added to the scores: 0 leaves a score as it is, −∞ forbids.",
    ADDED,
)
def one_for_allowed(forbidden):
    return np.where(forbidden, 0.0, 1.0)


@content(
    "Your {} holds 1 where a key is forbidden and 0 where it is allowed. The mask is added to the "
    "scores, and only −∞ forbids.",
    ADDED,
)
def one_for_forbidden(forbidden):
    return np.where(forbidden, 1.0, 0.0)


@content(
    "Your {} holds truth values, true where a key is allowed. Asked for are numbers that can be "
    "added: 0 where allowed, −∞ where forbidden.",
    ADDED,
)
def true_for_allowed(forbidden):
    return ~forbidden


@content(
    "Your {} holds truth values, true where a key is forbidden. Asked for are numbers that can be "
    "added: 0 where allowed, −∞ where forbidden.",
    ADDED,
)
def true_for_forbidden(forbidden):
    return forbidden


@content(
    "Your {} holds 1 where a key is allowed, and −∞ where it is forbidden. Added to the scores, "
    "the 1 changes them; an allowed score is to stay as it is.",
    ADDED,
)
def one_for_zero(forbidden):
    return np.where(forbidden, -np.inf, 1.0)


@content(
    "Your {} holds +∞ where a key is forbidden. With it, a forbidden key would win every row.",
    "Look at the sign of the infinity.",
)
def plus_infinity(forbidden):
    return np.where(forbidden, np.inf, 0.0)


@content(
    "Your {} is NaN where a key is allowed: there 0 is multiplied by infinity, and that is not 0.",
    "Look at how the infinity gets into the array: by choosing, or by multiplying.",
)
def nan_for_allowed(forbidden):
    return np.where(forbidden, -np.inf, np.nan)


@content(
    "Your {} is NaN where a key is forbidden: there 0 is multiplied by infinity, and that is not "
    "0. Where a key is allowed, you have −∞.",
    "Look at how the infinity gets into the array: by choosing, or by multiplying.",
)
def nan_for_forbidden(forbidden):
    return np.where(forbidden, np.nan, -np.inf)


@content(
    "Your {} has an axis more than was asked for.",
    "Look at the shape of your mask beside the one that is due.",
)
def extra_axis_in_front(forbidden):
    return additive(forbidden)[np.newaxis]


def finite_fill(fill):
    """The mistake with one finite number in the place of −inf."""

    @content(
        f"Your {{}} holds {fill:g} where a key is forbidden. That is only a small score: not even "
        "the largest of negative numbers gives a weight of 0 for certain, as −∞ does.",
        "Look at what you write where a key is forbidden.",
        cause="finite_fill",
    )
    def filled(forbidden):
        return np.where(forbidden, fill, 0.0)

    return filled


for _k, _fill in enumerate(FILLS):
    globals()[f"finite_fill_{_k}"] = finite_fill(_fill)


@content(
    "Your {} forbids nothing: what should be −∞ is 0, or a number next to 0 (1e-9 is tiny, −1e9 is "
    "large and negative).",
    "Look at a place that should be forbidden, and whether anything is written there at all.",
)
def nothing_forbidden(forbidden):
    return np.zeros(forbidden.shape)
