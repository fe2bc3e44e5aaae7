"""Stage block: mistaken blocks around a sublayer."""

import numpy as np

from autograder.authoring import misconception

from ..reference import block

SILENT = "Let the sublayer write zeros: the block then gives X back, as it is."
GIVEN = "Let the sublayer return what it is given, and see what that was."


def around(replaces, says, look=GIVEN, cause=None):
    """Marks a mistake of the object block."""
    return misconception("block", replaces=replaces, cause=cause, says=says, look=look)


@around(
    "block",
    "Your {} normalises last: it is a post-norm block, layer_norm(X + sublayer(X)). Here only what "
    "the sublayer reads is normalised.",
    SILENT,
)
def post_norm(X, sublayer, gain, bias, layer_norm):
    return layer_norm(X + sublayer(X), gain, bias)


@around(
    "block",
    "Your {} normalises before the sublayer and the sum once more after it. Only what the sublayer "
    "reads is normalised.",
    SILENT,
)
def normalised_at_both_ends(X, sublayer, gain, bias, layer_norm):
    return layer_norm(X + sublayer(layer_norm(X, gain, bias)), gain, bias)


@around(
    "block",
    "Your {} normalises what the sublayer writes. What it reads is to be normalised.",
)
def output_normalised(X, sublayer, gain, bias, layer_norm):
    return X + layer_norm(sublayer(X), gain, bias)


@around(
    "block",
    "Your {} normalises what the sublayer reads, and what it writes too. Only what it reads is.",
)
def input_and_output_normalised(X, sublayer, gain, bias, layer_norm):
    return X + layer_norm(sublayer(layer_norm(X, gain, bias)), gain, bias)


@around(
    "normalised",
    "Your {} gives the sublayer X as it is. It reads the normalised tokens.",
)
def not_normalised(X, gain, bias, layer_norm):
    return X


@around(
    "normalised",
    "Your {} gives the sublayer tokens that are normalised twice.",
    cause="normalised_twice",
)
def norm_of_norm(X, gain, bias, layer_norm):
    return layer_norm(layer_norm(X, gain, bias), gain, bias)


@around(
    "normalised",
    "Your {} does not hand gain and bias on to layer_norm.",
)
def gain_and_bias_not_handed_on(X, gain, bias, layer_norm):
    return layer_norm(X, np.ones_like(gain), np.zeros_like(bias))


@around("normalised", "Your {} does not hand the gain on to layer_norm.")
def gain_not_handed_on(X, gain, bias, layer_norm):
    return layer_norm(X, np.ones_like(gain), bias)


@around("normalised", "Your {} does not hand the bias on to layer_norm.")
def bias_not_handed_on(X, gain, bias, layer_norm):
    return layer_norm(X, gain, np.zeros_like(bias))


@around(
    "normalised",
    "Your {} hands gain and bias on in the wrong order.",
    cause="gain_and_bias_exchanged",
)
def handed_on_exchanged(X, gain, bias, layer_norm):
    return layer_norm(X, bias, gain)


@around(
    "inside",
    "Your {} asks the sublayer twice, the second time about what it has written.",
    "How often is the sublayer called, and with what?",
)
def sublayer_twice(sublayer, N):
    return sublayer(sublayer(N))


@around(
    "inside",
    "Your {} does not ask the sublayer: the normalised tokens are added themselves.",
    "Where is the sublayer called?",
)
def sublayer_not_asked(sublayer, N):
    return N


@around(
    "block",
    "Your {} returns X: nothing is added to it.",
    "Is the sum the array that you return?",
)
def nothing_added(X, sublayer, gain, bias, layer_norm):
    return X


@around(
    "block",
    "Your {} is a sum of three: X, the normalised tokens, and what the sublayer writes. It is X "
    "and what is written.",
    SILENT,
)
def normalised_added_too(X, sublayer, gain, bias, layer_norm):
    N = layer_norm(X, gain, bias)
    return X + N + sublayer(N)


@around(
    "block",
    "Your {} adds what the sublayer writes to the normalised tokens. It is added to X itself.",
    SILENT,
)
def added_to_normalised(X, sublayer, gain, bias, layer_norm):
    N = layer_norm(X, gain, bias)
    return N + sublayer(N)


@around(
    "joined",
    "Your {} is what the sublayer writes, alone. X is to be added.",
    SILENT,
)
def residual_missing(X, F):
    return F


@around("joined", "Your {} adds X twice.", SILENT)
def residual_twice(X, F):
    return 2 * X + F


@around("joined", "Your {} takes what the sublayer writes off X, or X off that. They are added.")
def written_taken_off(X, F):
    return X - F


