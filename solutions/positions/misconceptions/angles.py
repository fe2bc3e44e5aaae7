"""Stage positions: mistaken rates, which waves and rotations have in common."""

import numpy as np

from autograder.authoring import misconception

from ..reference import base, exponents, rates

WRITTEN_OUT = "Write the angles of position 1 down, pair by pair: 1, then 1/10000^(2/d), and so on."


def turning(replaces, says, look=WRITTEN_OUT, cause=None):
    """Marks a mistake for both objects; `{}` in the texts is the object it shows in."""

    def mark(code):
        for item in ("rotary", "sinusoidal"):
            code = misconception(item, replaces=replaces, cause=cause, says=says, look=look)(code)
        return code

    return mark


HALF = (
    "Your {} has the exponent i/d for pair i of columns, or the base 100, which is the same. The "
    "exponent is 2i/d, 2i being the first column of the pair, and the base 10000."
)


@turning("exponents", HALF)
def exponent_halved(width):
    return exponents(width) / 2


@turning(
    "exponents",
    "Your {} has the exponent 4i/d for pair i of columns, so that the angles become slow too soon. "
    "It is 2i/d, 2i being the first column of the pair.",
)
def exponent_doubled(width):
    return 2 * exponents(width)


@turning(
    "exponents",
    "Your {} counts the pairs from 1. The first pair has the exponent 0, so that its angle is the "
    "position itself.",
)
def pairs_from_one(width):
    return exponents(width) + 2 / width


@turning(
    "exponents",
    "Your {} counts the exponents from 1/d: 2i + 1 stands where 2i should.",
    cause="pairs_from_one",
)
def odd_exponents(width):
    return exponents(width) + 1 / width


STRETCHED = (
    "Your {} stretches the exponents so that the last pair gets just 1. They are 2i/d, and the "
    "last of them stays below 1."
)


@turning("exponents", STRETCHED)
def last_exponent_one(width):
    return exponents(width) * (width / max(width - 2, 1))


@turning(
    "exponents",
    "Your {} divides by d - 1 in the exponent. It is 2i/d.",
    cause="last_exponent_one",
)
def one_less_in_exponent(width):
    return exponents(width) * (width / max(width - 1, 1))


@misconception(
    "rotary",
    replaces="exponents",
    says="Your {} turns the first pair only, or all others hardly at all, as an exponent does that "
    "is not divided by d. All pairs turn.",
    look="By what is 2i divided, and where does a loop over the pairs end?",
    cause="first_pair_only",
)
@misconception(
    "sinusoidal",
    replaces="exponents",
    says="Your {} has 2i as the exponent: the division by d is missing.",
    look=WRITTEN_OUT,
)
def width_missing(width):
    return exponents(width) * width


@turning(
    "exponents",
    "Your {} has i as the exponent, neither doubled nor divided by d. It is 2i/d.",
    cause="width_missing",
)
def bare_pair_number(width):
    return exponents(width) * width / 2


@turning(
    "exponents",
    "Your {} turns all pairs at the same rate, as exponents do that are cut off to whole numbers. "
    "Each pair has a rate of its own.",
    "Does pair i come in, and which of the two division signs stands in your exponent?",
)
def one_rate_for_all(width):
    return np.zeros_like(exponents(width))


@turning(
    "exponents",
    "Your {} has the pairs in reverse: the last turns fastest. The first has the exponent 0.",
)
def pairs_reversed(width):
    return exponents(width)[::-1]


@turning(
    "rates",
    "Your {} multiplies the position by 10000^(2i/d). It is divided by it, so that later pairs "
    "turn more slowly.",
)
def rate_inverted(width):
    return base() ** exponents(width)


@turning(
    "rates",
    "Your {} has base and exponent exchanged: (2i/d) to the power of something stands where "
    "10000^(2i/d) should.",
)
def base_and_exponent_exchanged(width):
    return exponents(width) ** (1 / base())


@turning(
    "rates",
    "Your {} has base and exponent exchanged: 2i to the power of 1/10000 or the like stands where "
    "10000^(2i/d) should.",
    cause="base_and_exponent_exchanged",
)
def pair_to_small_power(width):
    return np.arange(0, width, 2) ** (1 / base())


