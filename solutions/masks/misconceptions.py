"""Stage masks: mistakes that have a name."""

from functools import reduce

import numpy as np

from autograder.authoring import misconception

from ..pieces import additive, beyond, combine, later, masked, softmax

# --- what a mask holds: the same for the causal and the padding mask


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


ADDED = "What adding an entry of {} to a score does to that score."


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
    "The sign of the infinity.",
)
def plus_infinity(forbidden):
    return np.where(forbidden, np.inf, 0.0)


@content(
    "Your {} is NaN where a key is allowed: there 0 is multiplied by infinity, and that is not 0.",
    "How the infinity gets into the array: by choosing, or by multiplying.",
)
def nan_for_allowed(forbidden):
    return np.where(forbidden, -np.inf, np.nan)


@content(
    "Your {} is NaN where a key is forbidden: there 0 is multiplied by infinity, and that is not "
    "0. Where a key is allowed, you have −∞.",
    "How the infinity gets into the array: by choosing, or by multiplying.",
)
def nan_for_forbidden(forbidden):
    return np.where(forbidden, np.nan, -np.inf)


@content(
    "Your {} has an axis more than was asked for.",
    "The shape of your mask beside the one that is due.",
)
def extra_axis_in_front(forbidden):
    return additive(forbidden)[np.newaxis]


def finite_fill(fill):
    """The mistake with one finite number in the place of −inf."""

    @content(
        f"Your {{}} holds {fill:g} where a key is forbidden. That is only a small score: not even "
        "the largest of negative numbers gives a weight of 0 for certain, as −∞ does.",
        "What you write where a key is forbidden.",
        cause="finite_fill",
    )
    def filled(forbidden):
        return np.where(forbidden, fill, 0.0)

    return filled


fill_1e30 = finite_fill(-1e30)
fill_1e20 = finite_fill(-1e20)
fill_1e18 = finite_fill(-1e18)
fill_1e15 = finite_fill(-1e15)
fill_1e12 = finite_fill(-1e12)
fill_1e10 = finite_fill(-1e10)
fill_1e9 = finite_fill(-1e9)
fill_1e8 = finite_fill(-1e8)
fill_1e7 = finite_fill(-1e7)
fill_1e6 = finite_fill(-1e6)
fill_1e5 = finite_fill(-1e5)
fill_1e4 = finite_fill(-1e4)
fill_9999 = finite_fill(-9999)
fill_1e3 = finite_fill(-1e3)
fill_999 = finite_fill(-999)
fill_100 = finite_fill(-100)
fill_50 = finite_fill(-50)
fill_30 = finite_fill(-30)
fill_20 = finite_fill(-20)
fill_10 = finite_fill(-10)
fill_5 = finite_fill(-5)
fill_1 = finite_fill(-1)
fill_float64 = finite_fill(float(np.finfo(np.float64).min))
fill_float32 = finite_fill(float(np.finfo(np.float32).min))
fill_float16 = finite_fill(float(np.finfo(np.float16).min))


@content(
    "Your {} forbids nothing: what should be −∞ is 0, or a number next to 0 (1e-9 is tiny, −1e9 is "
    "large and negative).",
    "A place that should be forbidden, and whether anything is written there at all.",
)
def nothing_forbidden(forbidden):
    return np.zeros(forbidden.shape)


