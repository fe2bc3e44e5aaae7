"""Stage gradients: mistaken differences."""

import numpy as np

from autograder.authoring import misconception


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your differences look forward only: from x to a step after it. Central ones go from a "
    "step before x to a step after it.",
    look="Try x³ at 1 with a step of 0.5: the slope of central differences is 3.25.",
)
def forward_only(f, x, move, step):
    return (f(x + move) - f(x)) / step


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your differences look backward only: from a step before x to x. Central ones go on to a "
    "step after it.",
    look="Try x³ at 1 with a step of 0.5: the slope of central differences is 3.25.",
)
def backward_only(f, x, move, step):
    return (f(x) - f(x - move)) / step


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your slopes are twice what they should be: the two points are two steps apart, and the "
    "difference is divided by one.",
    look="How far apart are the two points at which f is asked?",
)
def one_step_for_two(f, x, move, step):
    return (f(x + move) - f(x - move)) / step


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your two points are x itself and a step after it, and yet the difference is divided by "
    "two steps.",
    look="Print the two points at which f is asked for the first entry.",
)
def two_steps_for_one(f, x, move, step):
    return (f(x + move) - f(x)) / (2 * step)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your two points lie half a step from x. They lie a whole step from it, to either side.",
    look="Try x³ at 1 with a step of 0.5: f is asked at 0.5 and at 1.5.",
)
def half_steps(f, x, move, step):
    return (f(x + move / 2) - f(x - move / 2)) / step


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your slopes have the wrong sign.",
    look="Which of the two values is taken off which?",
)
def difference_reversed(f, x, move, step):
    return (f(x - move) - f(x + move)) / (2 * step)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="The difference is never divided by the distance of the two points.",
    look="Halve the step: the slopes should stay about the same.",
)
def division_missing(f, x, move, step):
    return f(x + move) - f(x - move)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Through a missing bracket the difference is divided by 2 and multiplied by the step.",
    look="Halve the step: the slopes should stay about the same.",
)
def multiplied_by_step(f, x, move, step):
    return (f(x + move) - f(x - move)) / 2 * step


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Through a missing bracket only the second value is divided by the distance.",
    look="Which part of the line does the division belong to?",
)
def one_value_divided(f, x, move, step):
    return f(x + move) - f(x - move) / (2 * step)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="What comes out are second derivatives: f after, minus twice f at x, plus f before.",
    look="How many points does a central difference of first order need?",
)
def second_derivative(f, x, move, step):
    return (f(x + move) - 2 * f(x) + f(x - move)) / step**2


STEP_IGNORED = {
    "cause": "step_ignored",
    "replaces": "quotient",
    "says": "The step that is given has no effect: differences are taken with one of your own.",
    "look": "Try x³ at 1 with a step of 0.5: the slope of central differences is 3.25.",
}


def _own_step(size):
    def step_ignored(f, x, move, step):
        own = move * (size / step)
        return (f(x + own) - f(x - own)) / (2 * size)

    return misconception("numerical_gradient", **STEP_IGNORED)(step_ignored)


own_step_1e_6 = _own_step(1e-6)
own_step_1e_5 = _own_step(1e-5)
own_step_1e_4 = _own_step(1e-4)
own_step_1e_3 = _own_step(1e-3)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="Your differences use points two steps away as well: a formula of higher order. Asked are "
    "plain central differences, which need two points.",
    look="Try x³ at 1 with a step of 0.5: the slope of central differences is 3.25.",
)
def higher_order(f, x, move, step):
    near, far = f(x + move) - f(x - move), f(x + 2 * move) - f(x - 2 * move)
    return (8 * near - far) / (12 * step)


@misconception(
    "numerical_gradient",
    replaces="quotient",
    says="The step is relative: it is multiplied by the size of the entry. It is meant as it is.",
    look="Try x³ at 2 with a step of 0.5: f is asked at 1.5 and at 2.5.",
)
def step_relative(f, x, move, step):
    own = move * np.abs(x)
    return (f(x + own) - f(x - own)) / (2 * own.sum())


@misconception(
    "numerical_gradient",
    says="All entries of x are moved at once, so every slope is the same: that along the diagonal.",
    look="A partial derivative moves one entry and leaves all others.",
)
def all_entries_moved(f, x, step):
    x = np.array(x, dtype=np.float64)
    return np.full(x.shape, (f(x + step) - f(x - step)) / (2 * step))


