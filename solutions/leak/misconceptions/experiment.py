"""Stage leak: experiments that miss a leak, or see one where there is none."""

import numpy as np

from autograder.authoring import misconception

from ..reference import changed, differ, seen


def told(piece, cause, says, look):
    """What several forms of one mistake share."""
    return {"cause": cause, "replaces": piece, "says": says, "look": look}


# Where tokens are changed

LAST_ONLY = (
    "last_place_only",
    "Only what the last token does counts. A layer may leak from others and not from that one.",
    "Which tokens are changed, and which answers count? A mask may have a single wrong entry.",
)
FIRST_ONLY = (
    "first_place_only",
    "Only what the first output does counts. A layer may leak into others and not into that one.",
    "Which outputs are compared, and which answers count? A mask may have a single wrong entry.",
)
ONE_PLACE = told(
    "places",
    "one_place_tried",
    "Only one place in the middle is tried. What is after every place has to be changed once.",
    "How many values does your i take? A mask may have a single wrong entry.",
)


@misconception("leaks_future", **told("places", *LAST_ONLY))
def last_place_only(X):
    return range(X.shape[1] - 1)[-1:]


@misconception("leaks_future", **told("places", *FIRST_ONLY))
def first_place_only(X):
    return range(X.shape[1] - 1)[:1]


