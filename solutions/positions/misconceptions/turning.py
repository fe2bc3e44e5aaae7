"""Stage positions: mistaken rotations."""

import numpy as np

from autograder.authoring import misconception

from ..reference import base, columns, rates, rotary, turn, waves

ONE_PAIR = "Turn the vector (1, 0) to position 1 by hand: (cos 1, sin 1). Compare yours."
FOUR_COLUMNS = "Try width 4 with X = [[1, 0, 0, 0]] at position 1: only columns 0 and 1 move."
OTHER_PLACES = "Try positions 5, 0, 2 instead of 0, 1, 2."


def turned(replaces, says, look=ONE_PAIR, cause=None):
    """Marks a mistake of the object rotary."""
    return misconception("rotary", replaces=replaces, cause=cause, says=says, look=look)


@turned(
    "columns",
    "Your {} pairs column i with column i + d/2. Here columns 2i and 2i + 1 are a pair.",
    FOUR_COLUMNS,
)
def halves_paired(width):
    return np.arange(width // 2), np.arange(width // 2) + width // 2


@turned(
    "columns",
    "Your {} pairs the first column with the last, the second with the last but one, and so on. "
    "Columns 2i and 2i + 1 are a pair.",
    FOUR_COLUMNS,
    cause="halves_paired",
)
def outer_and_inner_paired(width):
    return np.arange(width // 2), np.arange(width)[::-1][: width // 2]


@turned(
    "columns",
    "Your {} has the two columns of each pair exchanged, so it turns the other way round.",
    cause="turned_backwards",
)
def pairs_the_other_way(width):
    return columns(width)[::-1]


@turned(
    "rotary",
    "Your {} turns the right pairs, then puts all first columns before all second ones. They go "
    "back side by side.",
    FOUR_COLUMNS,
)
def pairs_not_woven(X, positions):
    Y = rotary(X, positions)
    return np.concatenate([Y[..., 0::2], Y[..., 1::2]], axis=-1)


@turned(
    "rotary",
    "Your {} keeps the pairs on an axis of their own. The result has the shape of X.",
    "Print its shape beside that of X.",
)
def pairs_kept_on_an_axis(X, positions):
    Y = rotary(X, positions)
    return np.stack([Y[..., 0::2], Y[..., 1::2]], axis=-1)


def by_partner(X, angles, first, second):
    """The sum form: X cos + partner sin, with two choices of columns for the partner."""
    partner = np.empty(X.shape)
    partner[..., first], partner[..., second] = -X[..., second], X[..., first]
    return X * np.cos(angles) + partner * np.sin(angles)


def all_angles(X, positions):
    """The angle of each token and pair, (T, pairs)."""
    return np.multiply.outer(positions, rates(X.shape[-1]))


@turned(
    "rotary",
    "Your {} lays the angles out as θ0 θ1 … θ0 θ1 …, while the columns are paired side by side. "
    "Both columns of a pair turn by one angle.",
    FOUR_COLUMNS,
)
def angles_tiled(X, positions):
    angles = all_angles(X, positions)
    return by_partner(X, np.concatenate([angles, angles], axis=-1), *columns(X.shape[-1]))


@turned(
    "rotary",
    "Your {} repeats each angle for two columns side by side, while it takes the partner from the "
    "other half of the columns. The partner of column 2i is column 2i + 1.",
    FOUR_COLUMNS,
    cause="angles_tiled",
)
def partner_from_other_half(X, positions):
    half = X.shape[-1] // 2
    angles = np.repeat(all_angles(X, positions), 2, axis=-1)
    return by_partner(X, angles, np.arange(half), np.arange(half) + half)


@turned(
    "rotary",
    "Your {} gives each column an angle of its own. Both columns of a pair turn by the same one.",
    FOUR_COLUMNS,
)
def angle_for_each_column(X, positions):
    width = X.shape[-1]
    angles = np.multiply.outer(positions, base() ** -(np.arange(width) / width))
    return by_partner(X, angles, *columns(width))


@turned(
    "turn",
    "Your {} turns the wrong way round: from the second column towards the first. Position 1 takes "
    "(1, 0) to (cos 1, sin 1).",
)
def turned_backwards(a, b, angles):
    return turn(a, b, -angles)


@turned(
    "turn",
    "Your {} has two plus signs: that is no rotation. One of the four products is subtracted.",
)
def no_minus(a, b, angles):
    c, s = np.cos(angles), np.sin(angles)
    return a * c + b * s, a * s + b * c


@turned(
    "turn",
    "Your {} mirrors the pairs: the minus sign stands at the wrong product.",
    cause="pairs_mirrored",
)
def minus_at_second(a, b, angles):
    c, s = np.cos(angles), np.sin(angles)
    return a * c + b * s, a * s - b * c


@turned(
    "turn",
    "Your {} has a minus sign at two products. Only one is subtracted.",
    cause="two_minus",
)
def two_minus(a, b, angles):
    c, s = np.cos(angles), np.sin(angles)
    return a * c - b * s, a * s - b * c


@turned(
    "turn",
    "Your {} has a minus sign at two products. Only one is subtracted.",
    cause="two_minus",
)
def two_minus_of_sines(a, b, angles):
    c, s = np.cos(angles), np.sin(angles)
    return a * c - b * s, b * c - a * s


@turned("turn", "Your {} has sine and cosine exchanged.")
def sine_for_cosine(a, b, angles):
    c, s = np.cos(angles), np.sin(angles)
    return a * s - b * c, a * c + b * s


@turned(
    "turn",
    "Your {} makes the second column from the first one that has been turned already. Both are "
    "made from X.",
    "Which arrays stand on the right-hand side of your second line, and have they been changed?",
)
def second_from_turned_first(a, b, angles):
    first = turn(a, b, angles)[0]
    return first, turn(first, b, angles)[1]


@turned(
    "turn",
    "Your {} turns the first column of each pair and leaves the second as it is.",
)
def second_left_alone(a, b, angles):
    return turn(a, b, angles)[0], b


@turned(
    "turn",
    "Your {} turns the second column of each pair and leaves the first as it is.",
    cause="second_left_alone",
)
def first_left_alone(a, b, angles):
    return a, turn(a, b, angles)[1]


@turned(
    "turn",
    "Your {} multiplies columns by cosines alone: the partner of a column takes no part.",
)
def partner_missing(a, b, angles):
    return a * np.cos(angles), b * np.cos(angles)


@turned(
    "turn",
    "Your {} multiplies first columns by cosines and second ones by sines. In a rotation both "
    "columns take part in both.",
    cause="partner_missing",
)
def cosine_and_sine(a, b, angles):
    return a * np.cos(angles), b * np.sin(angles)


@turned(
    "turn",
    "Your {} adds cosines and sines to the columns. A rotation multiplies.",
)
def added(a, b, angles):
    return a + np.cos(angles), b + np.sin(angles)


@turned(
    "rotary",
    "Your {} adds the table of sines and cosines to X. Here pairs of columns are turned.",
    cause="added",
)
def table_added(X, positions):
    return X + waves(all_angles(X, positions), X.shape[-1])


@turned(
    "turn",
    "Your {} turns every pair twice as far as it should: the rotation is done twice.",
)
def turned_twice(a, b, angles):
    return turn(a, b, 2 * angles)


@turned("rotary", "Your {} returns X as it is.", "Is the turned array the one that you return?")
def nothing_turned(X, positions):
    return X


def partly(X, positions, moved):
    """The rotation where `moved` is true, X elsewhere."""
    return np.where(moved, rotary(X, positions), X)


@turned(
    "rotary",
    "Your {} turns the first half of the columns only. All pairs turn.",
    "Where does your loop over the pairs end?",
)
def half_of_columns(X, positions):
    return partly(X, positions, np.arange(X.shape[-1]) // 2 < -(-X.shape[-1] // 4))


@turned(
    "rotary",
    "Your {} turns fewer than half of the pairs. All pairs turn.",
    "Where does your loop over the pairs end?",
    cause="half_of_columns",
)
def first_quarter_of_columns(X, positions):
    return partly(X, positions, np.arange(X.shape[-1]) // 2 < X.shape[-1] // 4)


@turned(
    "rotary",
    "Your {} leaves the last pair as it is.",
    "Where does your loop over the pairs end?",
    cause="half_of_columns",
)
def last_pair_left_out(X, positions):
    return partly(X, positions, np.arange(X.shape[-1]) < X.shape[-1] - 2)


@turned(
    "rotary",
    "Your {} turns the first half of the columns as if there were no others: the exponent is "
    "counted in them alone.",
    "By which width is 2i divided?",
    cause="half_of_columns",
)
def half_of_columns_alone(X, positions):
    half = X.shape[-1] // 2 // 2 * 2
    return np.concatenate([rotary(X[..., :half], positions), X[..., half:]], axis=-1)


@turned(
    "turns",
    "Your {} takes the positions for 0, 1, 2, …, whatever it is given.",
    OTHER_PLACES,
)
def positions_ignored(X, positions):
    return np.multiply.outer(np.arange(X.shape[-2]), rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} adds the place in the sequence to the positions it is given.",
    OTHER_PLACES,
    cause="positions_ignored",
)
def places_added(X, positions):
    return np.multiply.outer(positions + np.arange(X.shape[-2]), rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} counts from the first of the positions. They are absolute: position 3 turns by 3.",
    OTHER_PLACES,
    cause="positions_ignored",
)
def counted_from_first(X, positions):
    return np.multiply.outer(positions - positions[0], rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} sorts the positions. Each token has the position at its own place.",
    OTHER_PLACES,
    cause="positions_ignored",
)
def positions_sorted(X, positions):
    return np.multiply.outer(np.sort(positions), rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} adds 1 to every position. Position 0 does not turn at all.",
    "What becomes of a token at position 0?",
    cause="positions_from_one",
)
def turned_from_one(X, positions):
    return np.multiply.outer(positions + 1, rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} has the positions in reverse. Each token has the position at its own place.",
    OTHER_PLACES,
    cause="positions_reversed",
)
def turned_in_reverse(X, positions):
    return np.multiply.outer(positions[::-1], rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} turns all tokens by the first position.",
    OTHER_PLACES,
)
def one_position_for_all(X, positions):
    return np.multiply.outer(np.full_like(positions, positions[0]), rates(X.shape[-1]))


