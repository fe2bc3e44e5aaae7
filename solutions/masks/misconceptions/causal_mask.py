"""Stage masks: which keys the causal mask forbids."""

import numpy as np

from autograder.authoring import misconception

from ...pieces import later


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask has the wrong triangle: it forbids the keys before the query and allows "
    "those after it.",
    look="Look at row 0: the first query may read one key only.",
)
def triangle_reversed(T):
    return later(T).T


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask forbids the diagonal too. A query may read its own place: j ≤ i.",
    look="Look at row 0: with its own key forbidden, the first query could read nothing.",
)
def diagonal_forbidden(T):
    return np.arange(T) >= np.arange(T)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask lets each query read one key too far, the next one.",
    look="Look at row 0: the first query may read one key only.",
)
def next_key_allowed(T):
    return np.arange(T) > np.arange(T)[:, np.newaxis] + 1


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask hides the next key only. Every key after the query is forbidden.",
    look="Look at row 0: the first query may read one key only.",
)
def only_next_key_forbidden(T):
    return np.arange(T) == np.arange(T)[:, np.newaxis] + 1


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask allows the diagonal alone. A query may also read everything before it.",
    look="Look at the last row: the last query may read every key.",
)
def only_own_key_allowed(T):
    return ~np.eye(T, dtype=bool)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask forbids the diagonal alone. Forbidden are the keys after the query.",
    look="Look at row 0: the first query may read one key only, its own.",
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
    look="Look at the last row: the last query may read every key.",
)
def only_last_two_keys_allowed(T):
    i, j = np.arange(T)[:, np.newaxis], np.arange(T)
    return (j > i) | (j < i - 1)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask leaves its last row as it was made, with everything forbidden. The last "
    "query may read every key.",
    look="Check where the loop over the queries ends.",
)
def last_row_forbidden(T):
    return later(T) | (np.arange(T) == T - 1)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask leaves its first row as it was made, with everything allowed. The first "
    "query may read one key only.",
    look="Check where the loop over the queries begins.",
)
def first_row_allowed(T):
    return later(T) & (np.arange(T) > 0)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask lets every query read the last key.",
    look="Check where the loop over the keys ends.",
)
def last_key_allowed(T):
    return later(T) & (np.arange(T) < T - 1)


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask is one key too long: its shape is (T, T + 1).",
    look="Count how many keys T tokens have.",
)
def one_key_too_many(T):
    return np.arange(T + 1) > np.arange(T)[:, np.newaxis]


@misconception(
    "causal_mask",
    replaces="later",
    says="Your causal_mask is a single row. Each query has a row of its own.",
    look="Look at the shape of your mask: how many queries and keys T tokens have.",
)
def one_row_for_all(T):
    return np.arange(T) > 0