# --- causal_mask


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask has the wrong triangle: it forbids the keys before the query and allows "
    "those after it.",
    look="Row 0: the first query may read one key only.",
)
def triangle_reversed(T):
    return later(T).T


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask forbids the diagonal too. A query may read its own place: j ≤ i.",
    look="Row 0: with its own key forbidden, the first query could read nothing.",
)
def diagonal_forbidden(T):
    return np.arange(T) >= np.arange(T)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask lets each query read one key too far, the next one.",
    look="Row 0: the first query may read one key only.",
)
def next_key_allowed(T):
    return np.arange(T) > np.arange(T)[:, np.newaxis] + 1


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask hides the next key only. Every key after the query is forbidden.",
    look="Row 0: the first query may read one key only.",
)
def only_next_key_forbidden(T):
    return np.arange(T) == np.arange(T)[:, np.newaxis] + 1


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask allows the diagonal alone. A query may also read everything before it.",
    look="The last row: the last query may read every key.",
)
def only_own_key_allowed(T):
    return ~np.eye(T, dtype=bool)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask forbids the diagonal alone. Forbidden are the keys after the query.",
    look="Row 0: the first query may read one key only, its own.",
)
def only_own_key_forbidden(T):
    return np.eye(T, dtype=bool)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask is mirrored: its triangle leans on the other diagonal.",
    look="Row 0 allows one key: which one?",
)
def mirrored(T):
    return later(T)[:, ::-1]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask lets a query read its own key and the one before it, no further. Every "
    "key up to its place is allowed.",
    look="The last row: the last query may read every key.",
)
def only_last_two_keys_allowed(T):
    i, j = np.arange(T)[:, np.newaxis], np.arange(T)
    return (j > i) | (j < i - 1)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask leaves its last row as it was made, with everything forbidden. The last "
    "query may read every key.",
    look="Where the loop over the queries ends.",
)
def last_row_forbidden(T):
    return later(T) | (np.arange(T) == T - 1)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask leaves its first row as it was made, with everything allowed. The first "
    "query may read one key only.",
    look="Where the loop over the queries begins.",
)
def first_row_allowed(T):
    return later(T) & (np.arange(T) > 0)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask lets every query read the last key.",
    look="Where the loop over the keys ends.",
)
def last_key_allowed(T):
    return later(T) & (np.arange(T) < T - 1)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask is one key too long: its shape is (T, T + 1).",
    look="How many keys T tokens have.",
)
def one_key_too_many(T):
    return np.arange(T + 1) > np.arange(T)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask is a single row. Each query has a row of its own.",
    look="The shape of your mask: how many queries and keys T tokens have.",
)
def one_row_for_all(T):
    return np.arange(T) > 0


# --- padding_mask


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask lets one padded key through in each item: it allows j = lengths[b] "
    "too. Counted from 0, the last real token is the one before.",
    look="How many zeros the row of an item of length 2 has.",
)
def one_padded_key_allowed(lengths, T):
    return np.arange(T) > lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides the last real token of each item.",
    look="How many zeros the row of an item of length 2 has.",
)
def last_token_hidden(lengths, T):
    return np.arange(T) >= lengths[:, np.newaxis, np.newaxis] - 1


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides the padded key next to the real tokens and none after it. All "
    "from lengths[b] on are padding.",
    look="An item with two padded keys or more.",
)
def only_first_padded_key_hidden(lengths, T):
    return np.arange(T) == lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask allows the last keys of each item. The real tokens come first, and the "
    "padding after them.",
    look="At which end of an item its padding stands.",
)
def padding_at_the_left(lengths, T):
    return np.arange(T) < T - lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask takes the lengths for numbers of padded keys. They count the real "
    "tokens.",
    look="What lengths[b] = T means.",
)
def lengths_count_padding(lengths, T):
    return np.arange(T) >= T - lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the length of the first item for all. Each item has its own.",
    look="Where lengths is indexed.",
)
def first_length_for_all(lengths, T):
    return np.broadcast_to(beyond(lengths[:1], T), (len(lengths), 1, T))


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the largest length for all items. Each item has its own.",
    look="Where lengths is indexed.",
)
def largest_length_for_all(lengths, T):
    return beyond(np.full(len(lengths), lengths.max()), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the smallest length for all items. Each item has its own.",
    look="Where lengths is indexed.",
)
def smallest_length_for_all(lengths, T):
    return beyond(np.full(len(lengths), lengths.min()), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides nothing in an item of length 0: the 0 is taken for no length at "
    "all. Such an item has no real token, and every key is forbidden.",
    look="What your code makes of a length of 0.",
)
def empty_item_open(lengths, T):
    return beyond(np.where(lengths == 0, T, lengths), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides everything in an item without padding. A slice that should be "
    "empty takes in the whole row.",
    look="What your slice does where lengths[b] = T.",
)
def full_item_hidden(lengths, T):
    return beyond(np.where(lengths == T, 0, lengths), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask leaves the last item without a mask.",
    look="Where the loop over the items ends.",
)
def last_item_open(lengths, T):
    hidden = beyond(lengths, T)
    hidden[-1] = False
    return hidden


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask runs along the queries: its shape is (B, T, 1). It hides padded keys, "
    "and keys are the last axis; a padded query still has its row.",
    look="Which axis of the scores runs over the keys.",
)
def padding_on_queries(lengths, T):
    return np.swapaxes(beyond(lengths, T), 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has no axis for the queries: its shape is (B, T). Added to scores "
    "(B, T, T) it would be read as (queries, keys).",
    look="What the axis of length 1 in (B, 1, T) is for.",
)
def query_axis_missing(lengths, T):
    return beyond(lengths, T)[:, 0]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has its axis of length 1 in front, (1, B, T), where the batch should "
    "be. Added to scores, items would be taken for queries.",
    look="The order of the axes: batch, queries, keys.",
)
def query_axis_in_front(lengths, T):
    return np.swapaxes(beyond(lengths, T), 0, 1)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has its keys in front of its batch, (T, B).",
    look="The order of the axes: batch, queries, keys.",
)
def keys_before_batch(lengths, T):
    return beyond(lengths, T)[:, 0].T


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask writes the same row for each query, (B, T, T). Its entries are right; "
    "asked for is one row an item, (B, 1, T), which broadcasting repeats.",
    look="The shape of your mask beside the one that is due.",
)
def row_repeated_for_queries(lengths, T):
    return np.repeat(beyond(lengths, T), T, axis=1)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask forbids padded queries as well as padded keys. It hides keys alone: a "
    "padded query still has its row.",
    look="Whether an entry of your mask depends on the query.",
)
def queries_and_keys_hidden(lengths, T):
    keys = beyond(lengths, T)
    return keys | np.swapaxes(keys, 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask lets padded queries read padded keys, and compares the two for being "
    "of the same kind. A padded key is hidden from everybody.",
    look="Whether an entry of your mask depends on the query.",
)
def same_kind_allowed(lengths, T):
    keys = beyond(lengths, T)
    return keys != np.swapaxes(keys, 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask is causal as well. The two masks are made apart and combined later.",
    look="Whether an entry of your mask depends on the query.",
)
def causal_as_well(lengths, T):
    return beyond(lengths, T) | later(T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has an axis too many, (B, 1, 1, T).",
    look="The shape of your mask beside the one that is due.",
)
def two_query_axes(lengths, T):
    return beyond(lengths, T)[:, np.newaxis]


