"""Answers what the student's code asks the functions that it was called with."""

from __future__ import annotations

import builtins

import numpy as np

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.outcome import Answer, Unreadable, Value
from autograder.worker.child.protocol import MalformedError, Reader, UnencodableError, Writer
from autograder.worker.request import Request


class Callbacks:
    """The callables of one call, and how much they may still be asked.

    Args:
        request: the call.
        limits: how much that is.
    """

    def __init__(self, request: Request, limits: Limits) -> None:
        allowed = request.callback_calls
        self._callables = request.callables
        self._calls_allowed = limits.callback_calls if allowed is None else allowed
        self._calls = 0
        self._numbers = limits.callback_numbers

    def answer(self, body: bytes, call: int) -> bytes:
        """Return the frame that answers a question.

        Raises:
            MalformedError: it is no question of this call.
            HarnessError: the callable raised it, or gave what has no place in the protocol.
        """
        reader = Reader(body, unreadable=Unreadable)
        if reader.number() != call:
            raise MalformedError("a question of another call")
        index = reader.number()
        if index >= len(self._callables):
            raise MalformedError("a question to nobody")
        args, kwargs = reader.value(), reader.value()
        reader.end()
        if type(args) is not tuple or type(kwargs) is not dict:
            raise MalformedError("a question without arguments")
        refusal = self._refusal((args, kwargs))
        if refusal:
            return _failure(ValueError(refusal))
        return self._ask(self._callables[index], args, kwargs)

    def _refusal(self, arguments: Value) -> str | None:
        self._calls += 1
        if self._calls > self._calls_allowed:
            return f"called more than {self._calls_allowed} times"
        if _count(arguments) > self._numbers:
            return f"called with more than {self._numbers} numbers in its arguments"
        return None

    @staticmethod
    def _ask(function: Answer, args: tuple[Value, ...], kwargs: dict[str, Value]) -> bytes:
        try:
            value = function(*args, **kwargs)
        except HarnessError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it raised is the answer
            return _failure(error)
        writer = Writer()
        try:
            writer.value(value)
            return writer.frame(b"A")
        except UnencodableError as error:
            raise HarnessError(f"a callback's answer cannot be sent: {error}") from None


def _count(value: Value) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, (tuple, list)):
        return sum(map(_count, value))
    if isinstance(value, dict):
        return sum(map(_count, value.values()))
    return 1


def _failure(error: Exception) -> bytes:
    kind = next(k.__name__ for k in type(error).__mro__ if getattr(builtins, k.__name__, None) is k)
    if kind == "Exception":
        kind = "RuntimeError"
    writer = Writer()
    writer.text(kind)
    writer.text(str(error)[:500])
    return writer.frame(b"F")
