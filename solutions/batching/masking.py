"""Mistaken masks: which entries are forbidden, piece by piece, and what stands at them."""

import numpy as np

from ..mistakes import mistake
from ..mistakes.fills import FILLS
from ..pieces import beyond, later, pair, project, scale
from .reference import M as right_M
from .reference import fill, forbid, join

# Which keys come too late


@mistake(
    "later",
    says="The causal mask is missing: a query may read the keys after it.",
    look="Print M for causal=True without lengths. How many entries of its first row are 0?",
)
def causal_missing(T):
    return np.zeros((T, T), dtype=bool)


@mistake(
    "later",
    says="The wrong triangle is forbidden: a query may read what comes after it, and not what came "
    "before.",
    look="Print M for T = 3. The first query may read one key, the last all of them.",
)
def triangle_reversed(T):
    return later(T).T


@mistake(
    "later",
    says="The diagonal is forbidden: a query may not read its own token. It may.",
    look="Print M for T = 3, and look at its diagonal.",
)
def diagonal_forbidden(T):
    return np.arange(T) >= np.arange(T)[:, np.newaxis]


@mistake(
    "later",
    says="Each query may read one key too many: the token after it is allowed.",
    look="Print M for T = 3. How many zeros has its first row?",
)
def next_key_allowed(T):
    return np.arange(T) > np.arange(T)[:, np.newaxis] + 1


@mistake(
    "later",
    cause="triangle_reversed",
    says="The causal part is the wrong way round: it forbids a query's own token and those before "
    "it, and allows what comes after.",
    look="Print M for T = 3. 0 stands for allowed.",
)
def triangle_reversed_with_diagonal(T):
    return ~later(T)


# Which keys are padding


@mistake(
    "beyond",
    says="The padding mask is missing: `lengths` has no effect on M.",
    look="Print M for causal=False with lengths. Where does a short item differ from a long one?",
)
def padding_missing(lengths, T):
    return np.zeros((len(lengths), 1, T), dtype=bool)


@mistake(
    "beyond",
    says="The padding mask forbids the rows of padded queries. It forbids padded keys, which are "
    "columns.",
    look="Print M of an item of length 1. Which axis of M is that of the keys?",
)
def padding_on_queries(lengths, T):
    return np.swapaxes(beyond(lengths, T), -1, -2)


@mistake(
    "beyond",
    says="The rows of padded queries are forbidden as well as padded keys. A padded query still "
    "gets its row.",
    look="Print M of an item of length 1. Its second row should have a 0 too.",
)
def queries_and_keys_hidden(lengths, T):
    padded = beyond(lengths, T)
    return padded | np.swapaxes(padded, -1, -2)


@mistake(
    "beyond",
    says="Padded queries may read padded keys, and no others: like is matched with like. Padded "
    "keys are forbidden to every query.",
    look="Print M of an item of length 1, causal=False. All its rows should be alike.",
)
def same_kind_allowed(lengths, T):
    padded = beyond(lengths, T)
    return padded != np.swapaxes(padded, -1, -2)


@mistake(
    "beyond",
    says="All items are masked with the length of the first.",
    look="Print M of two items of different lengths.",
)
def first_length_for_all(lengths, T):
    return beyond(lengths[:1], T)


@mistake(
    "beyond",
    says="All items are masked with the length of the last.",
    look="Print M of two items of different lengths.",
)
def last_length_for_all(lengths, T):
    return beyond(lengths[-1:], T)


@mistake(
    "beyond",
    says="All items are masked with the largest of the lengths.",
    look="Print M of two items of different lengths.",
)
def largest_length_for_all(lengths, T):
    return beyond(np.max(lengths, initial=0, keepdims=True), T)


@mistake(
    "beyond",
    says="All items are masked with the smallest of the lengths.",
    look="Print M of two items of different lengths.",
)
def smallest_length_for_all(lengths, T):
    return beyond(np.min(lengths, initial=T, keepdims=True), T)


