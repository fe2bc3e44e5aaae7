"""Stage fitting, mistakes that have a name."""

import numpy as np

from autograder.authoring import misconception


@misconception(
    "J",
    replaces="slope",
    says="Your J looks forward only; the two points lie on both sides of p.",
    look="Where the two points are.",
)
def forward_only(f, p, move):
    return f(p + move) - f(p)


@misconception(
    "J",
    replaces="slope",
    says="Your J is twice what it should be: the points are two steps apart.",
    look="How far apart the two points are.",
)
def one_step_for_two(f, p, move):
    return f(p + move) - f(p - move)


@misconception(
    "next_p",
    replaces="move",
    says="Your step goes the other way.",
    look="What the step is to make small.",
)
def away(J, gap):
    return -np.linalg.lstsq(J, gap, rcond=None)[0]
