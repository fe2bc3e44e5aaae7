"""An outcome read by object, and arguments compared before and after. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.compare import Difference, numeric
from autograder.course import Object
from autograder.outcome import Died, Outcome, Raised, Returned, Returns, Unreadable
from autograder.words import say

GROWTH = 64
"""How many times as large as its arguments a result may be."""

SMALL = 1000
"""Numbers that count as given however few there are."""


def values_by_object(
    returns: Returns, made: Sequence[Object], outcome: Outcome | None, order: Sequence[str]
) -> dict[str, Any] | None:
    """What a call gave for each object it makes, or None where it gave nothing to judge.

    A refusal counts as a value where refusing is what is asked. A result of the wrong kind (no
    mapping, no sequence) stands for the first object.

    Args:
        returns: how the result is read.
        made: the objects in order.
        outcome: what came of the call.
        order: their names as a sequence holds them.
    """
    first = made[0].name
    if isinstance(outcome, Raised) and "raises" in made[0].check:
        return {first: outcome}
    if not isinstance(outcome, Returned):
        return None
    value = outcome.value
    if returns == "one":
        return {first: value}
    if value is None:
        return {item.name: None for item in made}
    if returns == "mapping" and isinstance(value, dict):
        return {item.name: value.get(item.name) for item in made}
    if returns == "sequence" and isinstance(value, tuple):
        return dict(zip(order, value, strict=False))
    due = say("kind.dict_by_name" if returns == "mapping" else "kind.tuple")
    return {first: Unreadable(say("kind.instead", type=type(value).__name__, due=due))}


def trimmed(outcome: Outcome, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Outcome:
    """An outcome without arrays that are far larger than anything the call was given.

    No right result is as large; kept for all cases, they would fill the grader's memory.
    """
    if isinstance(outcome, Died) or _is_small(outcome, args, kwargs):
        return outcome
    arguments = (*args, *kwargs.values())
    given = sum(value.size for value in arguments if isinstance(value, np.ndarray))
    limit = GROWTH * max(given, SMALL)
    changes: dict[str, Any] = {
        "args": tuple(_trimmed(value, limit) for value in outcome.args),
        "kwargs": {name: _trimmed(value, limit) for name, value in outcome.kwargs.items()},
    }
    if isinstance(outcome, Returned):
        changes["value"] = _trimmed(outcome.value, limit)
    return replace(outcome, **changes)


def _is_small(outcome: Outcome, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Whether arguments are as they were sent, and the value is small whatever they are."""
    return (
        isinstance(outcome, Returned)
        and outcome.args is args
        and outcome.kwargs is kwargs
        and _is_small_value(outcome.value)
    )


def _is_small_value(part: Any) -> bool:
    if isinstance(part, np.ndarray):
        return part.size <= GROWTH * SMALL
    if type(part) is tuple:
        return all(map(_is_small_value, part))
    if type(part) is dict:
        return all(map(_is_small_value, part.values()))
    return not isinstance(part, list)


def _trimmed(value: Any, limit: int) -> Any:
    if isinstance(value, np.ndarray) and value.size > limit:
        return Unreadable(say("kind.too_large", shape=value.shape))
    if isinstance(value, (tuple, list)):
        return tuple(_trimmed(item, limit) for item in value)
    if isinstance(value, dict):
        return {key: _trimmed(item, limit) for key, item in value.items()}
    return value


def changed_argument(
    args: Sequence[Any], kwargs: Mapping[str, Any], outcome: Outcome | None
) -> Difference | None:
    """The first entry of an argument that a call changed, or None."""
    if not isinstance(outcome, (Returned, Raised)):
        return None
    before = [*args, *(kwargs[name] for name in sorted(kwargs))]
    after = [*outcome.args, *(outcome.kwargs[name] for name in sorted(outcome.kwargs))]
    changes = (_change(was, now) for was, now in zip(before, after, strict=False))
    return next((found for found in changes if found is not None), None)


def _change(was: Any, now: Any) -> Difference | None:
    """The first entry that differs, of an array or of a list of numbers."""
    if was is now:
        return None
    if isinstance(was, list) and isinstance(now, (list, tuple)):
        if len(was) != len(now):
            return Difference("shape", None, (len(was),), (len(now),))
        was, now = np.asarray(was), numeric(list(now))
        if now is None:
            return Difference("value", None, "numbers", "something else")
    if not isinstance(was, np.ndarray) or not isinstance(now, np.ndarray):
        return None
    if was.shape != now.shape:
        return Difference("shape", None, was.shape, now.shape)
    wrong = np.argwhere(~((was == now) | ((was != was) & (now != now))))
    if not wrong.size:
        return None
    index = tuple(int(place) for place in wrong[0])
    return Difference("value", index, was[index].item(), now[index].item())