@mistake(
    "beyond",
    says="The lengths are sorted, so that items are masked with each other's.",
    look="Print M of two items, the longer one first.",
)
def lengths_sorted(lengths, T):
    return beyond(np.sort(lengths), T)


@mistake(
    "beyond",
    cause="lengths_sorted",
    says="The lengths are sorted, so that items are masked with each other's.",
    look="Print M of two items, the shorter one first.",
)
def lengths_sorted_down(lengths, T):
    return beyond(np.sort(lengths)[::-1], T)


@mistake(
    "beyond",
    says="The lengths are taken from the last item to the first.",
    look="Print M of two items of different lengths.",
)
def lengths_reversed(lengths, T):
    return beyond(lengths[::-1], T)


@mistake(
    "beyond",
    says="The last real key of each item is forbidden too: one key too many is hidden.",
    look="Print M of an item of length 1. It has one real key, and may read it.",
)
def last_token_hidden(lengths, T):
    return beyond(lengths - 1, T)


@mistake(
    "beyond",
    says="The first padded key of each item is allowed: one key too few is hidden.",
    look="Print M of an item of length 1, and one of length 0.",
)
def one_padded_key_allowed(lengths, T):
    return beyond(lengths + 1, T)


@mistake(
    "beyond",
    says="The first keys of an item are taken for its padding. Real tokens come first.",
    look="Print M of an item of length 1.",
)
def padding_at_the_left(lengths, T):
    return beyond(lengths, T)[..., ::-1]


@mistake(
    "beyond",
    says="The lengths are taken for numbers of padded keys. They count the real tokens.",
    look="Print M of an item of length 1.",
)
def lengths_count_padding(lengths, T):
    return beyond(T - lengths, T)


@mistake(
    "beyond",
    says="The padding part is the wrong way round: it forbids real keys and allows padded ones.",
    look="Print M of an item of length 1. 0 stands for allowed.",
)
def padding_polarity(lengths, T):
    return ~beyond(lengths, T)


# Which masks are made at all


@mistake(
    "forbid",
    says="No query is kept from any key: M is 0, or next to it, everywhere. Forbidden entries are "
    "−inf.",
    look="Print M with lengths given and causal=True.",
)
def nothing_forbidden(X, lengths, causal):
    return forbid(X, None, False)


@mistake(
    "fill",
    cause="nothing_forbidden",
    says="M is 0, or next to it, everywhere. Forbidden entries are −inf.",
    look="Print M with lengths given and causal=True, and the number you fill in.",
)
def fill_of_zero(masks):
    return np.zeros(join(masks).shape)


@mistake(
    "forbid",
    says="The flag `causal` is read the other way round: M is causal where it should not be.",
    look="Print M for causal=True and for causal=False.",
)
def causal_flag_inverted(X, lengths, causal):
    return forbid(X, lengths, not causal)


@mistake(
    "forbid",
    says="The flag `causal` is not looked at: M is causal always.",
    look="Print M for causal=False.",
)
def causal_always(X, lengths, causal):
    return forbid(X, lengths, True)


@mistake(
    "forbid",
    says="Padding is hidden only together with the causal mask. With causal=False the lengths have "
    "no effect.",
    look="Print M with lengths given, for causal=False.",
)
def padding_only_if_causal(X, lengths, causal):
    return forbid(X, lengths if causal else None, causal)


@mistake(
    "forbid",
    says="With causal=True the lengths have no effect: the causal mask takes the place of the "
    "padding mask.",
    look="Print M with lengths given, for causal=True.",
)
def padding_only_if_not_causal(X, lengths, causal):
    return forbid(X, None if causal else lengths, causal)


@mistake(
    "forbid",
    says="Where lengths are given the causal mask is left out: the padding mask takes its place.",
    look="Print M with lengths given, for causal=True.",
)
def causal_only_without_lengths(X, lengths, causal):
    return forbid(X, lengths, causal and lengths is None)


@mistake(
    "forbid",
    says="The causal mask is made only where lengths are given.",
    look="Print M without lengths, for causal=True.",
)
def causal_only_with_lengths(X, lengths, causal):
    return forbid(X, lengths, causal and lengths is not None)


