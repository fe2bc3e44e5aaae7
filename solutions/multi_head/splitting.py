"""Mistakes in splitting the width into heads and in putting the heads together again."""

import numpy as np

from ..mistakes import mistake
from .reference import flatten, merge, split

HALVES = "Split the numbers 0, 1, 2, … of one token in two heads by hand, then those of two tokens."

# split


@mistake(
    "split",
    says="The array is only reshaped to (B, n, T, d), without axes changing places. A head then "
    "holds pieces of other tokens: rows of head 0 are the parts of the first tokens, one by one.",
    look=HALVES,
)
def reshaped_without_swap(X, n_heads):
    B, T, width = X.shape
    return X.reshape(B, n_heads, T, width // n_heads)


@mistake(
    "heads_first",
    says="The heads stand behind the tokens, (B, T, n, d). Each head is to hold all tokens: "
    "(B, n, T, d).",
    look="Which axis of your result is as long as the number of heads, and where should it be?",
)
def heads_behind_tokens(P):
    return P


INTERLEAVED = {
    "cause": "heads_interleaved",
    "says": "The columns are dealt out to the heads in turn: head 0 gets columns 0, n, 2n and so "
    "on. A head is a block of d columns that lie side by side.",
    "look": "The width is cut in two axes. Which of them, heads or width of a head, comes first?",
}


@mistake("cut", **INTERLEAVED)
def columns_dealt_out(X, n_heads):
    B, T, width = X.shape
    return np.swapaxes(X.reshape(B, T, width // n_heads, n_heads), -1, -2)


@mistake(
    "cut",
    says="The number of heads and the width of a head have changed places: there are d heads of "
    "width n.",
    look="Split a width of 6 into two heads. How many heads are there, and how wide is one?",
)
def count_and_width_exchanged(X, n_heads):
    B, T, width = X.shape
    return X.reshape(B, T, width // n_heads, n_heads)


@mistake(
    "split",
    says="The last two axes of each head have changed places, (B, n, d, T). Rows are tokens.",
    look="Which axes does your line move, and in what order do they come out?",
)
def tokens_and_width_exchanged(X, n_heads):
    return np.swapaxes(split(X, n_heads), -1, -2)


@mistake(
    "split",
    says="The heads come before the items, (n, B, T, d). The first axis is that of the items.",
    look="Which axis of your result is as long as the batch, and where should it be?",
)
def heads_before_items(X, n_heads):
    return np.swapaxes(split(X, n_heads), 0, 1)


FOLDED = {
    "cause": "heads_folded_into_batch",
    "says": "Items and heads share one axis, (B·n, T, d). They are two axes: (B, n, T, d).",
    "look": "How many axes has your result, and how many are asked for?",
}


@mistake("split", **FOLDED)
def items_times_heads(X, n_heads):
    heads = split(X, n_heads)
    return heads.reshape(-1, *heads.shape[2:])


@mistake("split", **FOLDED)
def heads_times_items(X, n_heads):
    heads = np.swapaxes(split(X, n_heads), 0, 1)
    return heads.reshape(-1, *heads.shape[2:])


@mistake(
    "split",
    says="Every head holds the whole width. A head is a part of it, d of the n·d columns.",
    look="How wide is a head?",
)
def whole_width_for_each_head(X, n_heads):
    return np.repeat(X[:, np.newaxis], n_heads, axis=1)


@mistake(
    "split",
    says="All heads hold the same columns, those of head 0.",
    look="Which columns belong to head 1? Does your slice move along with the head?",
)
def first_head_repeated(X, n_heads):
    return np.repeat(split(X, n_heads)[:, :1], n_heads, axis=1)


@mistake(
    "split",
    says="All heads hold the same columns, those of the last head.",
    look="Which columns belong to head 0? What does a loop leave behind?",
)
def last_head_repeated(X, n_heads):
    return np.repeat(split(X, n_heads)[:, -1:], n_heads, axis=1)


@mistake(
    "split",
    says="The heads come in reverse order. Head 0 holds the first columns.",
    look=HALVES,
)
def heads_in_reverse(X, n_heads):
    return split(X, n_heads)[:, ::-1]


@mistake(
    "split",
    says="The number of heads is not looked at: there is a single head as wide as the whole.",
    look="What does your code do for n_heads = 2?",
)
def one_head_only(X, n_heads):
    return X[:, np.newaxis]


@mistake(
    "split",
    says="Each head overlaps the next: it begins one column after the one before it.",
    look="Where does head 1 begin, if a head is d columns wide?",
)
def heads_overlap(X, n_heads):
    d = X.shape[-1] // n_heads
    return np.stack([X[..., h : h + d] for h in range(n_heads)], axis=1)


@mistake(
    "split",
    says="The tokens are dealt out to the heads as well: rows and columns are cut at once. Every "
    "head holds every token.",
    look=HALVES,
)
def reshaped_width_before_tokens(X, n_heads):
    B, T, width = X.shape
    return np.swapaxes(X.reshape(B, n_heads, width // n_heads, T), -1, -2)


@mistake(
    "split",
    says="Heads and items are mixed: the array is reshaped with the heads in front of the items.",
    look="Put different numbers in two items, split, and see where each number turns up.",
)
def reshaped_with_heads_in_front(X, n_heads):
    B, T, width = X.shape
    return np.swapaxes(X.reshape(n_heads, B, T, width // n_heads), 0, 1)


SQUEEZED = {
    "cause": "axis_squeezed",
    "says": "Axes of length 1 are squeezed away: with one head, say, the axis of heads is gone.",
    "look": "Split into one head, and print the shape.",
}


@mistake("split", **SQUEEZED)
def single_head_squeezed(X, n_heads):
    heads = split(X, n_heads)
    return heads[:, 0] if n_heads == 1 else heads


@mistake("split", **SQUEEZED)
def split_squeezed(X, n_heads):
    return np.squeeze(split(X, n_heads))


@mistake("split", **SQUEEZED)
def split_item_squeezed(X, n_heads):
    heads = split(X, n_heads)
    return heads[0] if len(heads) == 1 else heads


@mistake(
    "split",
    says="The width is not split: the array comes back as it was, or as a view with no heads.",
    look="How many axes has your result, and how many are asked for?",
)
def not_split(X, n_heads):
    return X


# merge


@mistake(
    "merge",
    says="The array is only reshaped to (B, T, n·d), without axes changing places. A row then "
    "holds one head of several tokens instead of all heads of one.",
    look="Merge two heads of two tokens by hand. Which numbers stand side by side in row 0?",
)
def reshaped_without_swap_back(X):
    B, n, T, d = X.shape
    return X.reshape(B, T, n * d)


@mistake(
    "flatten",
    cause="heads_interleaved",
    says="The heads are shuffled into each other: first component 0 of every head, then component "
    "1 and so on. The heads stand side by side, head 0 first.",
    look="Two axes become one. Which of them, heads or width of a head, comes first?",
)
def components_side_by_side(P):
    return flatten(np.swapaxes(P, -1, -2))


@mistake(
    "merge",
    says="The heads are added up: the result is d wide. They are put side by side, n·d wide.",
    look="How many columns are asked for?",
)
def heads_summed(X):
    return X.sum(axis=1)


@mistake(
    "merge",
    says="The heads are averaged: the result is d wide. They are put side by side, n·d wide.",
    look="How many columns are asked for?",
)
def heads_averaged(X):
    return X.mean(axis=1)


@mistake(
    "merge",
    says="Only one head is kept. All are put side by side, n·d columns.",
    look="How many columns are asked for?",
    cause="one_head_kept",
)
def first_head_kept(X):
    return X[:, 0]


@mistake(
    "merge",
    says="Only one head is kept. All are put side by side, n·d columns.",
    look="What does your loop do with the heads before the last?",
    cause="one_head_kept",
)
def last_head_kept(X):
    return X[:, -1]


@mistake(
    "flatten",
    says="The heads stand behind the tokens, but still apart: (B, T, n, d). They are one axis of "
    "n·d columns.",
    look="How many axes has your result, and how many are asked for?",
)
def heads_not_joined(P):
    return P


@mistake(
    "merge",
    says="The heads are strung together over the tokens: n·T rows of width d. Each token has one "
    "row with all its heads.",
    look="Along which axis do you join the heads? How many rows are asked for?",
)
def joined_over_tokens(X):
    B, n, T, d = X.shape
    return X.reshape(B, n * T, d)


@mistake(
    "merge",
    says="The heads are put side by side in reverse order. Head 0 comes first.",
    look="Merge what you have split: it should be as it was.",
)
def merged_in_reverse(X):
    return merge(X[:, ::-1])


@mistake(
    "merge",
    says="Rows and columns of the result have changed places: (B, n·d, T).",
    look="Which axes does your line move? Rows are tokens.",
)
def merged_turned(X):
    return np.swapaxes(merge(X), -1, -2)


@mistake(
    "merge",
    says="The rows are made n·d wide by a reshape of heads with tokens and width exchanged, so "
    "that components of several tokens share a row.",
    look="Merge two heads of two tokens by hand. Which numbers stand side by side in row 0?",
)
def reshaped_from_columns(X):
    B, n, T, d = X.shape
    return np.swapaxes(X, -1, -2).reshape(B, T, n * d)


@mistake(
    "merge",
    cause="axis_squeezed",
    says="Axes of length 1 are squeezed away: with one item, say, the batch axis is gone.",
    look="Merge a batch of one item, and print the shape.",
)
def merged_squeezed(X):
    return np.squeeze(merge(X))


@mistake(
    "merge",
    cause="axis_squeezed",
    says="The batch axis of a single item is squeezed away.",
    look="Merge a batch of one item, and print the shape.",
)
def merged_item_squeezed(X):
    merged = merge(X)
    return merged[0] if len(merged) == 1 else merged


@mistake(
    "merge",
    says="Nothing is merged: the array comes back as it was.",
    look="How many axes has your result, and how many are asked for?",
)
def not_merged(X):
    return X
