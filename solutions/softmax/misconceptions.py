"""Stage softmax: mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception

from .. import pieces
from ..pieces import divide, exponentiate, masked, shift, total
from ..pieces import softmax as right_softmax

# --- softmax: a softmax mistaken in softmax_last is as mistaken where A takes one by itself


def softmax_with(S, **mistaken):
    """The softmax with some of its pieces mistaken."""
    names = ("axis_of_keys", "shift", "exponentiate", "total", "divide")
    piece = {name: mistaken.get(name, getattr(pieces, name)) for name in names}
    axis = piece["axis_of_keys"](S)
    E = piece["exponentiate"](piece["shift"](S, axis))
    return piece["divide"](E, piece["total"](E, axis))


def of_softmax(piece, says, look, cause=None):
    """Marks a mistaken piece, or a whole softmax, for softmax and for A; `{}` is the object."""

    def mark(code):
        def weights(Z, softmax_last):
            return code(Z) if piece == "softmax" else softmax_with(Z, **{piece: code})

        for name, replaces, form in (("softmax", piece, code), ("A", "weights", weights)):
            misconception(
                name,
                replaces=replaces,
                cause=cause or code.__name__,
                says=says.format(name),
                look=look.format(name),
            )(form)
        code.misconceptions += weights.misconceptions
        return code

    return mark


WRONG_AXIS = "softmax_wrong_axis"
ROW = "Add up one row of your {} over the keys: it should give 1."


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised over the queries: its columns sum to 1 and its rows do not. Each query "
    "shares out one unit over the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_queries(S):
    return -2


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along the first axis, over the batch where there is one. Each query "
    "shares out one unit over the keys, the last axis.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_first_axis(S):
    return 0


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along axis 1. That is the last only where there is no batch axis; with "
    "one, it runs over the queries.",
    "Counting the axes from the end instead of from the front.",
    cause=WRONG_AXIS,
)
def normalised_over_axis_1(S):
    return 1


@of_softmax(
    "axis_of_keys",
    "Your {} is normalised along axis 2. That is the last only with one batch axis.",
    "Counting the axes from the end instead of from the front.",
    cause=WRONG_AXIS,
)
def normalised_over_axis_2(S):
    return 2


@of_softmax(
    "axis_of_keys",
    "Your {} sums to 1 over everything. Each row shares out a unit of its own.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_everything(S):
    return None


@of_softmax(
    "axis_of_keys",
    "Your {} sums to 1 over all the scores of an item. Each row shares out a unit of its own.",
    ROW,
    cause=WRONG_AXIS,
)
def normalised_over_item(S):
    return (-2, -1)


@of_softmax(
    "total",
    "Your {} is divided by sums over the queries. Each row is to be divided by its own sum, over "
    "the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_queries(E, axis):
    return total(E, -2)


@of_softmax(
    "total",
    "Your {} is divided by sums along the first axis. Each row is to be divided by its own sum, "
    "over the keys.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_first_axis(E, axis):
    return total(E, 0)


@of_softmax(
    "total",
    "Your {} is divided by one sum for everything. Each row is to be divided by its own.",
    ROW,
    cause=WRONG_AXIS,
)
def total_over_everything(E, axis):
    return np.sum(E)


# --- the shift

LARGE = "Scores of 1000, of −1000 and of 1e30, and rows that lie far apart."


@of_softmax(
    "shift",
    "Your {} takes the exponential of the scores as they are: large ones overflow, and rows of "
    "very negative ones become 0/0. The shift by the largest score of the row is missing.",
    LARGE,
)
def shift_missing(S, axis):
    return S


@of_softmax(
    "softmax",
    "Your {} takes the exponential of the scores as they are, and turns the NaN that comes of "
    "large ones into 0. The shift by the largest score of the row is missing.",
    LARGE,
    cause="shift_missing",
)
def nan_to_zero_without_shift(S):
    E = np.exp(S.astype(float))
    return np.nan_to_num(E / E.sum(axis=-1, keepdims=True))


@of_softmax(
    "softmax",
    "Your {} takes the exponential of the scores as they are and adds a small number to their sum: "
    "large scores overflow, and rows of negative ones are lost beside it. The shift is missing.",
    LARGE,
    cause="shift_missing",
)
def small_number_without_shift(S):
    E = np.exp(S.astype(float))
    return E / (E.sum(axis=-1, keepdims=True) + 1e-9)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of the whole array. A row far below it underflows, and "
    "has nothing left to share: each row needs its own.",
    LARGE,
)
def shift_by_global_max(S, axis):
    return shift(S, None)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of each item. A row far below it underflows, and has "
    "nothing left to share: each row needs its own.",
    LARGE,
    cause="shift_by_global_max",
)
def shift_by_max_of_item(S, axis):
    return shift(S, (-2, -1))


@of_softmax(
    "shift",
    "Your {} shifts by the largest score of each column, so what is shifted is not a row. Each row "
    "is shifted by its own largest score.",
    LARGE,
)
def shift_over_queries(S, axis):
    return shift(S, -2)


@of_softmax(
    "shift",
    "Your {} shifts along the first axis. Each row is shifted by its own largest score.",
    LARGE,
    cause="shift_over_queries",
)
def shift_over_first_axis(S, axis):
    return shift(S, 0)


@of_softmax(
    "shift",
    "Your {} lines the largest scores of the rows up with the columns: the axis you reduce is "
    "gone, and broadcasting puts the result elsewhere.",
    "The shape of the row maxima beside that of S.",
)
def row_max_without_axis(S, axis):
    peak = np.max(S, axis=axis)
    return S - np.where(peak == -np.inf, 0, peak)


@of_softmax(
    "shift",
    "Your {} puts the largest scores of the rows back on axis 1, which is right without a batch "
    "axis only. With one, they are lined up with the columns.",
    "The shape of the row maxima beside that of S.",
    cause="row_max_without_axis",
)
def row_max_on_axis_1(S, axis):
    peak = np.max(S, axis=axis)[:, np.newaxis]
    return S - np.where(peak == -np.inf, 0, peak)


@of_softmax(
    "total",
    "Your {} lines the sums of the rows up with the columns: the axis you reduce is gone, and "
    "broadcasting puts the result elsewhere.",
    "The shape of the row sums beside that of S.",
)
def row_sum_without_axis(E, axis):
    return np.sum(E, axis=axis)


@of_softmax(
    "total",
    "Your {} puts the sums of the rows back on axis 1, which is right without a batch axis only. "
    "With one, they are lined up with the columns.",
    "The shape of the row sums beside that of S.",
    cause="row_sum_without_axis",
)
def row_sum_on_axis_1(E, axis):
    return np.sum(E, axis=axis)[:, np.newaxis]


@of_softmax(
    "shift",
    "Your {} shifts by the smallest score of the row, so the largest still overflow. After the "
    "right shift the largest exponent is 0.",
    LARGE,
)
def shift_by_min(S, axis):
    return S - np.min(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} shifts by the mean of the row, which −∞ drags along, and large scores still overflow. "
    "After the right shift the largest exponent is 0.",
    LARGE,
)
def shift_by_mean(S, axis):
    return S - np.mean(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} shifts by the largest score in size, without its sign. In a row of negative scores "
    "that pushes everything down to 0.",
    LARGE,
)
def shift_by_largest_size(S, axis):
    size = np.max(np.where(np.isneginf(S), 0, np.abs(S)), axis=axis, keepdims=True)
    return S - size


@of_softmax(
    "shift",
    "Your {} adds the largest score of the row. Subtracting it is what keeps the exponential "
    "small.",
    LARGE,
)
def shift_added(S, axis):
    return S + (S - shift(S, axis))


@of_softmax(
    "shift",
    "Your {} divides the scores by the largest of their row. That changes the weights: the largest "
    "score is to be subtracted.",
    "What leaves exp(s) / Σ exp(s) as it is, and what does not.",
)
def divided_by_max(S, axis):
    return S / np.max(S, axis=axis, keepdims=True)


@of_softmax(
    "shift",
    "Your {} divides the scores by the largest size in their row. That changes the weights: the "
    "largest score is to be subtracted.",
    "What leaves exp(s) / Σ exp(s) as it is, and what does not.",
    cause="divided_by_max",
)
def divided_by_largest_size(S, axis):
    size = np.max(np.where(np.isneginf(S), 0, np.abs(S)), axis=axis, keepdims=True)
    return S / np.where(size == 0, 1, size)


def clipped_at(bound):
    """The mistake with one bound."""

    @of_softmax(
        "shift",
        f"Your {{}} cuts scores off at {bound:g} to keep the exponential finite, so scores beyond "
        "that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def clipped(S, axis):
        return np.clip(S, -bound, bound)

    @of_softmax(
        "shift",
        f"Your {{}} cuts scores off at {bound:g} from above to keep the exponential finite, so "
        "scores beyond that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def cut_above(S, axis):
        return np.minimum(S, bound)

    @of_softmax(
        "shift",
        f"Your {{}} cuts scores off at {bound:g} to keep the exponential finite, so scores beyond "
        "that become equal. A shift keeps their differences.",
        LARGE,
        cause="scores_clipped",
    )
    def clipped_but_forbidden(S, axis):
        return np.where(np.isneginf(S), -np.inf, np.clip(S, -bound, bound))

    clipped.misconceptions += cut_above.misconceptions + clipped_but_forbidden.misconceptions
    return clipped


clipped_at_50 = clipped_at(50)
clipped_at_100 = clipped_at(100)
clipped_at_500 = clipped_at(500)
clipped_at_700 = clipped_at(700)
clipped_at_709 = clipped_at(709)


@of_softmax(
    "softmax",
    "Your {} shifts the scores in the numerator and not in the sum below it. The same shift has to "
    "stand in both, or it does not cancel.",
    "What you exponentiate above and below the line.",
)
def shift_above_only(S):
    return divide(exponentiate(shift(S, -1)), total(exponentiate(S.astype(float)), -1))


@of_softmax(
    "softmax",
    "Your {} shifts the scores in the sum and not in the numerator. The same shift has to stand in "
    "both, or it does not cancel.",
    "What you exponentiate above and below the line.",
)
def shift_below_only(S):
    return divide(exponentiate(S.astype(float)), total(exponentiate(shift(S, -1)), -1))


# --- the exponential


@of_softmax(
    "exponentiate",
    "Your {} raises 2 to the power of the scores. The base of the softmax is e.",
    "The function that makes positive numbers of the scores.",
)
def base_two(S):
    return np.exp2(S)


@of_softmax(
    "exponentiate",
    "Your {} raises 10 to the power of the scores. The base of the softmax is e.",
    "The function that makes positive numbers of the scores.",
    cause="base_ten",
)
def base_ten(S):
    return np.power(10.0, S)


@of_softmax(
    "exponentiate",
    "Your {} halves the scores before their exponential is taken. No factor belongs there: the "
    "scale is in S already.",
    "What happens to S before the exponential.",
    cause="scores_rescaled",
)
def scores_halved(S):
    return np.exp(S / 2)


@of_softmax(
    "exponentiate",
    "Your {} doubles the scores before their exponential is taken. No factor belongs there: the "
    "scale is in S already.",
    "What happens to S before the exponential.",
    cause="scores_rescaled",
)
def scores_doubled(S):
    return np.exp(2 * S)


@of_softmax(
    "exponentiate",
    "Your {} divides the scores by the root of their number once more. The scale is in S already, "
    "and it is a matter of d_k.",
    "What happens to S before the exponential.",
    cause="scores_rescaled",
)
def scaled_again(S):
    return np.exp(S / np.sqrt(S.shape[-1]))


@of_softmax(
    "exponentiate",
    "Your {} squares the exponentials.",
    "What happens to the exponentials before they are summed.",
    cause="scores_rescaled",
)
def exponentials_squared(S):
    return np.square(np.exp(S))


@of_softmax(
    "exponentiate",
    "Your {} takes exp(s) − 1. The exponential itself was asked for; the largest score would get "
    "nothing.",
    "The function that makes positive numbers of the scores.",
)
def exponential_minus_one(S):
    return np.expm1(S)


@of_softmax(
    "softmax",
    "Your {} has its signs turned round: the smallest score gets the largest weight.",
    "The sign in front of the score in the exponential.",
)
def smallest_score_wins(S):
    return right_softmax(-S)


@of_softmax(
    "softmax",
    "Your {} divides the scores by their sum. Rows then sum to 1, yet weights may be negative or "
    "above 1: the exponential is missing.",
    "A row with a negative score.",
)
def exponential_missing(S):
    return S / S.sum(axis=-1, keepdims=True)


@of_softmax(
    "softmax",
    "Your {} divides the scores by their sum, with 0 for −∞. Rows then sum to 1, yet weights may "
    "be negative or above 1: the exponential is missing.",
    "A row with a negative score.",
    cause="exponential_missing",
)
def allowed_scores_shared_out(S):
    E = np.where(np.isneginf(S), 0.0, S)
    return divide(E, total(E, -1))


@of_softmax(
    "softmax",
    "Your {} divides the sizes of the scores by their sum. The exponential is missing.",
    "A row with a negative score.",
    cause="exponential_missing",
)
def sizes_shared_out(S):
    return np.abs(S) / np.abs(S).sum(axis=-1, keepdims=True)


@of_softmax(
    "softmax",
    "Your {} cuts negative scores off and divides the rest by its sum. The exponential is missing.",
    "A row with a negative score.",
    cause="exponential_missing",
)
def positive_scores_shared_out(S):
    return divide(np.maximum(S, 0.0), total(np.maximum(S, 0.0), -1))


@of_softmax(
    "softmax",
    "Your {} takes the exponential of scores divided by the sum of exponentials. The sum belongs "
    "outside: exp(s) over the sum.",
    "Where the brackets of the exponential close.",
)
def sum_inside_exponential(S):
    return np.exp(S / np.exp(S.astype(float)).sum(axis=-1, keepdims=True))


@of_softmax(
    "softmax",
    "Your {} divides by the exponential of the sum. The sum of the exponentials was asked for.",
    "Which comes first below the line, exponential or sum.",
)
def exponential_of_sum(S):
    return np.exp(S) / np.exp(S.sum(axis=-1, keepdims=True))


@of_softmax(
    "softmax",
    "Your {} squashes each score by itself, in a sigmoid. A weight depends on the other scores of "
    "the row too, and the row sums to 1.",
    ROW,
)
def sigmoid_for_softmax(S):
    return 1 / (1 + np.exp(-S.astype(float)))


@of_softmax(
    "softmax",
    "Your {} shares out sigmoids in the place of exponentials.",
    "The function that makes positive numbers of the scores.",
    cause="sigmoid_for_softmax",
)
def sigmoids_shared_out(S):
    E = sigmoid_for_softmax(S)
    return divide(E, total(E, -1))


@of_softmax(
    "softmax",
    "Your {} holds logarithms of the weights: all are negative, or −∞. Asked for are the weights.",
    ROW,
)
def log_softmax(S):
    Z = shift(S, -1)
    return Z - np.log(total(exponentiate(Z), -1))


@of_softmax(
    "softmax",
    "Your {} gives the key with the largest score the weight 1 and all others 0. The softmax lets "
    "the others have their share.",
    "A row whose scores lie close together.",
)
def largest_takes_all(S):
    return np.eye(S.shape[-1])[np.argmax(S, axis=-1)]


@of_softmax(
    "softmax",
    "Your {} shares the weight out among the largest scores alone. The softmax lets the others "
    "have their share.",
    "A row whose scores lie close together.",
    cause="largest_takes_all",
)
def largest_share(S):
    top = (shift(S, -1) == 0).astype(float)
    return divide(top, total(top, -1))


@of_softmax(
    "softmax",
    "Your {} takes the softmax twice. The weights go through it once more as if they were scores.",
    "How often the softmax is taken on the way to what you return.",
)
def softmax_twice(S):
    return right_softmax(right_softmax(S))


@of_softmax(
    "softmax",
    "Your {} takes a score of exactly 0 for forbidden. A score of 0 is a score like others; only "
    "−∞ is forbidden.",
    "How you tell a forbidden key from an allowed one.",
    cause="zero_taken_for_forbidden",
)
def zero_scores_forbidden(S):
    return right_softmax(np.where(S == 0, -np.inf, S))


# --- the sum and the division


@misconception(
    "softmax",
    says="Your softmax holds whole numbers where S does: an array made in the type of S keeps no "
    "fractions.",
    look="The type of the numbers in the array you fill.",
)
def integer_buffer(S):
    return right_softmax(S).astype(S.dtype)


@of_softmax(
    "softmax",
    "Your {} is turned round: its columns belong to queries. Its numbers are right, but rows are "
    "queries here, as in S.",
    "What happens to the weights before they are returned.",
)
def weights_transposed(S):
    return np.swapaxes(right_softmax(S), -1, -2)


@of_softmax(
    "divide",
    "Your {} holds the exponentials, with 1 as the largest of each row: they are never divided by "
    "their sum.",
    ROW,
)
def sum_missing(E, Z):
    return E


@of_softmax(
    "total",
    "Your {} is divided by the mean of the exponentials, so a row sums to the number of keys. "
    "Their sum was asked for.",
    ROW,
)
def divided_by_mean(E, axis):
    return np.mean(E, axis=axis, keepdims=True)


@of_softmax(
    "total",
    "Your {} is divided by the number of keys. The sum of the exponentials was asked for.",
    ROW,
)
def divided_by_number_of_keys(E, axis):
    return np.full((*E.shape[:-1], 1), float(E.shape[-1]))


@of_softmax(
    "total",
    "Your {} is divided by the length of the row, the root of the sum of squares. The plain sum "
    "was asked for.",
    ROW,
)
def divided_by_length(E, axis):
    return np.sqrt(np.sum(np.square(E), axis=axis, keepdims=True))


@of_softmax(
    "total",
    "Your {} has an extra 1 below the line, so its rows sum to less than 1.",
    ROW,
)
def one_added_to_sum(E, axis):
    return 1 + total(E, axis)


def added_to_sum(amount):
    """The mistake with one small number added to the sum."""

    @of_softmax(
        "total",
        f"Your {{}} has {amount:g} added to the sum below the line, so its rows sum to less than "
        "1. A sum of 0 is to be treated apart.",
        ROW,
        cause="small_number_added_to_sum",
    )
    def added(E, axis):
        return total(E, axis) + amount

    return added


tenth_added_to_sum = added_to_sum(0.1)
hundredth_added_to_sum = added_to_sum(0.01)
thousandth_added_to_sum = added_to_sum(0.001)


# --- rows with nothing allowed, and forbidden keys

NOTHING = "A row of nothing but −∞."


@of_softmax(
    "divide",
    "Your {} is NaN in rows where every key is forbidden: there 0 is divided by 0. Such a row has "
    "nothing to read, and its weights are 0.",
    NOTHING,
)
def empty_row_nan(E, Z):
    return E / Z


@of_softmax(
    "divide",
    "Your {} has equal weights where every key is forbidden. Such a row has nothing to read, and "
    "its weights are 0.",
    NOTHING,
)
def empty_row_uniform(E, Z):
    return np.where(Z == 0, 1 / E.shape[-1], divide(E, Z))


@of_softmax(
    "divide",
    "Your {} has weights of 1 where every key is forbidden. Such a row has nothing to read, and "
    "its weights are 0.",
    NOTHING,
    cause="empty_row_ones",
)
def empty_row_ones(E, Z):
    return np.where(Z == 0, 1, divide(E, Z))


@of_softmax(
    "divide",
    "Your {} gives the first key all the weight where every key is forbidden. Such a row has "
    "nothing to read, and its weights are 0.",
    NOTHING,
)
def empty_row_reads_first_key(E, Z):
    return np.where((Z == 0) & (np.arange(E.shape[-1]) == 0), 1, divide(E, Z))


@of_softmax(
    "divide",
    "Your {} has −∞ where every key is forbidden. Such a row has nothing to read, and its weights "
    "are 0.",
    NOTHING,
)
def empty_row_minus_infinity(E, Z):
    return np.where(Z == 0, -np.inf, divide(E, Z))


def forbidden_as(fill):
    """The mistake that −inf becomes one finite score before the softmax."""

    @of_softmax(
        "softmax",
        f"Your {{}} turns −∞ into {fill:g} first. A forbidden key then takes part: in a row of "
        "very negative scores it wins, and a row with nothing allowed gets equal weights.",
        "What becomes of −∞ on its way into the exponential.",
        cause="finite_fill",
    )
    def filled(S):
        return right_softmax(np.where(np.isneginf(S), fill, S))

    return filled


forbidden_as_1e30 = forbidden_as(-1e30)
forbidden_as_1e9 = forbidden_as(-1e9)
forbidden_as_1e10 = forbidden_as(-1e10)
forbidden_as_1e4 = forbidden_as(-1e4)
forbidden_as_1e3 = forbidden_as(-1e3)
forbidden_as_100 = forbidden_as(-100.0)
forbidden_as_30 = forbidden_as(-30.0)
forbidden_as_10 = forbidden_as(-10.0)
forbidden_as_5 = forbidden_as(-5.0)


@of_softmax(
    "softmax",
    "Your {} takes −∞ for a score of 0, so a forbidden key takes part with exp(0).",
    "What becomes of −∞ on its way into the exponential.",
    cause="zero_for_forbidden",
)
def forbidden_as_zero(S):
    return right_softmax(np.where(np.isneginf(S), 0, S))


@of_softmax(
    "softmax",
    "Your {} leaves a forbidden key a tiny weight. It is to be exactly 0: a tiny weight times a "
    "huge value is not tiny.",
    "What is added to the weights, or which bound they are held above.",
)
def tiny_weight_for_forbidden(S):
    return np.maximum(right_softmax(S), 1e-9)


# --- A: where the mask comes in


@misconception(
    "A",
    replaces="masked",
    says="Your A takes no notice of the mask.",
    look="Where M enters.",
)
def mask_ignored(S, M):
    return S


@misconception(
    "A",
    says="Your A removes the forbidden weights only after the softmax, and its rows no longer sum "
    "to 1: the forbidden scores have taken their part of the sum.",
    look="Whether the mask comes before the exponential or after the division.",
)
def mask_after_softmax(S, M, softmax_last):
    return np.where(M == 0, softmax_last(S), 0.0)


@misconception(
    "A",
    says="Your A weighs all keys first, removes the forbidden ones and shares the rest out anew. "
    "Where a forbidden score is far larger than the allowed ones, nothing is left to share.",
    look="Over which keys the largest score of a row is sought.",
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
    look="Over which keys the largest score of a row is sought.",
)
def mask_after_softmax_renormalised_nan(S, M, softmax_last):
    E = np.where(M == 0, softmax_last(S), 0.0)
    return E / total(E, -1)


@misconception(
    "A",
    says="Your A adds the mask to the weights, after the softmax: forbidden keys get −∞. It is "
    "added to the scores.",
    look="Whether the mask comes before the exponential or after the division.",
)
def mask_added_after_softmax(S, M, softmax_last):
    return softmax_last(S) + M


@misconception(
    "A",
    says="Your A multiplies the weights by M: 0 where a key is allowed, NaN or −∞ where it is "
    "forbidden. M is added, and to the scores.",
    look="The operator in front of M, and what stands there.",
)
def weights_multiplied(S, M, softmax_last):
    return softmax_last(S) * M


@misconception(
    "A",
    says="Your A takes the softmax twice, once before the mask and once after it. The mask is "
    "added to the scores, and one softmax follows.",
    look="How often the softmax is taken on the way to what you return.",
    cause="softmax_twice",
)
def softmax_before_and_after(S, M, softmax_last):
    return softmax_last(masked(softmax_last(S), M))


@misconception(
    "A",
    replaces="masked",
    says="Your A reads the mask the wrong way round: it forbids the allowed keys and allows the "
    "forbidden ones.",
    look="What 0 means in M.",
)
def mask_read_reversed(S, M):
    return np.where(M == 0, -np.inf, S)


@misconception(
    "A",
    replaces="masked",
    says="Your A multiplies the scores by M. An allowed score is multiplied by 0 and lost. M is "
    "added.",
    look="The operator between S and M.",
)
def scores_multiplied(S, M):
    return S * M


@misconception(
    "A",
    replaces="masked",
    says="Your A gives forbidden keys a score of 0. A score of 0 is a score like others: exp(0) "
    "is 1.",
    look="The masked score of a forbidden key.",
)
def zero_for_forbidden(S, M):
    return np.where(M == 0, S, 0.0)


@misconception(
    "A",
    replaces="masked",
    says="Your A subtracts the mask, so forbidden keys have a score of +∞.",
    look="The operator between S and M.",
)
def mask_subtracted(S, M):
    return S - M


@misconception(
    "A",
    replaces="masked",
    says="Your A takes allowed scores of exactly 0 for forbidden. Whether a key is allowed is "
    "said by M, not by the score.",
    look="How you tell a forbidden key from an allowed one.",
)
def zero_taken_for_forbidden(S, M):
    keep = np.where(M == 0, S, 0.0)
    return np.where(keep == 0, -np.inf, keep)


@misconception(
    "A",
    replaces="masked",
    says="Your A takes the smaller of score and mask, so allowed scores above 0 become 0.",
    look="An allowed score of 5 on its way through your code.",
)
def smaller_of_both(S, M):
    return np.minimum(S, M)


@misconception(
    "A",
    replaces="masked",
    says="Your A applies the mask of the first item to all items.",
    look="The batch axis of M.",
)
def mask_of_first_item(S, M):
    return masked(S, M[:1] if M.ndim > 2 else M)


@misconception(
    "A",
    replaces="masked",
    says="Your A swaps the last two axes of M, so queries are hidden in the place of keys.",
    look="Which axis of M runs over the keys.",
)
def mask_transposed(S, M):
    return masked(S, np.swapaxes(M, -1, -2))


@misconception(
    "A",
    replaces="masked",
    says="Your A picks forbidden places by the mask as it is, before it has the shape of the "
    "scores. NumPy then reads its axes from the front, as items and queries.",
    look="What an array of booleans picks that has fewer axes than the scores.",
)
def mask_picks_from_the_front(S, M):
    Z = S.astype(float)
    Z[M < 0] = -np.inf
    return Z


@misconception(
    "A",
    replaces="masked",
    says="Your A is causal whatever M says. Only M decides which keys are allowed.",
    look="Where M enters.",
)
def causal_whatever_M(S, M):
    return np.where(np.tri(*S.shape[-2:], dtype=bool), S, -np.inf)


@misconception(
    "A",
    replaces="masked",
    says="Your A is causal besides what M says. Only M decides which keys are allowed.",
    look="Whether a second mask is made in your code.",
    cause="causal_whatever_M",
)
def causal_besides_M(S, M):
    return np.where(np.tri(*S.shape[-2:], dtype=bool), S + M, -np.inf)


@misconception(
    "A",
    replaces="masked",
    says="Your A turns M into ones where allowed and zeros where forbidden and adds these to the "
    "scores: nothing is hidden.",
    look="What 0 means in M.",
)
def ones_added(S, M):
    return S + (M == 0)


@misconception(
    "A",
    says="Your A takes the softmax of the mask alone: every allowed key gets the same weight. The "
    "scores are missing.",
    look="Where S enters.",
)
def scores_lost(S, M, softmax_last):
    return softmax_last(np.broadcast_to(M, S.shape).copy())


@misconception(
    "A",
    says="Your A holds the masked scores: the softmax is missing.",
    look="What stands between the masked scores and what you return.",
)
def softmax_missing(S, M, softmax_last):
    return masked(S, M)


@misconception(
    "A",
    cause="integer_buffer",
    says="Your A holds whole numbers where S does: an array made in the type of S keeps no "
    "fractions.",
    look="The type of the numbers in the array you fill.",
)
def integer_buffer_in_A(S, M, softmax_last):
    return softmax_last(masked(S, M)).astype(S.dtype)


def mask_filled(fill):
    """The mistake with one finite number in the place of −inf, written or added."""

    def texts(done):
        return {
            "cause": "finite_fill",
            "replaces": "masked",
            "says": f"Your A has {fill:g} {done} where M holds −∞. A forbidden key then still "
            "takes part: it may win where scores are extreme, and a row with nothing allowed gets "
            "weights.",
            "look": "What becomes of −∞ on its way into the softmax.",
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
mask_filled_1e10 = mask_filled(-1e10)
mask_filled_1e9 = mask_filled(-1e9)
mask_filled_1e4 = mask_filled(-1e4)
mask_filled_1e3 = mask_filled(-1e3)
mask_filled_100 = mask_filled(-100.0)
mask_filled_30 = mask_filled(-30.0)
mask_filled_10 = mask_filled(-10.0)
mask_filled_5 = mask_filled(-5.0)