@turning(
    "rates",
    "Your {} has 10000 · 2i/d where 10000^(2i/d) should stand: a product instead of a power.",
    "Is the sign between 10000 and the exponent the one for powers?",
)
def product_for_power(width):
    return 1 / np.where(exponents(width) == 0, 1, base() * exponents(width))


LOGARITHM = "Compare exp(−2i/d · log 10000) with 1 / 10000^(2i/d): they are the same number."


@turning("rates", "Your {} takes the logarithm to base 10 where exp is taken after it.", LOGARITHM)
def decimal_logarithm(width):
    return np.exp(-exponents(width) * np.log10(base()))


@turning(
    "rates",
    "Your {} takes the logarithm to base 2 where exp is taken after it.",
    LOGARITHM,
    cause="decimal_logarithm",
)
def binary_logarithm(width):
    return np.exp(-exponents(width) * np.log2(base()))


@turning(
    "rates",
    "Your {} has 2i/d · log 10000 itself as the rate: the exponential is missing.",
    LOGARITHM,
)
def exponential_missing(width):
    return exponents(width) * np.log(base())


@turning(
    "rates",
    "Your {} has −2i/d · log 10000 itself as the rate: the exponential is missing.",
    LOGARITHM,
    cause="exponential_missing",
)
def negative_logarithm(width):
    return -exponents(width) * np.log(base())


@turning(
    "rates",
    "Your {} has one whole number in the exponent: -log(10000)/d // 2, or the like, is cut off "
    "before it meets the pair.",
    "Work out each part of your exponent by hand. Where does // come in?",
)
def logarithm_truncated(width):
    return np.exp(np.arange(0, width, 2) * (-np.log(base()) // width))


@turning(
    "rates",
    "Your {} has one whole number in the exponent: -log(10000)/d // 2, or the like, is cut off "
    "before it meets the pair.",
    "Work out each part of your exponent by hand. Where does // come in?",
    cause="logarithm_truncated",
)
def half_logarithm_truncated(width):
    return np.exp(np.arange(0, width, 2) * (-np.log(base()) / width // 2))


def other_base(value):
    """The mistake with another number in the place of 10000."""

    @turning(
        "base",
        f"Your {{}} has the base {value:g}. It is 10000.",
        "Count the zeros of the base, and see what is done to it.",
        cause="base_wrong",
    )
    def base_wrong():
        return value

    return base_wrong


base_1000 = other_base(1000.0)
base_100000 = other_base(100000.0)
base_10 = other_base(10.0)
base_2 = other_base(2.0)
base_e = other_base(float(np.e))
base_500000 = other_base(500000.0)
base_two_pi = other_base(10000 * 2 * np.pi)


@turning(
    "rates",
    "Your {} turns by angles in degrees, or by degrees turned to radians. The angle is "
    "position / 10000^(2i/d) as it stands, in radians.",
    "What unit do NumPy's sin and cos take?",
)
def degrees(width):
    return np.deg2rad(rates(width))


@turning(
    "rates",
    "Your {} has a factor of 2π in its angles. The angle is position / 10000^(2i/d) as it stands.",
    "Look at the angle of the first pair at position 1: it is 1.",
)
def whole_turns(width):
    return 2 * np.pi * rates(width)


@turning(
    "rates",
    "Your {} has a factor of π in its angles. The angle is position / 10000^(2i/d) as it stands.",
    "Look at the angle of the first pair at position 1: it is 1.",
    cause="whole_turns",
)
def half_turns(width):
    return np.pi * rates(width)


@turning(
    "rates",
    "Your {} divides the angles by √d. The angle is position / 10000^(2i/d) as it stands.",
    "Look at the angle of the first pair at position 1: it is 1.",
)
def rate_scaled(width):
    return rates(width) / np.sqrt(width)


@turning(
    "rates",
    "Your {} turns the other way round. A later position has a larger angle, not a smaller one.",
    "Look at the sign in front of your angles.",
    cause="turned_backwards",
)
def rate_negated(width):
    return -rates(width)
