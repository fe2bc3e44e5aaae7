"""Stage softmax: where the mask comes in."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import divide, masked, total


@misconception(
    "A",
    replaces="masked",
    says="Your A takes no notice of the mask.",
    look="Check where M enters.",
)
def mask_ignored(S, M):
    return S


@misconception(
    "A",
    says="Your A removes the forbidden weights only after the softmax, and its rows no longer sum "
    "to 1: the forbidden scores have taken their part of the sum.",
    look="Check whether the mask comes before the exponential or after the division.",
)
def mask_after_softmax(S, M, softmax_last):
    return np.where(M == 0, softmax_last(S), 0.0)


@misconception(
    "A",
    says="Your A weighs all keys first, removes the forbidden ones and shares the rest out anew. "
    "Where a forbidden score is far larger than the allowed ones, nothing is left to share.",
    look="Check over which keys the largest score of a row is sought.",
)
def mask_after_softmax_renormalised(S, M, softmax_last):
    E = np.where(M == 0, softmax_last(S), 0.0)
    return divide(E, total(E, -1))


@misconception(
    "A",
    cause="mask_after_softmax_renormalised",
    says="Your A weighs all keys first, removes the forbidden ones and divides by what is left. "
    "That may be nothing: where no key is allowed, or a forbidden score is far larger than the "
    "others.",
    look="Check over which keys the largest score of a row is sought.",
)
def mask_after_softmax_renormalised_nan(S, M, softmax_last):
    E = np.where(M == 0, softmax_last(S), 0.0)
    return E / total(E, -1)


@misconception(
    "A",
    says="Your A adds the mask to the weights, after the softmax: forbidden keys get −∞. It is "
    "added to the scores.",
    look="Check whether the mask comes before the exponential or after the division.",
)
def mask_added_after_softmax(S, M, softmax_last):
    return softmax_last(S) + M


@misconception(
    "A",
    says="Your A multiplies the weights by M: 0 where a key is allowed, NaN or −∞ where it is "
    "forbidden. M is added, and to the scores.",
    look="Look at the operator in front of M, and what stands there.",
)
def weights_multiplied(S, M, softmax_last):
    return softmax_last(S) * M


@misconception(
    "A",
    says="Your A takes the softmax twice, once before the mask and once after it. The mask is "
    "added to the scores, and one softmax follows.",
    look="Count how often the softmax is taken on the way to what you return.",
    cause="softmax_twice",
)
def softmax_before_and_after(S, M, softmax_last):
    return softmax_last(masked(softmax_last(S), M))


@misconception(
    "A",
    replaces="masked",
    says="Your A reads the mask the wrong way round: it forbids the allowed keys and allows the "
    "forbidden ones.",
    look="Ask yourself what 0 means in M.",
)
def mask_read_reversed(S, M):
    return np.where(M == 0, -np.inf, S)


@misconception(
    "A",
    replaces="masked",
    says="Your A multiplies the scores by M. An allowed score is multiplied by 0 and lost. M is "
    "added.",
    look="Look at the operator between S and M.",
)
def scores_multiplied(S, M):
    return S * M


@misconception(
    "A",
    replaces="masked",
    says="Your A gives forbidden keys a score of 0. A score of 0 is a score like others: exp(0) "
    "is 1.",
    look="Look at the masked score of a forbidden key.",
)
def zero_for_forbidden(S, M):
    return np.where(M == 0, S, 0.0)


@misconception(
    "A",
    cause="mask_subtracted",
    says="Your A subtracts the mask, so forbidden keys have a score of +∞: they turn into NaN, and "
    "all others get nothing.",
    look="Look at the operator between S and M.",
)
def mask_subtracted_unshifted(S, M, softmax_last):
    subtracted = np.any(np.broadcast_to(M < 0, S.shape), axis=-1, keepdims=True)
    E = np.exp(S - M)
    return np.where(subtracted, E / E.sum(axis=-1, keepdims=True), softmax_last(S))


@misconception(
    "A",
    replaces="masked",
    says="Your A subtracts the mask, so forbidden keys have a score of +∞.",
    look="Look at the operator between S and M.",
)
def mask_subtracted(S, M):
    return S - M


@misconception(
    "A",
    replaces="masked",
    says="Your A takes allowed scores of exactly 0 for forbidden. Whether a key is allowed is "
    "said by M, not by the score.",
    look="Look at how you tell a forbidden key from an allowed one.",
)
def zero_taken_for_forbidden(S, M):
    keep = np.where(M == 0, S, 0.0)
    return np.where(keep == 0, -np.inf, keep)


@misconception(
    "A",
    replaces="masked",
    says="Your A takes the smaller of score and mask, so allowed scores above 0 become 0.",
    look="Look at an allowed score of 5 on its way through your code.",
)
def smaller_of_both(S, M):
    return np.minimum(S, M)


@misconception(
    "A",
    replaces="masked",
    says="Your A applies the mask of the first item to all items.",
    look="Look at the batch axis of M.",
)
def mask_of_first_item(S, M):
    return masked(S, M[:1] if M.ndim > 2 else M)


@misconception(
    "A",
    replaces="masked",
    says="Your A swaps the last two axes of M, so queries are hidden in the place of keys.",
    look="Ask yourself which axis of M runs over the keys.",
)
def mask_transposed(S, M):
    return masked(S, np.swapaxes(M, -1, -2))


@misconception(
    "A",
    replaces="masked",
    says="Your A picks forbidden places by the mask as it is, before it has the shape of the "
    "scores. NumPy then reads its axes from the front, as items and queries.",
    look="Ask yourself what an array of booleans picks that has fewer axes than the scores.",
)
def mask_picks_from_the_front(S, M):
    Z = S.astype(float)
    Z[M < 0] = -np.inf
    return Z


@misconception(
    "A",
    replaces="masked",
    says="Your A is causal whatever M says. Only M decides which keys are allowed.",
    look="Check where M enters.",
)
def causal_whatever_M(S, M):
    return np.where(np.tri(*S.shape[-2:], dtype=bool), S, -np.inf)


@misconception(
    "A",
    replaces="masked",
    says="Your A is causal besides what M says. Only M decides which keys are allowed.",
    look="Check whether a second mask is made in your code.",
    cause="causal_whatever_M",
)
def causal_besides_M(S, M):
    return np.where(np.tri(*S.shape[-2:], dtype=bool), S + M, -np.inf)


@misconception(
    "A",
    replaces="masked",
    says="Your A turns M into ones where allowed and zeros where forbidden and adds these to the "
    "scores: nothing is hidden.",
    look="Ask yourself what 0 means in M.",
)
def ones_added(S, M):
    return S + (M == 0)


@misconception(
    "A",
    says="Your A takes the softmax of the mask alone: every allowed key gets the same weight. The "
    "scores are missing.",
    look="Check where S enters.",
)
def scores_lost(S, M, softmax_last):
    return softmax_last(np.broadcast_to(M, S.shape).copy())


@misconception(
    "A",
    says="Your A holds the masked scores: the softmax is missing.",
    look="Look at what stands between the masked scores and what you return.",
)
def softmax_missing(S, M, softmax_last):
    return masked(S, M)


@misconception(
    "A",
    cause="integer_buffer",
    says="Your A holds whole numbers where S does: an array made in the type of S keeps no "
    "fractions.",
    look="Look at the type of the numbers in the array you fill.",
)
def integer_buffer_in_A(S, M, softmax_last):
    return softmax_last(masked(S, M)).astype(S.dtype)


def mask_filled(fill):
    """The mistake with one finite number in the place of −inf, written or added."""

    def texts(done):
        return {
            "cause": "finite_fill",
            "replaces": "masked",
            "says": f"Your A has a finite number {done} where M holds −∞. A forbidden key still "
            "takes part: it may win where scores are extreme, and a row with nothing allowed gets "
            "weights.",
            "look": "Look at what becomes of −∞ on its way into the softmax.",
        }

    @misconception("A", **texts("written"))
    def written(S, M):
        return np.where(M == 0, S, fill)

    @misconception("A", **texts("added"))
    def added(S, M):
        return np.where(M == 0, S, S + fill)

    written.misconceptions += added.misconceptions
    return written


mask_filled_1e30 = mask_filled(-1e30)
mask_filled_1e20 = mask_filled(-1e20)
mask_filled_1e18 = mask_filled(-1e18)
mask_filled_1e10 = mask_filled(-1e10)
mask_filled_1e9 = mask_filled(-1e9)
mask_filled_1e4 = mask_filled(-1e4)
mask_filled_1e3 = mask_filled(-1e3)
mask_filled_100 = mask_filled(-100.0)
mask_filled_50 = mask_filled(-50.0)
mask_filled_30 = mask_filled(-30.0)
mask_filled_20 = mask_filled(-20.0)
mask_filled_10 = mask_filled(-10.0)
mask_filled_5 = mask_filled(-5.0)