@misconception(
    "numerical_gradient",
    replaces="moved",
    says="A whole row of x is moved at once. Each entry has a slope of its own.",
    look="How many numbers does one step change?",
)
def row_moved(x, place, step):
    move = np.zeros_like(x)
    move[place[:-1]] = step
    return move


@misconception(
    "numerical_gradient",
    replaces="moved",
    says="A whole column of x is moved at once. Each entry has a slope of its own.",
    look="How many numbers does one step change?",
)
def column_moved(x, place, step):
    move = np.zeros_like(x)
    move[..., place[-1]] = step
    return move


NOT_UNDONE = {
    "cause": "step_not_undone",
    "says": "The steps in earlier entries are not undone before the next entry is moved.",
    "look": "Print the point at which f is asked for the second entry: how many entries differ "
    "from x?",
}


@misconception("numerical_gradient", **NOT_UNDONE)
def stays_after(f, x, step):
    at, slopes = np.array(x, dtype=np.float64), np.zeros(np.shape(x))
    for place in np.ndindex(at.shape):
        at[place] -= step
        before = f(at)
        at[place] += 2 * step
        slopes[place] = (f(at) - before) / (2 * step)
    return slopes


@misconception("numerical_gradient", **NOT_UNDONE)
def stays_before(f, x, step):
    at, slopes = np.array(x, dtype=np.float64), np.zeros(np.shape(x))
    for place in np.ndindex(at.shape):
        at[place] += step
        after = f(at)
        at[place] -= 2 * step
        slopes[place] = (after - f(at)) / (2 * step)
    return slopes


INTEGERS_KEPT = {
    "cause": "integers_kept",
    "says": "Whole numbers stay whole: where x holds them, the step is cut off when written in.",
    "look": "Of which dtype is the copy of x that you move?",
}


@misconception("numerical_gradient", replaces="as_floats", **INTEGERS_KEPT)
def step_of_the_kind_of_x(x):
    return np.array(x)


@misconception("numerical_gradient", **INTEGERS_KEPT)
def entry_written_into_x(f, x, step):
    at, slopes = np.array(x), np.zeros(np.shape(x))
    for place in np.ndindex(at.shape):
        value = at[place]
        at[place] = value + step
        after = f(at)
        at[place] = value - step
        slopes[place] = (after - f(at)) / (2 * step)
        at[place] = value
    return slopes


@misconception("numerical_gradient", **INTEGERS_KEPT)
def entry_moved_within_x(f, x, step):
    at, slopes = np.array(x), np.zeros(np.shape(x))
    for place in np.ndindex(at.shape):
        at[place] += step
        after = f(at)
        at[place] -= 2 * step
        slopes[place] = (after - f(at)) / (2 * step)
        at[place] += step
    return slopes


@misconception(
    "numerical_gradient",
    replaces="as_floats",
    says="Your differences are taken in float32, where a step of 1e-6 is next to nothing.",
    look="Of which dtype is the copy of x that you move? It is to be float64 whatever x is.",
)
def single_precision(x):
    return np.array(x, dtype=np.float32)


@misconception(
    "numerical_gradient",
    replaces="arranged",
    says="Your slopes stand in one row. They belong into the shape of x.",
    look="Print the shapes of x and of your result.",
)
def flattened(slopes):
    return slopes.ravel()


@misconception(
    "numerical_gradient",
    replaces="arranged",
    says="Your slopes stand transposed: the last two axes have changed places.",
    look="Print the shapes of x and of your result, for more columns than rows.",
)
def slopes_transposed(slopes):
    return np.swapaxes(slopes, -1, -2)


@misconception(
    "numerical_gradient",
    replaces="arranged",
    says="What you give back is one number: the sum of all slopes.",
    look="A gradient has the shape of what it belongs to.",
)
def slopes_summed(slopes):
    return slopes.sum()


@misconception(
    "numerical_gradient",
    replaces="arranged",
    says="What you give back is normalised to length 1. The gradient is asked as it is.",
    look="Double f: the gradient should double.",
)
def slopes_normalised(slopes):
    return slopes / np.linalg.norm(slopes)


@misconception(
    "numerical_gradient",
    replaces="arranged",
    says="The last entry is left out: its slope stays 0.",
    look="Where does the loop over the entries end?",
)
def last_entry_left_out(slopes):
    kept = np.arange(slopes.size).reshape(slopes.shape) < slopes.size - 1
    return np.where(kept, slopes, 0)
