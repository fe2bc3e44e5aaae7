"""One call as it is put to a worker: written once, however many workers it is put to."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.errors import HarnessError
from autograder.outcome import Answer, Returns, Value
from autograder.worker.child.protocol import HEADER, NUMBER, UnencodableError, Writer


class Request:
    """A function of the file with its arguments.

    Args:
        function: its name.
        args: positional arguments; callables among them are answered by the grader.
        kwargs: keyword arguments.
        returns: how its result is read.
        callback_calls: how often it may ask its callables; by default as the limits say.

    Attributes:
        callables: those among the arguments, in the order in which the worker numbers them.

    Raises:
        HarnessError: an argument has no place in the protocol.
    """

    def __init__(
        self,
        function: str,
        args: tuple[Value, ...],
        kwargs: Mapping[str, Value],
        returns: Returns = "one",
        callback_calls: int | None = None,
    ) -> None:
        self.function = function
        self.args = args
        self.kwargs = dict(kwargs)
        self.callback_calls = callback_calls
        self.callables: list[Answer] = []
        writer = Writer(callables=self.callables)
        try:
            writer.text(function)
            writer.text(returns)
            writer.value(args)
            writer.value(self.kwargs)
        except UnencodableError as error:
            raise HarnessError(f"{function} cannot be called: {error}") from None
        self._body = b"".join(writer.parts)

    def frame(self, number: int) -> bytes:
        """The frame that makes it call `number` of a session."""
        size = NUMBER.size + len(self._body)
        return HEADER.pack(b"C", size) + NUMBER.pack(number) + self._body