@turned(
    "turns",
    "Your {} divides the positions by the number of tokens. They are taken as they are.",
    OTHER_PLACES,
    cause="positions_as_shares",
)
def turned_by_shares(X, positions):
    return np.multiply.outer(positions / len(positions), rates(X.shape[-1]))


@turned(
    "rotary",
    "Your {} counts positions along the first axis, that of the items. They belong to the tokens.",
    "Try a batch in which all items are the same: they stay the same.",
)
def items_for_tokens(X, positions):
    if X.ndim < 3:
        return rotary(X, positions)
    return np.stack([rotary(item, np.full_like(positions, b)) for b, item in enumerate(X)])


@turned(
    "turns",
    "Your {} lines the angles up with the wrong axes: positions run over the pairs.",
    "Which axis of your angles belongs to the tokens?",
)
def angles_transposed(X, positions):
    angles = np.multiply.outer(positions, rates(X.shape[-1]))
    return angles.T if angles.shape[0] == angles.shape[1] else angles


@turned(
    "rotary",
    "Your {} gives every item what is due for the first.",
    "Try two items that differ.",
)
def first_item_for_all(X, positions):
    Y = rotary(X, positions)
    return np.broadcast_to(Y[:1], Y.shape) if Y.ndim > 2 else Y


@turned(
    "rotary",
    "Your {} has lost the fractions where X holds whole numbers.",
    "Of which dtype is the array that you fill?",
)
def turned_truncated(X, positions):
    return rotary(X, positions).astype(X.dtype)


@turned(
    "rotary",
    "Your {} scales the pairs to length 1. A rotation keeps their length.",
    "How long is a pair before and after?",
)
def pairs_normalised(X, positions):
    Y = rotary(X, positions)
    first, second = columns(X.shape[-1])
    size = np.hypot(Y[..., first], Y[..., second])
    return Y / np.repeat(np.where(size == 0, 1, size), 2, axis=-1)


@turned(
    "rotary",
    "Your {} has tokens and columns exchanged.",
    "Print its shape beside that of X.",
)
def tokens_turned_to_columns(X, positions):
    return np.swapaxes(rotary(X, positions), -1, -2)