# --- M


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids only what all masks forbid. One mask that forbids is enough.",
    look="An entry that one mask allows and another forbids.",
)
def all_must_forbid(*masks):
    return reduce(np.maximum, masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M is the product of the masks, which makes NaN of 0 times −∞ and +∞ of two that "
    "forbid.",
    look="What happens to 0 and −∞ in each of the four ways that two masks can meet.",
)
def masks_multiplied(*masks):
    return reduce(np.multiply, masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M subtracts masks from each other, which turns −∞ into +∞, or into NaN where both "
    "forbid.",
    look="What happens to 0 and −∞ in each of the four ways that two masks can meet.",
)
def masks_subtracted(*masks):
    return reduce(np.subtract, masks)


def fitted(mask, masks):
    """The mask in the shape of all of them."""
    return np.broadcast_to(mask, np.broadcast_shapes(*(other.shape for other in masks)))


LAST = "Your M is the last mask alone. What an earlier mask forbids stays forbidden."
FIRST = "Your M is the first mask alone. Every mask has its say."
EACH = "What your code keeps from one mask to the next."


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
    says="Your M takes two masks in and leaves out any others. There may be one or many.",
    look="A call with three masks.",
)
def first_two_masks_only(*masks):
    return combine(*masks[:2])


@misconception(
    "M",
    replaces="combine",
    says="Your M leaves out the first of its masks.",
    look="Where your loop over the masks begins.",
)
def first_mask_skipped(*masks):
    return fitted(combine(np.zeros((1, 1)), *masks[1:]), masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M leaves out the last of its masks.",
    look="Where your loop over the masks ends.",
)
def last_mask_skipped(*masks):
    return fitted(combine(np.zeros((1, 1)), *masks[:-1]), masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M allows what two masks forbid at once: it forbids only where exactly one does.",
    look="An entry that two masks forbid.",
)
def exactly_one_forbids(*masks):
    return additive(reduce(np.logical_xor, [mask < 0 for mask in masks]))


