"""Stage block: mistaken normalisations of tokens."""

import numpy as np

from autograder.authoring import misconception

from ..reference import centred, layer_norm, over_root, stretched

ONE_TOKEN = "Take the token (1, 3), gain 1 and bias 0: mean 2, variance 1. What comes out?"
ALONE = "Change one token and see whether another one's result moves."
SMALL = "Try numbers so small that their variance is about eps, and an eps given by name."


def normalising(replaces, says, look=ONE_TOKEN, cause=None):
    """Marks a mistake of the object layer_norm; `{}` in the texts is where it shows."""
    return misconception("layer_norm", replaces=replaces, cause=cause, says=says, look=look)


# over which axis


@normalising(
    "axis_of_features",
    "Your {} takes mean and variance over the tokens. Each token is normalised over its own "
    "features.",
    ALONE,
)
def normalised_over_tokens(X):
    return -2


@normalising(
    "axis_of_features",
    "Your {} takes mean and variance over the first axis. Each token is normalised over its own "
    "features.",
    ALONE,
)
def normalised_over_batch(X):
    return 0


@normalising(
    "axis_of_features",
    "Your {} takes mean and variance over axis 1, which is the features only where there are two "
    "axes.",
    "Count the axes from the end instead of from the front.",
)
def normalised_over_axis_1(X):
    return 1


@normalising(
    "axis_of_features",
    "Your {} takes mean and variance over axis 2, which is the features only where there is one "
    "axis in front.",
    "Count the axes from the end instead of from the front.",
    cause="normalised_over_axis_1",
)
def normalised_over_axis_2(X):
    return 2 if X.ndim > 2 else -1


@normalising(
    "axis_of_features",
    "Your {} takes one mean and one variance for each whole sequence. Each token has its own.",
    ALONE,
)
def normalised_over_sequence(X):
    return (-2, -1)


@normalising(
    "axis_of_features",
    "Your {} takes one mean and one variance of all numbers. Each token has its own.",
    ALONE,
)
def normalised_over_everything(X):
    return None


@normalising(
    "axis_of_features",
    "Your {} takes mean and variance over all axes but the last, as a batch normalisation does. "
    "Each token is normalised over its own features.",
    ALONE,
    cause="normalised_over_batch",
)
def normalised_over_all_tokens(X):
    return tuple(range(X.ndim - 1))


@normalising(
    "centred",
    "Your {} takes one mean of all numbers off. Each token has its own.",
    ALONE,
    cause="one_mean_for_all",
)
def one_mean_for_all(X):
    return X - np.mean(X)


@normalising(
    "layer_norm",
    "Your {} takes one mean of all numbers off, for the variance too. Each token has its own.",
    ALONE,
    cause="one_mean_for_all",
)
def one_mean_throughout(X, gain, bias, eps):
    C = X - np.mean(X)
    V = np.mean(C**2, axis=-1, keepdims=True)
    return stretched(over_root(C, V, eps), gain, bias)


@normalising(
    "centred",
    "Your {} takes the means over the tokens off. Each token has a mean of its own.",
    ALONE,
    cause="one_mean_for_all",
)
def mean_over_tokens(X):
    return X - np.mean(X, axis=-2, keepdims=True)


@normalising(
    "variance",
    "Your {} divides by one standard deviation for all. Each token has its own.",
    ALONE,
)
def one_variance_for_all(X):
    return np.var(X)


@normalising(
    "variance",
    "Your {} takes the variances over the tokens. Each token has a variance of its own.",
    ALONE,
    cause="one_variance_for_all",
)
def variance_over_tokens(X):
    return np.var(X, axis=-2, keepdims=True)


LINED_UP = "Look at the shape of the means beside that of X, for as many tokens as features."


@normalising(
    "centred",
    "Your {} lines the means of the tokens up with the features: the axis you reduce is gone, and "
    "broadcasting puts them elsewhere.",
    LINED_UP,
    cause="axis_lost",
)
def axis_of_means_lost(X):
    return X - np.mean(X, axis=-1)


