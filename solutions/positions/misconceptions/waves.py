"""Stage positions: mistaken tables of waves."""

import numpy as np

from autograder.authoring import misconception

from ..reference import base, places, rates, waves

FIRST_ROW = "Position 0 has the angle 0 in every column. Write its row down: sin 0, cos 0, sin 0, …"
FIRST_COLUMN = "Column 0 is sin of 0, 1, 2, …; compare yours."


def waving(replaces, says, look=FIRST_ROW, cause=None):
    """Marks a mistake of the object sinusoidal."""
    return misconception("sinusoidal", replaces=replaces, cause=cause, says=says, look=look)


@waving(
    "waves",
    "Your {} has cos in the even columns and sin in the odd ones. Columns are counted from 0, and "
    "column 0 is a sine.",
)
def sin_and_cos_swapped(angles, d_model):
    P = np.empty((len(angles), d_model))
    P[:, 0::2] = np.cos(angles)
    P[:, 1::2] = np.sin(angles[:, : d_model // 2])
    return P


BLOCKS = (
    "Your {} has all sines first and all cosines after them. Sine and cosine of one angle stand "
    "side by side."
)


@waving("waves", BLOCKS)
def blocks_for_pairs(angles, d_model):
    return np.concatenate([np.sin(angles), np.cos(angles[:, : d_model // 2])], axis=1)


@waving(
    "waves",
    "Your {} has all cosines first and all sines after them. Sine and cosine of one angle stand "
    "side by side, the sine first.",
    cause="blocks_for_pairs",
)
def blocks_cosines_first(angles, d_model):
    return np.concatenate([np.cos(angles), np.sin(angles[:, : d_model // 2])], axis=1)


@waving(
    "waves",
    "Your {} holds sines only. Odd columns are cosines.",
)
def sines_only(angles, d_model):
    return np.sin(np.repeat(angles, 2, axis=1)[:, :d_model])


@waving("waves", "Your {} holds cosines only. Even columns are sines.")
def cosines_only(angles, d_model):
    return np.cos(np.repeat(angles, 2, axis=1)[:, :d_model])


@waving("waves", "Your {} has zeros in the odd columns: the cosines are missing.")
def cosines_missing(angles, d_model):
    P = waves(angles, d_model)
    P[:, 1::2] = 0
    return P


@waving("waves", "Your {} has zeros in the even columns: the sines are missing.")
def sines_missing(angles, d_model):
    P = waves(angles, d_model)
    P[:, 0::2] = 0
    return P


@waving("waves", "Your {} holds the angles themselves: no sine and no cosine is taken.")
def angles_as_they_are(angles, d_model):
    return np.repeat(angles, 2, axis=1)[:, :d_model]


@waving(
    "waves",
    "Your {} leaves the last column empty where d_model is odd. It is a sine then, without a "
    "cosine beside it.",
    "Try d_model = 3: which columns are even?",
)
def last_of_odd_width_empty(angles, d_model):
    P = waves(angles, d_model)
    P[:, d_model - d_model % 2 :] = 0
    return P


@waving(
    "waves",
    "Your {} lacks the last column where d_model is odd. It is a sine then, without a cosine "
    "beside it.",
    "Try d_model = 3: how many columns come out?",
    cause="last_of_odd_width_empty",
)
def odd_width_cut(angles, d_model):
    return waves(angles, d_model)[:, : d_model - d_model % 2]


@waving(
    "waves",
    "Your {} has one column too many where d_model is odd.",
    "Try d_model = 3: how many columns come out?",
)
def odd_width_filled_up(angles, d_model):
    return waves(angles, d_model + d_model % 2)


@waving(
    "waves",
    "Your {} has the positions as columns: the table stands on its side.",
    "Print its shape for T = 2, d_model = 6.",
)
def table_on_its_side(angles, d_model):
    return waves(angles, d_model).T


@waving(
    "waves",
    "Your {} has an axis too many in front. One table serves every item of a batch.",
    "Print its shape for T = 2, d_model = 6.",
)
def axis_in_front(angles, d_model):
    return waves(angles, d_model)[np.newaxis]


@waving(
    "waves",
    "Your {} keeps sine and cosine on an axis of their own. They stand side by side in one row.",
    "Print its shape for T = 2, d_model = 6.",
)
def pairs_kept_apart(angles, d_model):
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


@waving(
    "waves",
    "Your {} has 2·d_model columns: sine and cosine of every column. Two columns share an angle.",
    "Print its shape for T = 2, d_model = 6.",
)
def twice_as_wide(angles, d_model):
    full = np.multiply.outer(np.arange(len(angles)), base() ** -(np.arange(d_model) / d_model))
    return np.concatenate([np.sin(full), np.cos(full)], axis=1)


@waving("waves", "Your {} is rounded, or filled into whole numbers. It keeps its fractions.")
def waves_truncated(angles, d_model):
    return np.trunc(waves(angles, d_model))


@waving("waves", "Your {} has its sign turned round.", cause="waves_negated")
def all_negated(angles, d_model):
    return -waves(angles, d_model)


@waving(
    "waves",
    "Your {} is multiplied by √d_model. It is the plain sine and cosine.",
    "No entry is larger than 1.",
)
def waves_scaled(angles, d_model):
    return waves(angles, d_model) * np.sqrt(d_model)


@waving(
    "waves",
    "Your {} is divided by √d_model. It is the plain sine and cosine.",
    "Position 0 has ones in its odd columns.",
    cause="waves_scaled",
)
def waves_made_smaller(angles, d_model):
    return waves(angles, d_model) / np.sqrt(d_model)


@waving(
    "waves",
    "Your {} has zeros at position 0. Its cosines are 1.",
)
def first_row_empty(angles, d_model):
    P = waves(angles, d_model)
    P[0] = 0
    return P


@waving(
    "waves",
    "Your {} leaves the last position empty.",
    "Where does the loop over the positions end?",
)
def last_row_empty(angles, d_model):
    P = waves(angles, d_model)
    P[-1] = 0
    return P


@waving(
    "places",
    "Your {} counts positions from 1. The first position is 0.",
)
def positions_from_one(T):
    return places(T) + 1


@waving(
    "places",
    "Your {} has the positions in reverse. The first row is position 0.",
    FIRST_COLUMN,
)
def positions_reversed(T):
    return places(T)[::-1]


@waving(
    "places",
    "Your {} divides positions by T, so that they lie between 0 and 1. They are 0, 1, 2, …, "
    "whatever the length.",
    FIRST_COLUMN,
)
def positions_as_shares(T):
    return places(T) / T


@waving(
    "places",
    "Your {} spreads the positions from 0 to 1. They are 0, 1, 2, …, whatever the length.",
    FIRST_COLUMN,
    cause="positions_as_shares",
)
def positions_spread(T):
    return np.linspace(0, 1, T)


@waving("places", "Your {} has the same row at every position.", FIRST_COLUMN)
def one_row_for_all(T):
    return np.zeros(T)


@waving("places", "Your {} has the row of position 1 at every position.", FIRST_COLUMN)
def row_one_for_all(T):
    return np.ones(T)


OWN_EXPONENT = (
    "Your {} gives every column an exponent of its own. Sine and cosine of a pair share one: the "
    "exponent of column 2i + 1 is 2i/d as well."
)
PAIR = "Compare column 0 with column 1 at position 1: sin² + cos² of one angle is 1."


def column_by_column(exponent, says, cause=None):
    """A table whose columns have the exponents given, by column number and width."""

    def table(T, d_model):
        column = np.arange(d_model)
        angle = np.multiply.outer(np.arange(T), base() ** -exponent(column, d_model))
        return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))

    table.__name__ = cause
    return waving("sinusoidal", says, PAIR, cause=cause)(table)


column_for_pair = column_by_column(lambda c, d: c / d, OWN_EXPONENT, "column_for_pair")
twice_column = column_by_column(lambda c, d: 2 * c / d, OWN_EXPONENT, "column_for_pair")
next_column = column_by_column(
    lambda c, d: (c + c % 2) / d,
    "Your {} gives the cosine of a pair the exponent of the pair after it. Sine and cosine of a "
    "pair share an angle.",
    "pair_after_it",
)
column_and_one = column_by_column(
    lambda c, d: (c + 1) / d, "Your {} counts columns from 1 in the exponent.", "columns_from_one"
)


@waving(
    "sinusoidal",
    "Your {} divides the sine and the cosine by 10000^(2i/d). The position is divided by it, "
    "inside.",
    "No wave is smaller than another: they only differ in how fast they are.",
)
def divided_outside(T, d_model):
    rate = np.repeat(rates(d_model), 2)[:d_model]
    same = np.broadcast_to(np.arange(T)[:, np.newaxis], (T, (d_model + 1) // 2))
    return waves(same, d_model) * rate


@waving(
    "sinusoidal",
    "Your {} takes T for d_model and d_model for T.",
    "Print its shape for T = 2, d_model = 6.",
)
def sizes_exchanged(T, d_model):
    return waves(np.multiply.outer(np.arange(d_model), rates(T)), T)


@waving(
    "sinusoidal",
    "Your {} has T in the exponent where d_model should be.",
    "By what is 2i divided in the exponent?",
)
def divided_by_length(T, d_model):
    exponent = np.arange(0, d_model, 2) / T
    return waves(np.multiply.outer(np.arange(T), base() ** -exponent), d_model)


@waving(
    "sinusoidal",
    "Your {} has its angles cut off to whole numbers.",
    "Is the position divided with / or with //?",
)
def angles_truncated(T, d_model):
    return waves(np.floor(np.multiply.outer(np.arange(T), rates(d_model))), d_model)
