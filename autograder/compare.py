"""Whether a student's value agrees with the value due, and where it first does not.

Knows arrays and plain values. Knows no object, course or cause. Values are compared entry by
entry with equal shapes, never by broadcasting; NaN never agrees with a number; infinities agree
only with themselves; exact zeroes are exact.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from autograder.outcome import Raised, Unreadable
from autograder.words import say

Array = npt.NDArray[Any]
Kind = Literal["type", "shape", "value", "nan", "zero", "keys", "refusal"]


_NOT_AS_ARRAYS = frozenset({"raises", "shapes", "integer", "share"})

Pair = tuple[Any, Any, Array | None]
"""What is expected, what was got, and where it must be exactly 0."""


@dataclass(frozen=True)
class Difference:
    """Where a value first differs from the one due.

    Attributes:
        kind: in what it differs.
        index: position of the first wrong entry, or None.
        expected: the right value there.
        got: the student's value there.
        key: for a mapping, the name under which it differs.
    """

    kind: Kind
    index: tuple[int, ...] | None
    expected: Any
    got: Any
    key: str | None = None


@dataclass(frozen=True)
class Comparison:
    """How two values are compared.

    Attributes:
        rtol: relative tolerance, of the expected value.
        atol: absolute tolerance.
        check: names of the object's checks.
        nan_agrees: whether NaN agrees with NaN (judging from a student's own values).
    """

    rtol: float
    atol: float
    check: tuple[str, ...] = ("values",)
    nan_agrees: bool = False

    def difference(self, expected: Any, got: Any, zeros: Array | None = None) -> Difference | None:
        """The first difference of `got` from `expected`, or None where they agree.

        Args:
            expected: an array, a whole number, a dict of shapes, or an exception that is due.
            got: what the student's function gave, as it came from the worker.
            zeros: booleans that broadcast to `expected`: where the value must be exactly 0.
        """
        if "raises" in self.check:
            return _refusal(expected, got)
        if "shapes" in self.check:
            return _shapes(expected, got)
        if "integer" in self.check:
            return _integer(expected, got)
        if "share" in self.check or isinstance(expected, (str, bool)) or expected is None:
            return _plain(expected, got)
        if isinstance(expected, np.ndarray) and expected.dtype == bool:
            due: Array | None = expected  # a mistaken step may give booleans
        else:
            due = numeric(expected)
        if due is None:
            return Difference("type", None, say("kind.array"), kind_of(got))
        return self._arrays(due, got, zeros)

    def agree(self, pairs: Sequence[Pair]) -> bool:
        """Whether none of many pairs differs, by `difference`; arrays are compared all at once."""
        rows = [row for pair in pairs if (row := self._row(*pair)) is not None]
        if not rows or len(rows) < len(pairs):
            return all(self.difference(*pair) is None for pair in pairs)
        expected, got = (np.concatenate(row, dtype=np.float64) for row in zip(*rows, strict=True))
        return bool(self._agree(expected, got).all()) and not any(
            ((got != 0) & zeros).any() for _, got, zeros in pairs if zeros is not None
        )

    def _row(self, expected: Any, got: Any, _: Array | None) -> tuple[Array, Array] | None:
        """A pair of arrays of the same shape as rows of real numbers; None where it is not one."""
        if not (_NOT_AS_ARRAYS.isdisjoint(self.check) and _is_real(expected) and _is_real(got)):
            return None
        if "broadcast" in self.check and got.shape != expected.shape:
            with contextlib.suppress(ValueError):
                got = np.broadcast_to(got, expected.shape)
        return (expected.ravel(), got.ravel()) if got.shape == expected.shape else None

    def _arrays(self, expected: Array, got: Any, zeros: Array | None) -> Difference | None:
        array = numeric(got)
        if expected.dtype == bool and isinstance(got, np.ndarray) and got.dtype == bool:
            expected, array = expected.astype(int), got.astype(int)
        if array is None:
            due = say("kind.array_of_shape", shape=_shape(expected))
            return Difference("type", None, due, kind_of(got))
        if "broadcast" in self.check:
            with contextlib.suppress(ValueError):
                array = np.broadcast_to(array, expected.shape)
        if array.shape != expected.shape:
            return Difference("shape", None, expected.shape, array.shape)
        wrong = ~self._agree(expected, array)
        if zeros is not None:
            wrong |= (array != 0) & np.broadcast_to(zeros, expected.shape)
        if not wrong.any():
            return None
        index = tuple(int(place) for place in np.argwhere(wrong)[0])
        right, value = expected[index].item(), array[index].item()
        near = self._agree(np.asarray(right), np.asarray(value)).item()
        kind: Kind = "zero" if near else "nan" if np.isnan(value) else "value"
        return Difference(kind, index or None, right, value)  # a single number has no position

    def _agree(self, expected: Array, got: Array) -> npt.NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            near = np.abs(got - expected) <= self.atol + self.rtol * np.abs(expected)
            agree = (near & np.isfinite(expected)) | (got == expected)
            if self.nan_agrees:
                agree |= np.isnan(expected) & np.isnan(got)
        return np.asarray(agree, dtype=bool)


def _is_real(value: Any) -> bool:
    return type(value) is np.ndarray and value.dtype.kind in "iuf"


def numeric(value: Any) -> Array | None:
    """`value` as a float or complex array, or None where it is no numeric, non-boolean one."""
    if isinstance(value, (bool, str, dict, tuple, Unreadable, Raised)) or value is None:
        return None
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "iufc":
            return None
        return array if array.dtype.kind == "c" else array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return None


def whole(value: Any) -> int | None:
    """`value` as an int where it is a whole number by type, not a boolean; else None."""
    if isinstance(value, np.ndarray):
        if value.shape != () or value.dtype.kind not in "iu":
            return None
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def kind_of(value: Any) -> str:
    """What `value` is, in words for people."""
    if value is None:
        return "None"
    if isinstance(value, Unreadable):
        return say("kind.type", type=value.type_name)
    if isinstance(value, np.ndarray):
        entries = {"b": "booleans", "i": "whole_numbers", "u": "whole_numbers", "f": "numbers"}
        what = say(f"kind.{entries.get(value.dtype.kind, 'dtype')}", dtype=value.dtype)
        shape = _shape(value)
        return say("kind.array_of", what=what, shape=shape) if value.shape else f"{value}"
    if isinstance(value, Raised):
        return value.kind
    names: dict[type, str] = {dict: "kind.dict", tuple: "kind.sequence", str: "kind.text"}
    name = names.get(type(value))
    return f"{value}" if name is None else say(name)


def _shape(array: Array) -> str:
    return f"({', '.join(map(str, array.shape))}{',' if array.ndim == 1 else ''})"


def _plain(expected: Any, got: Any) -> Difference | None:
    if isinstance(got, np.ndarray) and got.shape == ():
        got = got.item()
    if type(got) is type(expected) and got == expected:
        return None
    if isinstance(got, (str, bool, int, float)) or got is None:
        return Difference("value", None, expected, got)
    return Difference("type", None, expected, kind_of(got))


def _integer(expected: Any, got: Any) -> Difference | None:
    value = whole(got)
    if value is None:
        return Difference("type", None, int(expected), kind_of(got))
    return None if value == expected else Difference("value", None, int(expected), value)


def _shapes(expected: dict[str, tuple[int, ...]], got: Any) -> Difference | None:
    if not isinstance(got, dict):
        return Difference("type", None, say("kind.dict_of_shapes"), kind_of(got))
    for name, shape in expected.items():
        if name not in got:
            return Difference("keys", None, shape, None, name)
        value = _as_shape(got[name])
        if value is None:
            return Difference("type", None, shape, kind_of(got[name]), name)
        if value != tuple(shape):
            return Difference("value", None, shape, value, name)
    return None


def _as_shape(value: Any) -> tuple[int, ...] | None:
    if isinstance(value, np.ndarray) and value.ndim == 1:
        if value.size == 0 or value.dtype.kind in "iu":
            return tuple(int(size) for size in value)
        return None
    if isinstance(value, tuple):
        sizes = tuple(whole(size) for size in value)
        return None if None in sizes else sizes  # type: ignore[return-value]  # no None left
    return None


def _refusal(expected: Any, got: Any) -> Difference | None:
    """An exception is due where `expected` is one: its type, and its message's first word."""
    if not isinstance(expected, BaseException):
        if isinstance(got, Raised):
            return Difference("refusal", None, say("kind.no_exception"), f"{got.kind}: {got.text}")
        return None
    word = first_word(str(expected))
    due = say("kind.exception", kind=type(expected).__name__, word=word)
    if not isinstance(got, Raised):
        return Difference("refusal", None, due, say("kind.no_exception"))
    right = type(expected).__name__ in got.kinds
    if right and first_word(got.text) == word:
        return None
    return Difference("refusal", None, due, f"{got.kind}: {got.text}")


def first_word(text: str) -> str:
    """The name that a message begins with, quoted or not."""
    found = re.match(r"\W*(\w+)", text)
    return found.group(1) if found else ""