@normalising(
    "variance",
    "Your {} lines the variances of the tokens up with the features: the axis you reduce is gone, "
    "and broadcasting puts them elsewhere.",
    LINED_UP,
    cause="axis_lost",
)
def axis_of_variances_lost(X):
    return np.var(X, axis=-1)


@normalising(
    "layer_norm",
    "Your {} lines means and variances of the tokens up with the features: the axis you reduce is "
    "gone, and broadcasting puts them elsewhere.",
    LINED_UP,
    cause="axis_lost",
)
def both_axes_lost(X, gain, bias, eps):
    C = X - np.mean(X, axis=-1)
    return stretched(over_root(C, np.var(X, axis=-1), eps), gain, bias)


# the mean


@normalising("centred", "Your {} does not take the mean off. Each token gets mean 0 first.")
def mean_not_taken_off(X):
    return np.asarray(X, float)


@normalising("centred", "Your {} adds the mean. It is taken off.")
def mean_added(X):
    return 2 * X - centred(X)


@normalising("centred", "Your {} takes the median off. It is the mean.")
def median_for_mean(X):
    return X - np.median(X, axis=-1, keepdims=True)


@normalising(
    "centred",
    "Your {} takes the smallest number of each token off. It is the mean.",
    cause="median_for_mean",
)
def smallest_for_mean(X):
    return X - np.min(X, axis=-1, keepdims=True)


@normalising(
    "centred",
    "Your {} takes a mean off that has lost its fraction.",
    "Of which dtype is what holds the mean? Is there a // on the way?",
)
def mean_truncated(X):
    return X - np.floor(np.mean(X, axis=-1, keepdims=True))


# the variance


@normalising(
    "variance",
    "Your {} divides the sum of squares by d − 1 for the variance. Here it is divided by d.",
)
def one_less(X):
    return np.var(X, axis=-1, keepdims=True) * X.shape[-1] / (X.shape[-1] - 1)


@normalising(
    "variance",
    "Your {} divides the sum of squares by d − 1 for the variance. Here it is divided by d.",
    cause="one_less",
)
def one_less_or_one(X):
    return np.var(X, axis=-1, keepdims=True) * X.shape[-1] / max(X.shape[-1] - 1, 1)


@normalising(
    "variance",
    "Your {} adds the squares up for the variance. It is their mean.",
)
def squares_added_up(X):
    return np.var(X, axis=-1, keepdims=True) * X.shape[-1]


@normalising(
    "layer_norm",
    "Your {} is an RMS norm: it divides by the root of the mean square and takes no mean off.",
)
def root_mean_square(X, gain, bias, eps):
    return stretched(over_root(X, np.mean(np.square(X), axis=-1, keepdims=True), eps), gain, bias)


@normalising(
    "variance",
    "Your {} takes the mean square of X itself for the variance. The mean is to be taken off "
    "first.",
)
def variance_about_zero(X):
    return np.mean(np.square(np.asarray(X, float)), axis=-1, keepdims=True)


@normalising(
    "variance",
    "Your {} divides by the mean size of what is centred. It is the root of the mean square.",
)
def mean_size(X):
    return np.mean(np.abs(centred(X)), axis=-1, keepdims=True) ** 2


@normalising(
    "layer_norm",
    "Your {} scales each token to the range from 0 to 1. It gets mean 0 and variance 1.",
)
def range_for_deviation(X, gain, bias, eps):
    low, high = (pick(X, axis=-1, keepdims=True) for pick in (np.min, np.max))
    return stretched((X - low) / (high - low + eps), gain, bias)


@normalising(
    "layer_norm",
    "Your {} brings each token to length 1. It gets mean 0 and variance 1.",
)
def length_one(X, gain, bias, eps):
    size = np.linalg.norm(np.asarray(X, float), axis=-1, keepdims=True)
    return stretched(X / (size + eps), gain, bias)


@normalising(
    "layer_norm",
    "Your {} takes a softmax of each token. It gets mean 0 and variance 1.",
)
def softmax_for_norm(X, gain, bias, eps):
    E = np.exp(X - np.max(X, axis=-1, keepdims=True))
    return stretched(E / E.sum(axis=-1, keepdims=True), gain, bias)


# the root and eps


@normalising(
    "over_root",
    "Your {} divides by the variance. It is divided by its root.",
)
def root_missing(C, V, eps):
    return C / (V + eps)