@misconception(
    "M",
    replaces="combine",
    says="Your M has its polarity reversed: −∞ where all masks allow, 0 where one forbids.",
    look="What 0 means in each mask you are given, and what it should mean in M.",
)
def combined_polarity_reversed(*masks):
    return additive(combine(*masks) == 0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds 1 where a key is allowed and 0 where it is forbidden. M is a mask like "
    "those you are given: 0 where allowed, −∞ where forbidden.",
    look="The numbers in M beside those in the masks.",
)
def combined_one_for_allowed(*masks):
    return np.where(combine(*masks) == 0, 1.0, 0.0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds 1 where a key is forbidden. M is a mask like those you are given: 0 where "
    "allowed, −∞ where forbidden.",
    look="The numbers in M beside those in the masks.",
)
def combined_one_for_forbidden(*masks):
    return np.where(combine(*masks) == 0, 0.0, 1.0)


@misconception(
    "M",
    replaces="combine",
    says="Your M holds truth values, true where every mask allows. M is a mask like those you are "
    "given: 0 where allowed, −∞ where forbidden.",
    look="The numbers in M beside those in the masks.",
)
def combined_true_for_allowed(*masks):
    return combine(*masks) == 0


@misconception(
    "M",
    replaces="combine",
    says="Your M holds truth values, true where any mask forbids. M is a mask like those you are "
    "given: 0 where allowed, −∞ where forbidden.",
    look="The numbers in M beside those in the masks.",
)
def combined_true_for_forbidden(*masks):
    return combine(*masks) < 0


@misconception(
    "M",
    replaces="combine",
    says="Your M counts how many masks forbid an entry. M is a mask like those you are given: 0 "
    "where all allow, −∞ where any forbids.",
    look="The numbers in M beside those in the masks.",
)
def forbidding_masks_counted(*masks):
    return sum((mask < 0).astype(float) for mask in masks)


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids everything as soon as any mask forbids anything. Each entry is decided "
    "for itself.",
    look="Whether a whole mask or one of its entries is asked.",
)
def everything_forbidden(*masks):
    M = combine(*masks)
    return np.full(M.shape, M.min())


@misconception(
    "M",
    replaces="combine",
    says="Your M has lost the batch axis: what is forbidden in one item is forbidden in all. Each "
    "item has its own mask.",
    look="The shape of M where one of the masks has a batch axis.",
)
def batch_axis_reduced(*masks):
    M = combine(*masks)
    return M.min(axis=tuple(range(M.ndim - 2)))


@misconception(
    "M",
    replaces="combine",
    says="Your M forbids nothing.",
    look="An entry that one mask forbids, and what your code makes of it.",
)
def combined_nothing_forbidden(*masks):
    return np.zeros(combine(*masks).shape)


@misconception(
    "M",
    replaces="combine",
    says="Your M is NaN where an entry is allowed, or forbidden by two masks: there an infinity is "
    "multiplied by 0 or taken from another.",
    look="How the infinity gets into the array: by choosing, or by reckoning with it.",
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
        look="What becomes of −∞ on its way through your code.",
    )
    def filled(*masks):
        return np.where(combine(*masks) < 0, fill, 0.0)

    return filled


combined_fill_1e9 = combined_finite_fill(-1e9)
combined_fill_1e4 = combined_finite_fill(-1e4)
combined_fill_1e10 = combined_finite_fill(-1e10)
combined_fill_1e30 = combined_finite_fill(-1e30)
combined_fill_100 = combined_finite_fill(-100)
combined_fill_30 = combined_finite_fill(-30)
combined_fill_float64 = combined_finite_fill(float(np.finfo(np.float64).min))
combined_fill_float32 = combined_finite_fill(float(np.finfo(np.float32).min))


# --- masked_scores


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S itself: the mask has no effect.",
    look="Whether the array that the mask was applied to is the one you return.",
)
def mask_ignored(S, M):
    return S


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the mask alone: the scores are gone.",
    look="An allowed score before and after.",
)
def scores_lost(S, M):
    return np.broadcast_to(M, S.shape)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask reads the mask the wrong way round: allowed scores become −∞, forbidden "
    "ones stay.",
    look="What 0 means in M.",
)
def mask_read_reversed(S, M):
    return np.where(M == 0, -np.inf, S)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S times M. An allowed score is multiplied by 0 and lost; a "
    "forbidden one becomes ±∞ or NaN.",
    look="The operator between S and M.",
)
def scores_multiplied(S, M):
    return S * M


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are 0 where a key is forbidden. A score of 0 is a score like others: "
    "exp(0) is 1. Forbidden is −∞.",
    look="What the softmax makes of a 0.",
)
def zero_for_forbidden(S, M):
    return np.where(M == 0, S, 0.0)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are S − M: where a key is forbidden they are +∞.",
    look="The operator between S and M.",
)
def mask_subtracted(S, M):
    return S - M


