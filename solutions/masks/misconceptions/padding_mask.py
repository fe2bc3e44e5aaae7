"""Stage masks: which keys the padding mask forbids, and its shape."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import beyond, later


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask lets one padded key through in each item: it allows j = lengths[b] "
    "too. Counted from 0, the last real token is the one before.",
    look="Count how many zeros the row of an item of length 2 has.",
)
def one_padded_key_allowed(lengths, T):
    return np.arange(T) > lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides the last real token of each item.",
    look="Count how many zeros the row of an item of length 2 has.",
)
def last_token_hidden(lengths, T):
    return np.arange(T) >= lengths[:, np.newaxis, np.newaxis] - 1


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides the padded key next to the real tokens and none after it. All "
    "from lengths[b] on are padding.",
    look="Try an item with two padded keys or more.",
)
def only_first_padded_key_hidden(lengths, T):
    return np.arange(T) == lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask allows the last keys of each item. The real tokens come first, and the "
    "padding after them.",
    look="Ask yourself at which end of an item its padding stands.",
)
def padding_at_the_left(lengths, T):
    return np.arange(T) < T - lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask takes the lengths for numbers of padded keys. They count the real "
    "tokens.",
    look="Ask yourself what lengths[b] = T means.",
)
def lengths_count_padding(lengths, T):
    return np.arange(T) >= T - lengths[:, np.newaxis, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the length of the first item for all. Each item has its own.",
    look="Check where lengths is indexed.",
)
def first_length_for_all(lengths, T):
    return np.broadcast_to(beyond(lengths[:1], T), (len(lengths), 1, T))


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the largest length for all items. Each item has its own.",
    look="Check where lengths is indexed.",
)
def largest_length_for_all(lengths, T):
    return beyond(np.full(len(lengths), lengths.max()), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask uses the smallest length for all items. Each item has its own.",
    look="Check where lengths is indexed.",
)
def smallest_length_for_all(lengths, T):
    return beyond(np.full(len(lengths), lengths.min()), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides nothing in an item of length 0: the 0 is taken for no length at "
    "all. Such an item has no real token, and every key is forbidden.",
    look="Look at what your code makes of a length of 0.",
)
def empty_item_open(lengths, T):
    return beyond(np.where(lengths == 0, T, lengths), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask hides everything in an item without padding. A slice that should be "
    "empty takes in the whole row.",
    look="Look at what your slice does where lengths[b] = T.",
)
def full_item_hidden(lengths, T):
    return beyond(np.where(lengths == T, 0, lengths), T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask leaves the last item without a mask.",
    look="Check where the loop over the items ends.",
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
    look="Ask yourself which axis of the scores runs over the keys.",
)
def padding_on_queries(lengths, T):
    return np.swapaxes(beyond(lengths, T), 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has no axis for the queries: its shape is (B, T). Added to scores "
    "(B, T, T) it would be read as (queries, keys).",
    look="Ask yourself what the axis of length 1 in (B, 1, T) is for.",
)
def query_axis_missing(lengths, T):
    return beyond(lengths, T)[:, 0]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has its axis of length 1 in front, (1, B, T), where the batch should "
    "be. Added to scores, items would be taken for queries.",
    look="Look at the order of the axes: batch, queries, keys.",
)
def query_axis_in_front(lengths, T):
    return np.swapaxes(beyond(lengths, T), 0, 1)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has its keys in front of its batch, (T, B).",
    look="Look at the order of the axes: batch, queries, keys.",
)
def keys_before_batch(lengths, T):
    return beyond(lengths, T)[:, 0].T


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask writes the same row for each query, (B, T, T). Its entries are right; "
    "asked for is one row an item, (B, 1, T), which broadcasting repeats.",
    look="Look at the shape of your mask beside the one that is due.",
)
def row_repeated_for_queries(lengths, T):
    return np.repeat(beyond(lengths, T), T, axis=1)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask forbids padded queries as well as padded keys. It hides keys alone: a "
    "padded query still has its row.",
    look="Check whether an entry of your mask depends on the query.",
)
def queries_and_keys_hidden(lengths, T):
    keys = beyond(lengths, T)
    return keys | np.swapaxes(keys, 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask lets padded queries read padded keys, and compares the two for being "
    "of the same kind. A padded key is hidden from everybody.",
    look="Check whether an entry of your mask depends on the query.",
)
def same_kind_allowed(lengths, T):
    keys = beyond(lengths, T)
    return keys != np.swapaxes(keys, 1, 2)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask is causal as well. The two masks are made apart and combined later.",
    look="Check whether an entry of your mask depends on the query.",
)
def causal_as_well(lengths, T):
    return beyond(lengths, T) | later(T)


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask has an axis too many, (B, 1, 1, T).",
    look="Look at the shape of your mask beside the one that is due.",
)
def two_query_axes(lengths, T):
    return beyond(lengths, T)[:, np.newaxis]


@misconception(
    "padding_mask",
    replaces="beyond",
    says="Your padding_mask is as long as the longest item. It is to be T long, which may be more.",
    look="Look for T in your code, and try lengths that are all smaller.",
)
def as_long_as_longest(lengths, T):
    return beyond(lengths, lengths.max())
