"""Values of the student's code as plain data: what crosses to the grader, or a record of it."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .protocol import DTYPES, MAX_ARRAY, MAX_NDIM

MAX_KEYS = 64
MAX_ITEMS = 64
MAX_NESTING = 6
MAX_STR = 10_000

# Kept here because the student's code may rebind them where they live.
_asarray = np.asarray
_errstate = np.errstate


class Unreadable(NamedTuple):
    """A value that does not cross."""

    type_name: str


def read_result(value: Any, returns: str) -> Any:
    """Return `value` as plain data that the protocol carries.

    Args:
        value: what the student's function gave back; anything.
        returns: `one`, `sequence` or `mapping`.

    Raises:
        BaseException: whatever the value's own methods raise.
    """
    with _errstate(all="ignore"):
        if returns == "sequence":
            items = _items_of(value)
            if items is not None:
                return tuple(read_one(item, 0) for item in items)
        return read_one(value, 0)


def _items_of(value: Any) -> list[Any] | None:
    if isinstance(value, (tuple, list)):
        return list(value) if len(value) <= MAX_ITEMS else None
    if isinstance(value, np.ndarray) and np.ndim(value) > 0 and len(value) <= MAX_ITEMS:
        return list(np.asarray(value))
    return None


def read_one(value: Any, depth: int = 0) -> Any:
    """Return one value as plain data."""
    if value is None or type(value) is bool:
        return value
    if isinstance(value, str):
        return str.__getitem__(value, slice(0, MAX_STR))
    if isinstance(value, np.generic):
        return _read_array(value)
    if isinstance(value, int):
        return _read_int(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, Mapping):
        return _read_mapping(value, depth)
    return _read_array_like(value, depth)


def _read_int(value: int) -> int:
    value = int.__index__(value)
    if abs(value) >= 10**100:
        raise OverflowError("the result is an integer of more than 100 digits")
    return value


def _read_mapping(value: Mapping[Any, Any], depth: int) -> Any:
    if depth >= MAX_NESTING:
        return Unreadable(type_name(value))
    found: dict[str, Any] = {}
    for key in value:
        if len(found) >= MAX_KEYS:
            break
        name = str.__getitem__(str(key), slice(0, 100))
        found[name] = read_one(value[key], depth + 1)
    return found


def _read_array_like(value: Any, depth: int) -> Any:
    try:
        array = _asarray(value)
    except Exception:
        if not isinstance(value, (tuple, list)):
            raise
        array = None
    if array is not None and array.dtype.kind in "biufc":
        return _read_array(array)
    if isinstance(value, (tuple, list)) and len(value) <= MAX_ITEMS and depth < MAX_NESTING:
        return tuple(read_one(item, depth + 1) for item in value)
    return Unreadable(type_name(value))


def _read_array(value: Any) -> Any:
    array = np.array(value, order="C", subok=False)
    if array.dtype.kind not in "biufc":
        return Unreadable(type_name(value))
    if array.dtype.newbyteorder("=") not in DTYPES:
        array = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    if array.nbytes > MAX_ARRAY or array.ndim > MAX_NDIM:
        raise ValueError(f"the result has {array.ndim} axes and {array.size} numbers: too large")
    return array


def type_name(value: Any) -> str:
    """The name of a value's type, whatever the value says of itself."""
    return str.__getitem__(type.__dict__["__name__"].__get__(type(value)), slice(0, 100))


def read_argument(value: Any, depth: int = 0) -> Any:
    """Return an argument as it stands after the call; callables become None."""
    if isinstance(value, types.FunctionType):
        return None
    if depth < MAX_NESTING and type(value) in (tuple, list):
        return type(value)(read_argument(item, depth + 1) for item in value)
    if depth < MAX_NESTING and type(value) is dict:
        return {str(key): read_argument(item, depth + 1) for key, item in value.items()}
    try:
        return read_one(value, depth)
    except Exception:  # noqa: BLE001 - whatever became of it, it is not readable
        return Unreadable(type_name(value))