@misconception(
    "masked_scores",
    replaces="masked",
    cause="mask_subtracted",
    says="Your masked scores are +∞ where a key is forbidden. Forbidden is −∞.",
    look="The sign of the infinity.",
)
def plus_infinity_in_scores(S, M):
    return np.where(M == 0, S, np.inf)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask finds forbidden places by their value: it takes every score of 0 for "
    "forbidden. An allowed score may be exactly 0.",
    look="Whether you ask the score or the mask if a key is allowed.",
)
def zero_taken_for_forbidden(S, M):
    keep = np.where(M == 0, S, 0.0)
    return np.where(keep == 0, -np.inf, keep)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the smaller of S and M, so an allowed score above 0 has become 0. "
    "An allowed score stays as it is.",
    look="An allowed score of 5, before and after.",
)
def smaller_of_both(S, M):
    return np.minimum(S, M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are the larger of S and M, so the mask hides nothing.",
    look="A forbidden score, before and after.",
)
def larger_of_both(S, M):
    return np.maximum(S, M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask applies the mask of the first item to all items.",
    look="The batch axis of M.",
)
def mask_of_first_item(S, M):
    return masked(S, M[:1] if M.ndim > 2 else M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask swaps the last two axes of M, so queries are hidden in the place of "
    "keys.",
    look="Which axis of M runs over the keys.",
)
def mask_transposed(S, M):
    return masked(S, np.swapaxes(M, -1, -2))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask picks places by the mask as it is, before it has the shape of the "
    "scores. NumPy then reads its axes from the front, as items and queries.",
    look="What an array of booleans picks that has fewer axes than the scores.",
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
    look="What 0 means in M.",
)
def read_as_ones_and_zeros(S, M):
    return S + (1 - M) * -1e9


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your apply_mask turns M into ones where allowed and zeros where forbidden and adds "
    "these: every allowed score grows by 1, and nothing is hidden.",
    look="An allowed and a forbidden score, before and after.",
)
def ones_added(S, M):
    return S + (M == 0)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are weights already: the softmax has been taken. It is asked for in "
    "the next stage.",
    look="What is done to the scores after the mask.",
)
def softmax_in_masked_scores(S, M):
    return softmax(masked(S, M))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are exponentiated already, so a forbidden one is 0. That belongs to "
    "the next stage.",
    look="What is done to the scores after the mask.",
)
def exponential_in_masked_scores(S, M):
    return np.exp(masked(S, M))


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores have lost their fractions. An allowed score stays exactly as it is.",
    look="The type of the numbers in the array you fill.",
)
def masked_scores_truncated(S, M):
    return masked(np.trunc(S), M)


@misconception(
    "masked_scores",
    replaces="masked",
    says="Your masked scores are NaN where a key is allowed: there 0 is multiplied by infinity.",
    look="How the infinity gets into the array: by choosing, or by multiplying.",
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
            "look": "What becomes of −∞ on its way through your code.",
        }

    @misconception("masked_scores", **texts("written"))
    def written(S, M):
        return np.where(M == 0, S, fill)

    @misconception("masked_scores", **texts("added"))
    def added(S, M):
        return np.where(M == 0, S, S + fill)

    written.misconceptions += added.misconceptions
    return written


masked_fill_1e9 = masked_finite_fill(-1e9)
masked_fill_1e4 = masked_finite_fill(-1e4)
masked_fill_1e10 = masked_finite_fill(-1e10)
masked_fill_1e30 = masked_finite_fill(-1e30)
masked_fill_100 = masked_finite_fill(-100)
masked_fill_30 = masked_finite_fill(-30)
masked_fill_10 = masked_finite_fill(-10)
masked_fill_5 = masked_finite_fill(-5)
masked_fill_float64 = masked_finite_fill(float(np.finfo(np.float64).min))
masked_fill_float32 = masked_finite_fill(float(np.finfo(np.float32).min))