@around(
    "joined",
    "Your {} takes X off what the sublayer writes. They are added.",
    SILENT,
    cause="written_taken_off",
)
def residual_taken_off(X, F):
    return F - X


@around("joined", "Your {} multiplies X by what the sublayer writes. They are added.", SILENT)
def multiplied(X, F):
    return X * F


@around("joined", "Your {} adds twice what the sublayer writes. It is added once.", SILENT)
def written_twice(X, F):
    return X + 2 * F


@around("joined", "Your {} is the mean of X and what the sublayer writes. It is the sum.", SILENT)
def mean_for_sum(X, F):
    return (X + F) / 2


@around("joined", "Your {} divides the sum by √2. It is the sum as it is.", SILENT)
def sum_scaled(X, F):
    return (X + F) / np.sqrt(2)


@around("joined", "Your {} puts X and what is written side by side. They are added.", SILENT)
def side_by_side(X, F):
    return np.concatenate([X, F], axis=-1)


@around("joined", "Your {} cuts the sum off at 0. It is the sum as it is.", SILENT)
def sum_cut_off(X, F):
    return np.maximum(X + F, 0)


@around("joined", "Your {} cuts what the sublayer writes off at 0.", SILENT)
def written_cut_off(X, F):
    return X + np.maximum(F, 0)


@around(
    "joined",
    "Your {} has lost its fractions where X holds whole numbers.",
    "Of which dtype is the array that you add into?",
)
def sum_truncated(X, F):
    return (X + F).astype(X.dtype)


@around(
    "joined",
    "Your {} has lost the fractions of what the sublayer writes, where X holds whole numbers.",
    "Of which dtype is the array that you add into?",
    cause="sum_truncated",
)
def written_truncated(X, F):
    return X + F.astype(X.dtype)


@around(
    "normalised",
    "Your {} has lost the fractions of the normalised tokens, where X holds whole numbers.",
    "Of which dtype is the array that you fill?",
    cause="sum_truncated",
)
def normalised_truncated(X, gain, bias, layer_norm):
    return layer_norm(X, gain, bias).astype(X.dtype)


@around(
    "block",
    "Your {} goes on after the sum: it holds a second round of normalising and asking the "
    "sublayer. One is asked for.",
    "How often is the sublayer called, and with what?",
)
def two_blocks(X, sublayer, gain, bias, layer_norm):
    once = block(X, sublayer, gain, bias, layer_norm)
    return block(once, sublayer, gain, bias, layer_norm)


@around(
    "block",
    "Your {} asks the sublayer about the sum of X and the normalised tokens.",
)
def residual_too_early(X, sublayer, gain, bias, layer_norm):
    return X + sublayer(X + layer_norm(X, gain, bias))


@around(
    "inside",
    "Your {} asks the sublayer about one token at a time, so that no token can read another.",
    "How many tokens does the sublayer see at once?",
)
def one_token_at_a_time(sublayer, N):
    rows = [sublayer(N[..., t : t + 1, :]) for t in range(N.shape[-2])]
    return np.concatenate(rows, axis=-2)


@around(
    "inside",
    "Your {} strings all items into one long sequence before it asks the sublayer.",
    "What does the sublayer see of the axes in front?",
    cause="items_joined",
)
def items_joined_for_sublayer(sublayer, N):
    return np.reshape(sublayer(N.reshape(-1, N.shape[-1])), N.shape)


@around(
    "inside",
    "Your {} asks the sublayer about the first item only.",
    "Try two items that differ.",
    cause="first_item_for_all",
)
def first_item_asked_about(sublayer, N):
    return np.broadcast_to(sublayer(N[:1]), N.shape) if N.ndim > 2 else sublayer(N)


@around(
    "inside",
    "Your {} hands the tokens to the sublayer as columns.",
    "What shape has the array that the sublayer is given?",
)
def tokens_as_columns(sublayer, N):
    return np.swapaxes(sublayer(np.swapaxes(N, -1, -2)), -1, -2)


@around(
    "block",
    "Your {} uses gain and bias on what the sublayer writes, rather than in layer_norm.",
)
def gain_and_bias_after_sublayer(X, sublayer, gain, bias, layer_norm):
    plain = layer_norm(X, np.ones_like(gain), np.zeros_like(bias))
    return X + sublayer(plain) * gain + bias


@around(
    "block",
    "Your {} uses gain and bias on the sum, rather than in layer_norm.",
    cause="gain_and_bias_after_sublayer",
)
def gain_and_bias_on_sum(X, sublayer, gain, bias, layer_norm):
    plain = layer_norm(X, np.ones_like(gain), np.zeros_like(bias))
    return (X + sublayer(plain)) * gain + bias
