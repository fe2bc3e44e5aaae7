"""Mistaken masks of a target that reads from a source: which keys are hidden, and from whom."""

from functools import reduce

import numpy as np

from ..mistakes import mistake
from ..pieces import beyond, pair, project, scale
from .reference import M as right_M
from .reference import fill, forbid

# A mask that this layer does not have

CAUSAL = {
    "cause": "causal_in_cross",
    "says": "A causal mask is applied: a target token may read only source tokens up to its own "
    "place. The source is there as a whole before the target begins, and only padding is hidden.",
    "look": "Print M without source_lengths. Nothing should be forbidden.",
}


def _after(X_target, X_source, first):
    """True where source token j lies after place i + first, i being the target token."""
    T_target, T_source = X_target.shape[1], X_source.shape[1]
    return np.arange(T_source) > np.arange(T_target)[:, np.newaxis] + first


@mistake("forbid", **CAUSAL)
def causal_and_padding(X_target, X_source, source_lengths):
    return (*forbid(X_target, X_source, source_lengths), _after(X_target, X_source, 0))


@mistake("forbid", **CAUSAL)
def causal_for_padding(X_target, X_source, source_lengths):
    return causal_and_padding(X_target, X_source, None)


@mistake("forbid", **CAUSAL)
def causal_only_without_lengths(X_target, X_source, source_lengths):
    if source_lengths is None:
        return causal_and_padding(X_target, X_source, None)
    return forbid(X_target, X_source, source_lengths)


@mistake("forbid", **CAUSAL)
def causal_from_the_end(X_target, X_source, source_lengths):
    first = X_source.shape[1] - X_target.shape[1]
    masks = forbid(X_target, X_source, source_lengths)
    return (*masks, _after(X_target, X_source, first))


@mistake("forbid", **CAUSAL)
def strictly_causal(X_target, X_source, source_lengths):
    return (*forbid(X_target, X_source, source_lengths), _after(X_target, X_source, -1))


@mistake("forbid", **CAUSAL)
def reversed_triangle(X_target, X_source, source_lengths):
    earlier = ~_after(X_target, X_source, -1)
    return (*forbid(X_target, X_source, source_lengths), earlier)


# Whose padding


def _behind(lengths, T_target):
    """True where target token i lies behind the length, (B, T_target, 1)."""
    return np.swapaxes(beyond(lengths, T_target), -1, -2)


@mistake(
    "padded",
    says="The lengths hide target tokens: rows of M are forbidden. They are lengths of the source, "
    "and hide keys, which are columns.",
    look="Print M of an item whose source has length 1. Which axis of M is that of the keys?",
)
def padding_on_queries(source_lengths, T_target, T_source):
    return _behind(source_lengths, T_target)


@mistake(
    "padded",
    says="The lengths hide target tokens as well as source tokens. They are lengths of the source "
    "alone, and every target token has its row.",
    look="Print M of an item whose source has length 1. All its rows should be alike.",
)
def queries_and_keys_hidden(source_lengths, T_target, T_source):
    return beyond(source_lengths, T_source) | _behind(source_lengths, T_target)


@mistake(
    "padded",
    says="Target tokens behind the length may read padded keys, and no others. Padded keys are "
    "hidden from every query.",
    look="Print M of an item whose source has length 1. All its rows should be alike.",
)
def same_kind_allowed(source_lengths, T_target, T_source):
    return beyond(source_lengths, T_source) != _behind(source_lengths, T_target)


@mistake(
    "padded",
    says="The lengths are cut off at T_target, so that a long source is not read to its end.",
    look="Let the source be longer than the target, and every token of it real.",
)
def lengths_cut_at_target(source_lengths, T_target, T_source):
    return beyond(np.minimum(source_lengths, T_target), T_source)


@mistake(
    "forbid",
    says="Source tokens that have no target token at their place are hidden too. The two sequences "
    "may be of any lengths.",
    look="Let the source be longer than the target, and every token of it real.",
)
def places_without_target_hidden(X_target, X_source, source_lengths):
    without = np.arange(X_source.shape[1]) >= X_target.shape[1]
    return (*forbid(X_target, X_source, source_lengths), without)


MISSING = {
    "cause": "padding_missing",
    "says": "The padding mask is missing: `source_lengths` has no effect on M, or is filled in as "
    "0. Forbidden entries are −inf.",
    "look": "Print M with source_lengths. Where does a short source differ from a long one?",
}


@mistake("forbid", **MISSING)
def lengths_ignored(X_target, X_source, source_lengths):
    return forbid(X_target, X_source, None)


@mistake("fill", **MISSING)
def fill_of_zero(masks):
    return np.zeros(reduce(np.logical_or, masks).shape)


ZEROS = {
    "cause": "padding_by_zero_tokens",
    "says": "Padding is recognised by source tokens that are all zeros instead of by "
    "`source_lengths`. A real token may be zeros, and a padded one need not.",
    "look": "Where do the lengths come in?",
}


def _zero(X_source):
    return (X_source == 0).all(axis=-1)[:, np.newaxis, :]


@mistake("forbid", **ZEROS)
def padding_by_zero_tokens(X_target, X_source, source_lengths):
    return (*forbid(X_target, X_source, None), _zero(X_source))


@mistake("forbid", **ZEROS)
def padding_by_zero_tokens_too(X_target, X_source, source_lengths):
    return (*forbid(X_target, X_source, source_lengths), _zero(X_source))


# The mask as a whole


@mistake(
    "fill",
    says="A row that may read no key is opened: all its keys are allowed. It stays forbidden, and "
    "its weights are zeros.",
    look="Print M of an item whose source has length 0.",
)
def empty_row_opened(masks):
    forbidden = reduce(np.logical_or, masks)
    return fill((forbidden & ~forbidden.all(axis=-1, keepdims=True),))


@mistake(
    "fill",
    says="M stands transposed: source by target. Its rows are queries, which are target tokens.",
    look="Compare the shape of M with that of S.",
)
def mask_transposed(masks):
    return np.swapaxes(fill(masks), -1, -2)


@mistake(
    "M",
    says="M holds the masked scores. It is the mask alone, 0 and −inf.",
    look="Does an allowed entry of M depend on the tokens?",
)
def scores_in_mask(X_target, X_source, W_Q, W_K, source_lengths):
    Q = project(X_target, W_Q)
    S = scale(pair(Q, project(X_source, W_K)), Q)
    return S + right_M(X_target, X_source, W_Q, W_K, source_lengths)


# What runs only where sizes coincide. These come last: where they raise they explain little.


@mistake(
    "padded",
    says="The mask of the source is made T_target long. It is as long as the source, and runs only "
    "where the two are equally long, or one of them is 1.",
    look="Which axis of the scores does the mask meet, and how long is that?",
)
def padding_over_targets(source_lengths, T_target, T_source):
    return beyond(source_lengths, T_target)


@mistake(
    "padded",
    says="The padding mask has shape (B, T_source), and where it meets the scores its items are "
    "taken for queries. That runs only where B equals T_target, or one of them is 1.",
    look="Compare the shapes of the mask and of S, from the right.",
)
def query_axis_missing(source_lengths, T_target, T_source):
    return np.arange(T_source) >= source_lengths[:, np.newaxis]


@mistake(
    "padded",
    says="The lengths are laid along the keys: key j is compared with the length of item j. That "
    "runs only where B equals T_source, or B is 1.",
    look="`source_lengths` has an entry for each item. On which axis of M do the items stand?",
)
def lengths_along_keys(source_lengths, T_target, T_source):
    return np.arange(T_source) >= source_lengths