@misconception("leaks_future", **ONE_PLACE)
def middle_place_only(X):
    return range(X.shape[1] - 1)[X.shape[1] // 2 - 1 : X.shape[1] // 2]


@misconception("leaks_future", **ONE_PLACE)
def middle_place_rounded_up(X):
    return range(X.shape[1] - 1)[X.shape[1] // 2 : X.shape[1] // 2 + 1]


@misconception(
    "leaks_future",
    **told(
        "places",
        "last_place_left_out",
        "The last place but one is never tried, so that the last token is not changed by itself.",
        "Where does your loop over i end?",
    ),
)
def last_place_left_out(X):
    return range(X.shape[1] - 2)


@misconception(
    "leaks_future",
    **told(
        "places",
        "first_place_left_out",
        "The first place is never tried: what output 0 knows of token 1 is missed.",
        "Where does your loop over i begin?",
    ),
)
def first_place_left_out(X):
    return range(1, X.shape[1] - 1)


# How tokens are changed


@misconception(
    "leaks_future",
    **told(
        "changed",
        "own_token_changed",
        "Token i itself is changed too, and its output at i compared. That one may move.",
        "Try a layer that returns its tokens as they are: it reads nothing but the own token.",
    ),
)
def own_token_changed(X, i):
    other = np.array(X, dtype=np.float64)
    other[:, i:] += 1
    return other


@misconception(
    "leaks_future",
    **told(
        "changed",
        "own_token_changed",
        "Token i itself is changed too, and its output at i compared. That one may move.",
        "Try a layer that returns its tokens as they are: it reads nothing but the own token.",
    ),
)
def own_token_replaced(X, i):
    other = np.array(X, dtype=np.float64)
    other[:, i:] = np.random.default_rng(0).normal(size=other[:, i:].shape)
    return other


@misconception(
    "leaks_future",
    **told(
        "changed",
        "earlier_tokens_changed",
        "The tokens up to i are changed, not those after it. That later outputs go by earlier "
        "tokens is what a causal layer is for.",
        "Print X and the changed tokens, for i = 0.",
    ),
)
def earlier_tokens_changed(X, i):
    other = np.array(X, dtype=np.float64)
    other[:, : i + 1] += 1
    return other


@misconception(
    "leaks_future",
    **told(
        "changed",
        "all_tokens_changed",
        "All tokens are changed, the own and earlier ones too, so that outputs move by right.",
        "Print X and the changed tokens, for i = 0.",
    ),
)
def all_tokens_changed(X, i):
    return np.array(X, dtype=np.float64) + 1


@misconception("leaks_future", **told("changed", *LAST_ONLY))
def last_token_only_changed(X, i):
    other = np.array(X, dtype=np.float64)
    other[:, -1] += 1
    return other


@misconception(
    "leaks_future",
    **told(
        "changed",
        "later_tokens_shuffled",
        "The later tokens only change places. What reads all of them alike does not notice.",
        "Try a layer that takes the mean over all tokens off.",
    ),
)
def later_tokens_shuffled(X, i):
    other = np.array(X, dtype=np.float64)
    other[:, i + 1 :] = other[:, :i:-1]
    return other


NEVER_SEEN = (
    "leak_never_seen",
    "No layer is ever said to leak. Either nothing is changed, or so little that it stays within "
    "the tolerance, or what is compared cannot move.",
    "Print the changed tokens beside X, and the outputs of both, for X less its mean over the "
    "tokens. An operation that returns a new array changes nothing by itself.",
)


def _by(amount):
    def change_too_small(X, i):
        other = np.array(X, dtype=np.float64)
        other[:, i + 1 :] += amount
        return other

    return misconception("leaks_future", **told("changed", *NEVER_SEEN))(change_too_small)


by_1e_9 = _by(1e-9)
by_1e_6 = _by(1e-6)
by_1e_5 = _by(1e-5)


@misconception("leaks_future", **told("changed", *NEVER_SEEN))
def nothing_changed(X, i):
    return np.array(X)


@misconception(
    "leaks_future",
    **told(
        "changed",
        "change_truncated",
        "Where X holds whole numbers, the change is cut off when it is written into them.",
        "Of which dtype is the copy of X that you change?",
    ),
)
def change_truncated(X, i):
    other = np.array(X)
    other[:, i + 1 :] = X[:, i + 1 :] + 0.5
    return other


@misconception(
    "leaks_future",
    **told(
        "changed",
        "first_item_only",
        "Only the first item of the batch is tried. A mask may be missing in another one.",
        "Which items have other tokens in your second run?",
    ),
)
def first_item_changed(X, i):
    other = np.array(X, dtype=np.float64)
    other[:1, i + 1 :] += 1
    return other


@misconception(
    "leaks_future",
    **told(
        "moves",
        "tokens_made_nan",
        "The later tokens are replaced by NaN. A causal layer multiplies them by 0, and 0 times "
        "NaN is NaN: it seems to leak.",
        "Put ordinary numbers there.",
    ),
)
def tokens_made_nan(layer, X, before, i):
    other = np.array(X, dtype=np.float64)
    other[:, i + 1 :] = np.nan
    return not np.allclose(seen(before, i), seen(layer(other), i))


# Which outputs are compared


LATER_OUTPUTS = told(
    "seen",
    "later_outputs_compared",
    "Outputs after i are compared, and they may move. Those at i and before may not.",
    "Which outputs must not know of tokens after i?",
)


@misconception("leaks_future", **LATER_OUTPUTS)
def later_outputs_compared(Y, i):
    return Y[:, i + 1 :]


@misconception(
    "leaks_future",
    **told(
        "seen",
        "all_outputs_compared",
        "All outputs are compared. Those after i may move, since their own tokens were changed.",
        "Which outputs must not know of tokens after i?",
    ),
)
def all_outputs_compared(Y, i):
    return Y


@misconception(
    "leaks_future",
    **told(
        "seen",
        "own_output_left_out",
        "The output at i itself is left out, so a layer that reads one token ahead goes unseen.",
        "A slice ends before its end. Try a layer that returns the token after each.",
    ),
)
def own_output_left_out(Y, i):
    return Y[:, :i]


@misconception("leaks_future", **LATER_OUTPUTS)
def last_output_compared(Y, i):
    return Y[:, -1]


@misconception("leaks_future", **told("seen", *FIRST_ONLY))
def first_output_only(Y, i):
    return Y[:, :1]


@misconception(
    "leaks_future",
    **told(
        "seen",
        "first_item_only",
        "Only the first item's outputs are compared. A mask may be missing in another one.",
        "Which items do you look at in both runs?",
    ),
)
def first_item_seen(Y, i):
    return Y[:1, : i + 1]


AVERAGED = told(
    "seen",
    "outputs_averaged",
    "Sums or means of outputs are compared. What moves up in one entry and down in another goes "
    "unseen, as it does in a loss.",
    "Compare entry by entry.",
)


@misconception("leaks_future", **AVERAGED)
def mean_over_width(Y, i):
    return np.mean(Y[:, : i + 1], axis=-1)


@misconception("leaks_future", **AVERAGED)
def mean_of_all(Y, i):
    return np.mean(Y[:, : i + 1])


@misconception("leaks_future", **AVERAGED)
def sum_of_all(Y, i):
    return np.sum(Y[:, : i + 1])


@misconception(
    "leaks_future",
    **told(
        "seen",
        "only_best_entry_compared",
        "Only the place of the largest entry of each output is compared. The numbers may move long "
        "before that does.",
        "Compare the numbers themselves.",
    ),
)
def only_best_entry_compared(Y, i):
    return np.argmax(Y[:, : i + 1], axis=-1)


@misconception(
    "leaks_future",
    **told(
        "moves",
        "next_token_and_output_only",
        "Only the token after i is changed and only the output at i compared: leaks from further "
        "ahead go unseen.",
        "Try a layer in which the first output reads the last token.",
    ),
)
def next_token_and_output_only(layer, X, before, i):
    other = np.array(X, dtype=np.float64)
    other[:, i + 1] += 1
    return differ(before[:, i], layer(other)[:, i])


@misconception(
    "leaks_future",
    **told(
        "moves",
        "compared_with_tokens",
        "The outputs are compared with the tokens, not with the outputs of a first run.",
        "Which two arrays should agree for a causal layer?",
    ),
)
def compared_with_tokens(layer, X, before, i):
    after = layer(changed(X, i))
    if np.shape(after) != np.shape(X):
        return True
    return differ(seen(X, i), seen(after, i))


# What counts as a difference


@misconception(
    "leaks_future",
    **told(
        "differ",
        "exact_equality",
        "The outputs are asked to be equal to the last digit. A causal layer may round otherwise.",
        "Within rtol 1e-4 and atol 1e-5 nothing has changed.",
    ),
)
def exact_equality(before, after):
    return bool(np.any(before != after))


LOOSE = told(
    "differ",
    "tolerance_too_loose",
    "The tolerance is so wide that a small leak passes. Rounding is a millionth, not a tenth.",
    "How far may two sound layers be apart? The task says so.",
)


def _within(atol):
    def tolerance_too_loose(before, after):
        return bool(np.any(np.abs(after - before) > atol))

    return misconception("leaks_future", **LOOSE)(tolerance_too_loose)


within_1e_1 = _within(1e-1)
within_half = _within(0.5)
within_1 = _within(1.0)

LOOSE_FOR_ONE = {**LOOSE, "replaces": "moves"}


def _one_within(atol):
    def tolerance_too_loose(layer, X, before, i):
        other = np.array(X, dtype=np.float64)
        other[:, i + 1 :] += 1
        return bool(np.any(np.abs(seen(layer(other), i) - seen(before, i)) > atol))

    return misconception("leaks_future", **LOOSE_FOR_ONE)(tolerance_too_loose)


one_within_1e_1 = _one_within(1e-1)
one_within_half = _one_within(0.5)


@misconception(
    "leaks_future",
    **told(
        "differ",
        "every_entry_must_move",
        "A leak counts only where every compared entry moves. One is enough.",
        "Is it any or all?",
    ),
)
def every_entry_must_move(before, after):
    return bool(np.all(np.abs(after - before) > 1e-5))


@misconception("leaks_future", **told("differ", *NEVER_SEEN))
def shapes_compared(before, after):
    return np.shape(before) != np.shape(after)


# What is concluded

REVERSED = told(
    "verdict",
    "answer_reversed",
    "The answer is the other way round: True is due where the layer leaks.",
    "What does your function say of a cumulative sum?",
)


@misconception("leaks_future", **REVERSED)
def answer_reversed(moved):
    return not any(moved)


@misconception(
    "leaks_future",
    **told(
        "verdict",
        "every_place_must_leak",
        "A layer counts as leaking only where every place shows it. One is enough.",
        "Is it any or all?",
    ),
)
def every_place_must_leak(moved):
    return all(moved)


@misconception("leaks_future", **told("verdict", *LAST_ONLY))
def only_last_answer_kept(moved):
    return bool(moved) and moved[-1]


@misconception("leaks_future", **told("verdict", *FIRST_ONLY))
def only_first_answer_kept(moved):
    return bool(moved) and moved[0]


@misconception(
    "leaks_future",
    says="Every layer is said to leak.",
    look="What does your function say of a cumulative sum?",
)
def always_true(layer, X):
    return True


@misconception("leaks_future", **told("leaks_future", *NEVER_SEEN))
def always_false(layer, X):
    return False