@mistake(
    "forbid",
    says="Padding is recognised by tokens that are all zeros instead of by `lengths`. A real token "
    "may be zeros, and a padded one need not.",
    look="Where do the lengths come in?",
)
def padding_by_zero_tokens(X, lengths, causal):
    zero = (X == 0).all(axis=-1)[:, np.newaxis, :]
    return (*forbid(X, None, causal), zero)


BY_THE_SUM = {
    "cause": "padding_by_zero_tokens",
    "says": "Padding is recognised by tokens whose features sum to 0 instead of by `lengths`. "
    "Those of a real token may, and those of a padded one need not.",
    "look": "Where do the lengths come in?",
}


@mistake("forbid", **BY_THE_SUM)
def padding_by_sums(X, lengths, causal):
    zero = (X.sum(axis=-1) == 0)[:, np.newaxis, :]
    return (*forbid(X, None, causal), zero)


@mistake("forbid", **BY_THE_SUM)
def padding_by_sums_if_lengths(X, lengths, causal):
    return forbid(X, None, causal) if lengths is None else padding_by_sums(X, lengths, causal)


@mistake(
    "forbid",
    cause="padding_by_zero_tokens",
    says="Padding is recognised by tokens that are all zeros instead of by `lengths`. A real token "
    "may be zeros, and a padded one need not.",
    look="Where do the lengths come in?",
)
def padding_by_zero_tokens_if_lengths(X, lengths, causal):
    return (
        forbid(X, None, causal) if lengths is None else padding_by_zero_tokens(X, lengths, causal)
    )


# How two masks become one


@mistake(
    "join",
    says="With two masks an entry is forbidden only where both forbid it. Each of them forbids by "
    "itself.",
    look="Take an entry that is causal but padding, and one the other way round.",
)
def all_must_forbid(masks):
    first, *rest = masks
    return first | np.logical_and.reduce(np.broadcast_arrays(*rest)) if rest else first


@mistake(
    "join",
    says="An entry that both masks forbid is allowed again: the two undo each other.",
    look="Take an entry that comes after the query and is padding too.",
)
def exactly_one_forbids(masks):
    first, *rest = masks
    for mask in rest:
        first = first ^ mask
    return first


@mistake(
    "join",
    says="Every query may read its own token, even a padded one. Padding is forbidden to all.",
    look="Print M of an item of length 0.",
)
def own_key_always_allowed(masks):
    forbidden = join(masks)
    return forbidden & ~np.eye(forbidden.shape[-1], dtype=bool)


@mistake(
    "join",
    says="A row that may read no key is opened: all its keys are allowed. It stays forbidden, and "
    "its weights are zeros.",
    look="Print M of an item of length 0.",
)
def empty_row_opened(masks):
    forbidden = join(masks)
    return forbidden & ~forbidden.all(axis=-1, keepdims=True)


@mistake(
    "join",
    cause="own_key_always_allowed",
    says="A row that may read no key is opened for its own token. It stays forbidden, and its "
    "weights are zeros.",
    look="Print M of an item of length 0.",
)
def empty_row_reads_itself(masks):
    forbidden = join(masks)
    empty = forbidden.all(axis=-1, keepdims=True)
    return forbidden & ~(empty & np.eye(forbidden.shape[-1], dtype=bool))


@mistake(
    "join",
    says="M stands transposed: its rows are keys. Rows are queries.",
    look="Print M for T = 3. The first query may read one key, the last all of them.",
)
def mask_transposed(masks):
    return np.swapaxes(join(masks), -1, -2)


# What stands at the entries


@mistake(
    "fill",
    says="M is the wrong way round: −inf where a key is allowed, and 0 where it is forbidden.",
    look="M is added to the scores. Which of the two numbers takes a key away?",
)
def polarity_reversed(masks):
    return np.where(join(masks), 0.0, -np.inf)


