"""Stage masks: mistaken ways to combine masks."""

from functools import reduce

import numpy as np

from autograder.authoring import misconception

from ...mistakes.fills import FILLS
from ...pieces import additive, combine


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids only what all masks forbid. One mask that forbids is enough.",
    look="Look at an entry that one mask allows and another forbids.",
)
def all_must_forbid(*masks):
    return reduce(np.maximum, masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M is the product of the masks, which makes NaN of 0 times −∞ and +∞ of two that "
    "forbid.",
    look="Ask yourself what happens to 0 and −∞ in each of the four ways that two masks can meet.",
)
def masks_multiplied(*masks):
    return reduce(np.multiply, masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M subtracts masks from each other, which turns −∞ into +∞, or into NaN where both "
    "forbid.",
    look="Ask yourself what happens to 0 and −∞ in each of the four ways that two masks can meet.",
)
def masks_subtracted(*masks):
    return reduce(np.subtract, masks)


def fitted(mask, masks):
    """The mask in the shape of all of them."""
    return np.broadcast_to(mask, np.broadcast_shapes(*(other.shape for other in masks)))


LAST = "Your M is the last mask alone. What an earlier mask forbids stays forbidden."
FIRST = "Your M is the first mask alone. Every mask has its say."
EACH = "Look at what your code keeps from one mask to the next."


@misconception("M", replaces="combine", says=LAST, look=EACH)
def last_mask_only(*masks):
    return masks[-1]


@misconception("M", replaces="combine", cause="last_mask_only", says=LAST, look=EACH)
def last_mask_only_fitted(*masks):
    return fitted(masks[-1], masks)


@misconception("M", replaces="combine", says=FIRST, look=EACH)
def first_mask_only(*masks):
    return masks[0]


@misconception("M", replaces="combine", cause="first_mask_only", says=FIRST, look=EACH)
def first_mask_only_fitted(*masks):
    return fitted(masks[0], masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M takes the first mask and the last one in, and leaves out those between.",
    look="Try a call with three masks.",
)
def first_and_last_mask_only(*masks):
    between = np.broadcast_shapes(*(mask.shape for mask in masks))
    return np.broadcast_to(combine(masks[0], masks[-1]), between)


@misconception(
    "M",
    replaces="combine",
    cause="first_and_last_mask_only",
    says="Your M takes the first mask and the last one in, and leaves out those between.",
    look="Try a call with three masks.",
)
def first_and_last_mask_only_fitted(*masks):
    return combine(masks[0], masks[-1])


@misconception(
    "M",
    replaces="combine",
    says="Your M takes two masks in and leaves out any others. There may be one or many.",
    look="Try a call with three masks.",
)
def first_two_masks_only(*masks):
    return combine(*masks[:2])


@misconception(
    "M",
    replaces="combine",
    says="Your M leaves out the first of its masks.",
    look="Check where your loop over the masks begins.",
)
def first_mask_skipped(*masks):
    return fitted(combine(np.zeros((1, 1)), *masks[1:]), masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M leaves out the last of its masks.",
    look="Check where your loop over the masks ends.",
)
def last_mask_skipped(*masks):
    return fitted(combine(np.zeros((1, 1)), *masks[:-1]), masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M allows what two masks forbid at once: it forbids only where exactly one does.",
    look="Look at an entry that two masks forbid.",
)
def exactly_one_forbids(*masks):
    return additive(reduce(np.logical_xor, [mask < 0 for mask in masks]))


@misconception(
    "M",
    replaces="combine",
    says="Your M has its polarity reversed: −∞ where all masks allow, 0 where one forbids.",
    look="Ask yourself what 0 means in each mask you are given, and what it should mean in M.",
)
def combined_polarity_reversed(*masks):
    return additive(combine(*masks) == 0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds 1 where a key is allowed and 0 where it is forbidden. M is a mask like "
    "those you are given: 0 where allowed, −∞ where forbidden.",
    look="Look at the numbers in M beside those in the masks.",
)
def combined_one_for_allowed(*masks):
    return np.where(combine(*masks) == 0, 1.0, 0.0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds 1 where a key is forbidden. M is a mask like those you are given: 0 where "
    "allowed, −∞ where forbidden.",
    look="Look at the numbers in M beside those in the masks.",
)
def combined_one_for_forbidden(*masks):
    return np.where(combine(*masks) == 0, 0.0, 1.0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds truth values, true where every mask allows. M is a mask like those you are "
    "given: 0 where allowed, −∞ where forbidden.",
    look="Look at the numbers in M beside those in the masks.",
)
def combined_true_for_allowed(*masks):
    return combine(*masks) == 0


@misconception(
    "M",
    replaces="combine",
    says="Your M holds truth values, true where any mask forbids. M is a mask like those you are "
    "given: 0 where allowed, −∞ where forbidden.",
    look="Look at the numbers in M beside those in the masks.",
)
def combined_true_for_forbidden(*masks):
    return combine(*masks) < 0


@misconception(
    "M",
    replaces="combine",
    says="Your M counts how many masks forbid an entry. M is a mask like those you are given: 0 "
    "where all allow, −∞ where any forbids.",
    look="Look at the numbers in M beside those in the masks.",
)
def forbidding_masks_counted(*masks):
    return sum((mask < 0).astype(float) for mask in masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids everything as soon as any mask forbids anything. Each entry is decided "
    "for itself.",
    look="Check whether a whole mask or one of its entries is asked.",
)
def everything_forbidden(*masks):
    M = combine(*masks)
    return np.full(M.shape, M.min())


@misconception(
    "M",
    replaces="combine",
    says="Your M has lost the batch axis: what is forbidden in one item is forbidden in all. Each "
    "item has its own mask.",
    look="Look at the shape of M where one of the masks has a batch axis.",
)
def batch_axis_reduced(*masks):
    M = combine(*masks)
    return M.min(axis=tuple(range(M.ndim - 2)))


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids nothing.",
    look="Look at an entry that one mask forbids, and what your code makes of it.",
)
def combined_nothing_forbidden(*masks):
    return np.zeros(combine(*masks).shape)


@misconception(
    "M",
    replaces="combine",
    says="Your M is NaN where an entry is allowed, or forbidden by two masks: there an infinity is "
    "multiplied by 0 or taken from another.",
    look="Look at how the infinity gets into the array: by choosing, or by reckoning with it.",
)
def combined_nan_for_allowed(*masks):
    return np.where(combine(*masks) < 0, -np.inf, np.nan)


def combined_finite_fill(fill):
    """The mistake with one finite number in the place of −inf."""

    @misconception(
        "M",
        cause="finite_fill",
        replaces="combine",
        says=f"Your M holds {fill:g} where a key is forbidden, though the masks you are given hold "
        "−∞. Only −∞ gives a weight of 0 for certain.",
        look="Look at what becomes of −∞ on its way through your code.",
    )
    def filled(*masks):
        return np.where(combine(*masks) < 0, fill, 0.0)

    return filled


for _k, _fill in enumerate(FILLS):
    globals()[f"combined_finite_fill_{_k}"] = combined_finite_fill(_fill)
