"""Which names are fair for what a planted mistake computes.

Two mistakes that make the very same results cannot be told apart, so that either name is right; and
where two explanations are equally good and have nothing in common, no name is.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from autograder.authoring import Misconception
from autograder.compare import Comparison, numeric
from autograder.course import Object
from autograder.outcome import Raised
from autograder.reference import Reference
from autograder.selftest.truth import Written

Mistakes = tuple[Misconception, ...]


class Naming:
    """Compares mistakes of one stage by what they compute.

    Args:
        reference: the stage's reference.
    """

    def __init__(self, reference: Reference) -> None:
        self._reference = reference

    def has_twin(self, item: Object, planted: Mistakes, written: Written) -> bool:
        """Whether two other mistakes make the same results of an object."""
        causes = {one.cause for one in planted}
        return any(
            self._remakes(item, couple, written)
            for couple in combinations(self._reference.misconceptions[item.name], 2)
            if pieces(couple) == 2 and {one.cause for one in couple} != causes
        )

    def is_same(self, item: Object, cause: str, written: Written) -> bool:
        """Whether mistakes of that name make the results of an object.

        Mistakes of another object's catalogue, written once more in this one, are believed.
        """
        causes = set(cause.split("+"))
        known = self._reference.misconceptions[item.name]
        if not causes <= {one.cause for one in known}:
            return True
        named = [one for one in known if one.cause in causes]
        return any(
            self._remakes(item, made, written)
            for made in combinations(named, len(causes))
            if {one.cause for one in made} == causes
        )

    def compose(self, item: Object, planted: Mistakes, written: Written) -> bool:
        """Whether mistakes together come to something else than each alone.

        Args:
            item: the object.
            planted: the mistakes.
            written: the call as the right reference makes it.
        """
        compare = self._reference.comparison(item, own=True)
        both = self._reference.variant(*planted)
        feeds = [trace.feed for trace in written.made if trace is not None]
        made = [self._reference.step(item.name, feed, both) for feed in feeds]
        alone = [self._reference.variant(one) for one in planted]
        return not any(
            all(
                agree(compare, self._reference.step(item.name, feed, one), value)
                for feed, value in zip(feeds, made, strict=True)
            )
            for one in alone
        )

    def _remakes(self, item: Object, mistakes: Mistakes, written: Written) -> bool:
        """Whether mistakes make an object's results from what the file made it from."""
        variant = self._reference.variant(*mistakes)
        compare = self._reference.comparison(item, own=True)
        judged = [trace for trace in written.made if trace is not None and trace.error is None]
        return bool(judged) and all(
            agree(
                compare,
                trace.values[item.name],
                self._reference.step(item.name, trace.feed, variant),
            )
            for trace in judged
        )


def agree(compare: Comparison, one: Any, other: Any) -> bool:
    """Whether two results are alike, of whatever kind they are."""
    if isinstance(one, Raised) and isinstance(other, Raised):
        return (one.kind, one.text) == (other.kind, other.text)
    if isinstance(one, Exception) and isinstance(other, Exception):
        return repr(one) == repr(other)
    due = numeric(other)
    if due is not None and numeric(one) is not None:
        return compare.difference(due, one) is None
    if isinstance(other, dict):
        return compare.difference(other, one) is None
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return type(one) is type(other) and bool(one == other)


def pieces(mistakes: Mistakes) -> int:
    """How many pieces of the reference some mistakes take the place of."""
    return len({item.replaces for item in mistakes})
