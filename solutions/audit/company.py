"""Other companies for the items of a batch, and whether a layer's answers stay right in them.

A family is a way to change company that an audit may be expected to think of. A fault counts as
shown by a family where every form of it shows the fault, so that it does not matter which form an
audit happens to choose.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Company:
    """A batch in which items of another one stand.

    Attributes:
        X: tokens, (B, T, d_model).
        lengths: (B,), or None.
        at: where the known items stand in it.
        items: which items these are.
    """

    X: np.ndarray
    lengths: np.ndarray | None
    at: tuple[int, ...]
    items: tuple[int, ...]


def families(X, lengths, rng):
    """Every family by name: its forms, a form being companies of which one must show a fault.

    A family is left out where it would be no other company.

    Args:
        X: tokens, (B, T, d_model).
        lengths: (B,), or None.
        rng: for strangers.
    """
    B, T, _ = X.shape
    everyone = tuple(range(B))
    made = {
        "none": [[among(X, lengths, ())]],
        "alone": [[among(X, lengths, (b,)) for b in everyone]],
        "beside": [[beside(X, lengths, 1, rng, first=first)] for first in (False, True)],
        "larger": list(forms_larger(X, lengths, rng)),
        "lengths": list(forms_of_lengths(X, lengths, rng)),
    }
    if B > 1:
        orders = {everyone[::-1], (*everyone[1:], 0), (1, 0, *everyone[2:])}
        made["order"] = [[among(X, lengths, order)] for order in sorted(orders)]
    if B < T:
        made["square"] = list(forms_of_size(X, lengths, T, rng))
    return made


def among(X, lengths, places):
    """The items at these places, as a batch of their own."""
    order = list(places)
    chosen = None if lengths is None else lengths[order]
    return Company(X[order], chosen, tuple(range(len(order))), tuple(order))


def beside(X, lengths, count, rng, *, first=False, size=1.0, length=None):
    """All items, and strangers before or after them."""
    B, T, d_model = X.shape
    drawn = np.rint(rng.uniform(-4, 4, size=(count, T, d_model))) / 4 * size
    strangers = drawn.astype(X.dtype) if X.dtype.kind == "f" else np.rint(drawn).astype(X.dtype)
    parts = (strangers, X) if first else (X, strangers)
    if lengths is not None or length is not None:
        own = np.full(B, T) if lengths is None else lengths
        theirs = np.full(count, T if length is None else length, dtype=own.dtype)
        lengths = np.concatenate((theirs, own) if first else (own, theirs))
    start = count if first else 0
    return Company(np.concatenate(parts), lengths, tuple(range(start, start + B)), tuple(range(B)))


def forms_of_size(X, lengths, size, rng):
    """`size` items, more than there are: the same over and over, or strangers after or before."""
    B = len(X)
    yield [among(X, lengths, tuple(k % B for k in range(size)))]
    yield [beside(X, lengths, size - B, rng)]
    yield [beside(X, lengths, size - B, rng, first=True)]


def forms_larger(X, lengths, rng):
    """Neighbours 100 times larger: all others, the next one, a stranger, or the items again."""
    B = len(X)
    if B > 1:
        yield [scaled(X, lengths, b, [c for c in range(B) if c != b]) for b in range(B)]
        yield [scaled(X, lengths, b, [(b + 1) % B]) for b in range(B)]
    for first in (False, True):
        yield [beside(X, lengths, 1, rng, first=first, size=100.0)]
    larger = np.concatenate([100 * X, X])
    twice = None if lengths is None else np.concatenate([lengths, lengths])
    yield [Company(larger, twice, tuple(range(B, 2 * B)), tuple(range(B)))]


def scaled(X, lengths, kept, others):
    """The batch with the others' numbers 100 times larger."""
    larger = X.copy()
    larger[others] = 100 * X[others]
    return Company(larger, lengths, (kept,), (kept,))


def forms_of_lengths(X, lengths, rng):
    """Other lengths for the neighbours: all real, none real, or one more or less."""
    B, T, _ = X.shape
    own = np.full(B, T) if lengths is None else lengths
    if B > 1:
        for change in (lambda n: 0 * n + T, lambda n: 0 * n, lambda n: (n + 1) % (T + 1)):
            yield [with_lengths(X, own, b, change(own)) for b in range(B)]
        return
    for first in (False, True):
        yield [beside(X, own, 1, rng, first=first, length=0)]
        yield [beside(X, own, 1, rng, first=first, length=T)]


def with_lengths(X, own, kept, others):
    """The batch with other lengths for all but one."""
    lengths = others.astype(own.dtype)
    lengths[kept] = own[kept]
    return Company(X, lengths, (kept,), (kept,))
