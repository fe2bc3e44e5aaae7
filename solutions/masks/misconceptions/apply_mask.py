"""Stage masks: mistaken ways to apply a mask."""

import numpy as np

from autograder.authoring import misconception

from ...mistakes.fills import FILLS
from ...pieces import masked, softmax


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S itself: the mask has no effect.",
    look="Check whether the array that the mask was applied to is the one you return.",
)
def mask_ignored(S, M):
    return S


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the mask alone: the scores are gone.",
    look="Look at an allowed score before and after.",
)
def scores_lost(S, M):
    return np.broadcast_to(M, S.shape)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask reads the mask the wrong way round: allowed scores become −∞, forbidden "
    "ones stay.",
    look="Ask yourself what 0 means in M.",
)
def mask_read_reversed(S, M):
    return np.where(M == 0, -np.inf, S)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S times M. An allowed score is multiplied by 0 and lost; a "
    "forbidden one becomes ±∞ or NaN.",
    look="Look at the operator between S and M.",
)
def scores_multiplied(S, M):
    return S * M


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are 0 where a key is forbidden. A score of 0 is a score like others: "
    "exp(0) is 1. Forbidden is −∞.",
    look="Ask yourself what the softmax makes of a 0.",
)
def zero_for_forbidden(S, M):
    return np.where(M == 0, S, 0.0)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S − M: where a key is forbidden they are +∞.",
    look="Look at the operator between S and M.",
)
def mask_subtracted(S, M):
    return S - M


@misconception(
    "masked_scores",
    replaces="masked",
    cause="mask_subtracted",
    says="Your masked scores are +∞ where a key is forbidden. Forbidden is −∞.",
    look="Look at the sign of the infinity.",
)
def plus_infinity_in_scores(S, M):
    return np.where(M == 0, S, np.inf)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask finds forbidden places by their value: it takes every score of 0 for "
    "forbidden. An allowed score may be exactly 0.",
    look="Check whether you ask the score or the mask if a key is allowed.",
)
def zero_taken_for_forbidden(S, M):
    keep = np.where(M == 0, S, 0.0)
    return np.where(keep == 0, -np.inf, keep)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the smaller of S and M, so an allowed score above 0 has become 0. "
    "An allowed score stays as it is.",
    look="Look at an allowed score of 5, before and after.",
)
def smaller_of_both(S, M):
    return np.minimum(S, M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the larger of S and M, so the mask hides nothing.",
    look="Look at a forbidden score, before and after.",
)
def larger_of_both(S, M):
    return np.maximum(S, M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask applies the mask of the first item to all items.",
    look="Look at the batch axis of M.",
)
def mask_of_first_item(S, M):
    return masked(S, M[:1] if M.ndim > 2 else M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask swaps the last two axes of M, so queries are hidden in the place of "
    "keys.",
    look="Ask yourself which axis of M runs over the keys.",
)
def mask_transposed(S, M):
    return masked(S, np.swapaxes(M, -1, -2))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask picks places by the mask as it is, before it has the shape of the "
    "scores. NumPy then reads its axes from the front, as items and queries.",
    look="Ask yourself what an array of booleans picks that has fewer axes than the scores.",
)
def mask_picks_from_the_front(S, M):
    Z = S.astype(float)
    Z[M < 0] = -np.inf
    return Z


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask takes M for a mask of ones and zeros and subtracts a large number where "
    "it is 0, so allowed keys are pushed down too.",
    look="Ask yourself what 0 means in M.",
)
def read_as_ones_and_zeros(S, M):
    return S + (1 - M) * -1e9


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask turns M into ones where allowed and zeros where forbidden and adds "
    "these: every allowed score grows by 1, and nothing is hidden.",
    look="Look at an allowed and a forbidden score, before and after.",
)
def ones_added(S, M):
    return S + (M == 0)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are weights already: the softmax has been taken. It is asked for in "
    "the next stage.",
    look="Look at what is done to the scores after the mask.",
)
def softmax_in_masked_scores(S, M):
    return softmax(masked(S, M))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are exponentiated already, so a forbidden one is 0. That belongs to "
    "the next stage.",
    look="Look at what is done to the scores after the mask.",
)
def exponential_in_masked_scores(S, M):
    return np.exp(masked(S, M))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores have lost their fractions. An allowed score stays exactly as it is.",
    look="Look at the type of the numbers in the array you fill.",
)
def masked_scores_truncated(S, M):
    return masked(np.trunc(S), M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are NaN where a key is allowed: there 0 is multiplied by infinity.",
    look="Look at how the infinity gets into the array: by choosing, or by multiplying.",
)
def masked_nan_for_allowed(S, M):
    return np.where(M == 0, np.nan, -np.inf)


def masked_finite_fill(fill):
    """The mistake with one finite number in the place of −inf, written or added."""

    def texts(done):
        return {
            "cause": "finite_fill",
            "replaces": "masked",
            "says": f"Your masked scores have {fill:g} {done} where a key is forbidden, though M "
            "holds −∞. Only −∞ gives a weight of 0 for certain.",
            "look": "Look at what becomes of −∞ on its way through your code.",
        }

    @misconception("masked_scores", **texts("written"))
    def written(S, M):
        return np.where(M == 0, S, fill)

    @misconception("masked_scores", **texts("added"))
    def added(S, M):
        return np.where(M == 0, S, S + fill)

    written.misconceptions += added.misconceptions
    return written


@misconception(
    "masked_scores",
    cause="finite_fill",
    replaces="masked",
    says="Your masked scores have the lowest finite number where a key is forbidden: −∞ has been "
    "replaced on the way. Only −∞ gives a weight of 0 for certain.",
    look="Look at what becomes of −∞ on its way through your code.",
)
def infinities_made_finite(S, M):
    return S + np.nan_to_num(M)


for _k, _fill in enumerate(FILLS):
    globals()[f"masked_finite_fill_{_k}"] = masked_finite_fill(_fill)
