"""Stage softmax: what is put in the place of the exponential."""

import numpy as np

from ...pieces import divide, exponentiate, shift, total
from ...pieces import softmax as right_softmax
from .marking import ROW, of_softmax


@of_softmax(
    "exponentiate",
    "Your {} raises 2 to the power of the scores. The base of the softmax is e.",
    "Look at the function that makes positive numbers of the scores.",
)
def base_two(S):
    return np.exp2(S)


@of_softmax(
    "exponentiate",
    "Your {} raises 10 to the power of the scores. The base of the softmax is e.",
    "Look at the function that makes positive numbers of the scores.",
    cause="base_ten",
)
def base_ten(S):
    return np.power(10.0, S)


@of_softmax(
    "exponentiate",
    "Your {} halves the scores before their exponential is taken. No factor belongs there: the "
    "scale is in S already.",
    "Look at what happens to S before the exponential.",
    cause="scores_rescaled",
)
def scores_halved(S):
    return np.exp(S / 2)


@of_softmax(
    "exponentiate",
    "Your {} doubles the scores before their exponential is taken. No factor belongs there: the "
    "scale is in S already.",
    "Look at what happens to S before the exponential.",
    cause="scores_rescaled",
)
def scores_doubled(S):
    return np.exp(2 * S)


@of_softmax(
    "exponentiate",
    "Your {} divides the scores by the root of their number once more. The scale is in S already, "
    "and it is a matter of d_k.",
    "Look at what happens to S before the exponential.",
    cause="scores_rescaled",
)
def scaled_again(S):
    return np.exp(S / np.sqrt(S.shape[-1]))


@of_softmax(
    "exponentiate",
    "Your {} squares the exponentials.",
    "Look at what happens to the exponentials before they are summed.",
    cause="scores_rescaled",
)
def exponentials_squared(S):
    return np.square(np.exp(S))


@of_softmax(
    "exponentiate",
    "Your {} takes exp(s) − 1. The exponential itself was asked for; the largest score would get "
    "nothing.",
    "Look at the function that makes positive numbers of the scores.",
)
def exponential_minus_one(S):
    return np.expm1(S)


@of_softmax(
    "softmax",
    "Your {} has its signs turned round: the smallest score gets the largest weight.",
    "Look at the sign in front of the score in the exponential.",
)
def smallest_score_wins(S):
    return right_softmax(-S)


@of_softmax(
    "softmax",
    "Your {} divides the scores by their sum. Rows then sum to 1, yet weights may be negative or "
    "above 1: the exponential is missing.",
    "Try a row with a negative score.",
)
def exponential_missing(S):
    return S / S.sum(axis=-1, keepdims=True)


@of_softmax(
    "softmax",
    "Your {} divides the scores by their sum, with 0 for −∞. Rows then sum to 1, yet weights may "
    "be negative or above 1: the exponential is missing.",
    "Try a row with a negative score.",
    cause="exponential_missing",
)
def allowed_scores_shared_out(S):
    E = np.where(np.isneginf(S), 0.0, S)
    return divide(E, total(E, -1))


@of_softmax(
    "softmax",
    "Your {} divides the sizes of the scores by their sum. The exponential is missing.",
    "Try a row with a negative score.",
    cause="exponential_missing",
)
def sizes_shared_out(S):
    return np.abs(S) / np.abs(S).sum(axis=-1, keepdims=True)


@of_softmax(
    "softmax",
    "Your {} cuts negative scores off and divides the rest by its sum. The exponential is missing.",
    "Try a row with a negative score.",
    cause="exponential_missing",
)
def positive_scores_shared_out(S):
    return divide(np.maximum(S, 0.0), total(np.maximum(S, 0.0), -1))


@of_softmax(
    "softmax",
    "Your {} takes the exponential of scores divided by the sum of exponentials. The sum belongs "
    "outside: exp(s) over the sum.",
    "Check where the brackets of the exponential close.",
)
def sum_inside_exponential(S):
    return np.exp(S / np.exp(S.astype(float)).sum(axis=-1, keepdims=True))


@of_softmax(
    "softmax",
    "Your {} divides by the exponential of the sum. The sum of the exponentials was asked for.",
    "Ask yourself which comes first below the line, exponential or sum.",
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
    "Look at the function that makes positive numbers of the scores.",
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
    "Try a row whose scores lie close together.",
)
def largest_takes_all(S):
    return np.eye(S.shape[-1])[np.argmax(S, axis=-1)]


@of_softmax(
    "softmax",
    "Your {} shares the weight out among the largest scores alone. The softmax lets the others "
    "have their share.",
    "Try a row whose scores lie close together.",
    cause="largest_takes_all",
)
def largest_share(S):
    top = (shift(S, -1) == 0).astype(float)
    return divide(top, total(top, -1))


@of_softmax(
    "softmax",
    "Your {} takes the softmax twice. The weights go through it once more as if they were scores.",
    "Count how often the softmax is taken on the way to what you return.",
)
def softmax_twice(S):
    return right_softmax(right_softmax(S))


@of_softmax(
    "softmax",
    "Your {} takes a score of exactly 0 for forbidden. A score of 0 is a score like others; only "
    "−∞ is forbidden.",
    "Look at how you tell a forbidden key from an allowed one.",
    cause="zero_taken_for_forbidden",
)
def zero_scores_forbidden(S):
    return right_softmax(np.where(S == 0, -np.inf, S))