@mistake(
    "fill",
    says="M holds 1 where a key is allowed and 0 where it is not. It is additive: 0 and −inf.",
    look="Add your M to a row of scores by hand.",
)
def one_for_allowed(masks):
    return np.where(join(masks), 0.0, 1.0)


@mistake(
    "fill",
    says="M holds 1 where a key is forbidden, 0 where it is allowed. It is additive: 0 and −inf.",
    look="Add your M to a row of scores by hand.",
)
def one_for_forbidden(masks):
    return np.where(join(masks), 1.0, 0.0)


@mistake(
    "fill",
    says="Forbidden entries are +inf. They are −inf.",
    look="What does exp make of each?",
)
def plus_infinity(masks):
    return np.where(join(masks), np.inf, 0.0)


@mistake(
    "fill",
    says="Allowed entries are NaN: there 0 is multiplied by infinity. They are 0.",
    look="What is 0 times infinity in floating point?",
)
def nan_for_allowed(masks):
    return join(masks) * -np.inf


@mistake(
    "fill",
    says="The two masks are multiplied, which makes NaN where one allows and the other forbids.",
    look="What is 0 times −inf, and what is −inf times −inf?",
)
def masks_multiplied(masks):
    product = 0.0 + fill(masks[:1])
    for k, mask in enumerate(masks[1:]):
        product = product * fill((mask,)) if k else product + fill((mask,))
    return product


FINITE_FILL = {
    "cause": "finite_fill",
    "says": "Forbidden entries hold a finite number instead of −inf. A row that may read no key "
    "cannot be told from others then.",
    "look": "Print M. NumPy has a number for infinity.",
}


def _finite_fill(number):
    def once(masks):
        return np.where(join(masks), number, 0.0)

    once.__name__ = f"finite_fill_{number:g}"
    return mistake("fill", **FINITE_FILL)(once)


def _finite_fills_added(number):
    def for_each_mask(masks):
        filled = [np.where(mask, number, 0.0) for mask in masks]
        return sum(filled)

    for_each_mask.__name__ = f"finite_fills_added_{number:g}"
    return mistake("fill", **FINITE_FILL)(for_each_mask)


for _k, _number in enumerate(FILLS):
    globals()[f"finite_fill_{_k}"] = _finite_fill(_number)
    globals()[f"finite_fills_added_{_k}"] = _finite_fills_added(_number)


# The mask as a whole


@mistake(
    "M",
    says="Forbidden places are found by their value: a score that is 0 counts as forbidden. A real "
    "score may be exactly 0.",
    look="Let a token be all zeros, and print M.",
)
def mask_by_value(X, W_Q, W_K, lengths, causal):
    Q = project(X, W_Q)
    zero = scale(pair(Q, project(X, W_K)), Q) == 0
    return (
        fill((*forbid(X, lengths, causal), zero))
        if causal
        else right_M(X, W_Q, W_K, lengths, causal)
    )


@mistake(
    "M",
    says="M holds the masked scores. It is the mask alone, 0 and −inf.",
    look="Does an allowed entry of M depend on X?",
)
def scores_in_mask(X, W_Q, W_K, lengths, causal):
    Q = project(X, W_Q)
    return scale(pair(Q, project(X, W_K)), Q) + right_M(X, W_Q, W_K, lengths, causal)


# What runs only where sizes coincide. These come last: where they raise they explain little.


@mistake(
    "beyond",
    says="The padding mask has shape (B, T), and where it meets (T, T) its items are taken for "
    "queries. That runs only where B equals T, or B is 1.",
    look="Compare the shapes of your two masks, and which axis of each is which.",
)
def query_axis_missing(lengths, T):
    return np.arange(T) >= lengths[:, np.newaxis]


@mistake(
    "beyond",
    says="The lengths are laid along the keys: key j is compared with the length of item j. That "
    "runs only where B equals T, or B is 1.",
    look="`lengths` has an entry for each item. On which axis of M do the items stand?",
)
def lengths_along_keys(lengths, T):
    return np.arange(T) >= lengths