@normalising(
    "over_root",
    "Your {} does not divide at all: tokens are centred and keep their spread.",
)
def not_divided(C, V, eps):
    return C


@normalising("over_root", "Your {} multiplies by the standard deviation. It is divided by it.")
def multiplied_by_deviation(C, V, eps):
    return C * np.sqrt(V + eps)


@normalising(
    "over_root",
    "Your {} adds eps to the standard deviation, outside the root. It is added to the variance, "
    "inside.",
    SMALL,
)
def eps_outside_root(C, V, eps):
    return C / (np.sqrt(V) + eps)


@normalising(
    "over_root",
    "Your {} leaves eps out: tokens whose features are all alike become 0/0.",
    SMALL,
)
def eps_missing(C, V, eps):
    return C / np.sqrt(V)


@normalising(
    "over_root",
    "Your {} leaves eps out and gives zeros where the variance is 0. Small variances differ too.",
    SMALL,
    cause="eps_missing",
)
def zeros_without_eps(C, V, eps):
    return C / np.where(V == 0, 1, np.sqrt(V))


@normalising(
    "over_root",
    "Your {} takes the larger of variance and eps. They are added.",
    SMALL,
)
def eps_as_floor(C, V, eps):
    return C / np.sqrt(np.maximum(V, eps))


@normalising(
    "over_root",
    "Your {} takes the larger of standard deviation and eps. The variance and eps are added, under "
    "the root.",
    SMALL,
    cause="eps_as_floor",
)
def eps_as_floor_of_deviation(C, V, eps):
    return C / np.maximum(np.sqrt(V), eps)


@normalising(
    "over_root",
    "Your {} adds the square of eps to the variance. It is eps itself.",
    SMALL,
)
def eps_squared(C, V, eps):
    return C / np.sqrt(V + eps**2)


@normalising(
    "over_root",
    "Your {} takes eps off the variance. It is added.",
    SMALL,
)
def eps_taken_off(C, V, eps):
    return C / np.sqrt(V - eps)


@normalising(
    "over_root",
    "Your {} takes the root twice: of the standard deviation once more.",
)
def root_twice(C, V, eps):
    return C / np.sqrt(np.sqrt(V) + eps)


def fixed_eps(value, *, always):
    """The mistake with one number in the place of eps, by default or always."""

    @normalising(
        "over_root",
        f"Your {{}} uses {value:g} for eps{'.' if always else ' where it is left at its default.'}",
        SMALL,
        cause="eps_ignored" if always else "eps_other_default",
    )
    def with_fixed_eps(C, V, eps):
        return over_root(C, V, value if always or eps == 1e-5 else eps)

    return with_fixed_eps


always_1e_5 = fixed_eps(1e-5, always=True)
always_1e_6 = fixed_eps(1e-6, always=True)
always_1e_8 = fixed_eps(1e-8, always=True)
by_default_1e_3 = fixed_eps(1e-3, always=False)
by_default_1e_4 = fixed_eps(1e-4, always=False)
by_default_1e_6 = fixed_eps(1e-6, always=False)
by_default_1e_8 = fixed_eps(1e-8, always=False)
by_default_1e_12 = fixed_eps(1e-12, always=False)


# gain and bias

LAST = "After the division each feature is multiplied by its gain, and its bias is added."


@normalising("stretched", "Your {} leaves the gain out.", LAST)
def gain_missing(N, gain, bias):
    return N + bias


@normalising("stretched", "Your {} leaves the bias out.", LAST)
def bias_missing(N, gain, bias):
    return N * gain


@normalising("stretched", "Your {} leaves gain and bias out.", LAST)
def gain_and_bias_missing(N, gain, bias):
    return N


@normalising("stretched", "Your {} has gain and bias exchanged.", LAST)
def gain_and_bias_exchanged(N, gain, bias):
    return N * bias + gain


@normalising("stretched", "Your {} adds the gain. It is multiplied.", LAST)
def gain_added(N, gain, bias):
    return N + gain + bias


@normalising("stretched", "Your {} divides by the gain. It is multiplied.", LAST)
def gain_divided_by(N, gain, bias):
    return N / gain + bias


