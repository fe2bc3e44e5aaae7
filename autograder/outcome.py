"""What came of one call of a student's function. Records only: no process, no judgement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

# What may cross to a worker and back: None, bool, int, float, str, a plain numeric ndarray,
# a tuple of these, a dict from str to these; towards the worker also a callable.
Value: TypeAlias = Any

Returns: TypeAlias = Literal["one", "sequence", "mapping"]
"""How a call's result is read: one value, a sequence of values, or a mapping by name."""

Answer: TypeAlias = Callable[..., Value]
"""A function handed to the student's code and answered outside its process."""


@dataclass(frozen=True)
class Unreadable:
    """A value of a kind that does not cross from the worker: a generator, an object, text in bytes.

    Attributes:
        type_name: name of its type, bounded in length.
    """

    type_name: str


@dataclass(frozen=True)
class Returned:
    """The call came back.

    Attributes:
        value: the result, arrays as plain ndarrays that nobody else holds.
        args: the positional arguments as they stood after the call.
        kwargs: the keyword arguments as they stood after the call.
    """

    value: Value
    args: tuple[Value, ...] = ()
    kwargs: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Raised:
    """The call ended in an exception.

    Attributes:
        kind: name of the exception's type.
        kinds: names of the type and all its bases, most special first.
        text: what `str` makes of it, bounded in length.
        line: the deepest line in the student's file, or None.
        function: the function that line stands in, or None.
        args: the positional arguments as they stood afterwards.
        kwargs: the keyword arguments as they stood afterwards.
    """

    kind: str
    kinds: tuple[str, ...]
    text: str
    line: int | None = None
    function: str | None = None
    args: tuple[Value, ...] = ()
    kwargs: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Died:
    """The worker did not come back from the call.

    Attributes:
        cause: `time_out`, `memory` or `crash` (any other end, and every breach of the protocol).
        detail: one sentence for people: the limit, the signal, or what was malformed.
    """

    cause: Literal["time_out", "memory", "crash"]
    detail: str


Outcome: TypeAlias = Returned | Raised | Died