@normalising("stretched", "Your {} multiplies by 1 + gain. It is the gain alone.", LAST)
def gain_and_one(N, gain, bias):
    return N * (1 + gain) + bias


@normalising("stretched", "Your {} takes the bias off. It is added.", LAST)
def bias_taken_off(N, gain, bias):
    return N * gain - bias


@normalising("stretched", "Your {} adds the bias before the gain is multiplied.", LAST)
def bias_before_gain(N, gain, bias):
    return (N + bias) * gain


@normalising("stretched", "Your {} multiplies by the bias. It is added.", LAST)
def bias_multiplied(N, gain, bias):
    return N * gain * bias


@normalising(
    "layer_norm",
    "Your {} multiplies by the gain and adds the bias before it normalises. They come last.",
    LAST,
)
def gain_and_bias_first(X, gain, bias, eps):
    return layer_norm(X * gain + bias, np.ones_like(gain), np.zeros_like(bias), eps)


@normalising(
    "stretched",
    "Your {} lines gain and bias up with the tokens. Each belongs to a feature.",
    "Try as many tokens as features, with a gain for each that differs.",
)
def gain_along_tokens(N, gain, bias):
    return N * gain[:, np.newaxis] + bias[:, np.newaxis]


@normalising(
    "stretched",
    "Your {} uses the first gain and the first bias for all features.",
    "Try a gain for each feature that differs.",
)
def first_gain_for_all(N, gain, bias):
    return N * gain[0] + bias[0]


@normalising("stretched", "Your {} is cut off at 0.", LAST)
def negative_cut_off(N, gain, bias):
    return np.maximum(stretched(N, gain, bias), 0)


# the rest


@normalising(
    "layer_norm",
    "Your {} returns X as it is.",
    "Is the normalised array the one that you return?",
)
def nothing_done(X, gain, bias, eps):
    return X


@normalising("layer_norm", "Your {} normalises twice.", LAST)
def normalised_twice(X, gain, bias, eps):
    ones, zeros = np.ones_like(gain), np.zeros_like(bias)
    return layer_norm(layer_norm(X, ones, zeros, eps), gain, bias, eps)


@normalising("layer_norm", "Your {} adds X to the result. That comes in the block.", LAST)
def residual_in_norm(X, gain, bias, eps):
    return X + layer_norm(X, gain, bias, eps)


@normalising(
    "layer_norm",
    "Your {} has lost the fractions where X holds whole numbers.",
    "Of which dtype is the array that you fill?",
)
def norm_truncated(X, gain, bias, eps):
    return layer_norm(X, gain, bias, eps).astype(X.dtype)


@normalising(
    "layer_norm",
    "Your {} is cut off to whole numbers, or to the kind of numbers that the gain has.",
    "Of which dtype is the array that you fill?",
    cause="norm_truncated",
)
def norm_of_gains_kind(X, gain, bias, eps):
    return layer_norm(X, gain, bias, eps).astype(gain.dtype)


@normalising(
    "layer_norm",
    "Your {} gives every item what is due for the first.",
    "Try two items that differ.",
)
def first_item_for_all(X, gain, bias, eps):
    N = layer_norm(X, gain, bias, eps)
    return np.broadcast_to(N[:1], N.shape) if N.ndim > 2 else N


@normalising(
    "layer_norm",
    "Your {} leaves the last token as it is, or empty.",
    "Where does your loop over the tokens end?",
)
def last_token_left_out(X, gain, bias, eps):
    N = layer_norm(X, gain, bias, eps)
    N[..., -1, :] = 0
    return N


@normalising(
    "layer_norm",
    "Your {} strings the tokens of all items into one long row of tokens.",
    "Print its shape, for two items.",
)
def items_joined(X, gain, bias, eps):
    return layer_norm(X.reshape(-1, X.shape[-1]), gain, bias, eps)


@normalising(
    "layer_norm",
    "Your {} has tokens and features exchanged.",
    "Print its shape beside that of X.",
)
def tokens_turned_to_columns(X, gain, bias, eps):
    return np.swapaxes(layer_norm(X, gain, bias, eps), -1, -2)
