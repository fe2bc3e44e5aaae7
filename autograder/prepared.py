"""The calls of a course's cases as workers are asked them, written once for all submissions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder.answerer import Answerer
from autograder.authoring import Case, Relation
from autograder.course import Call
from autograder.worker.request import Request


class Prepared:
    """Requests by case.

    Args:
        answerer: answers for functions that are handed to the student's code.
    """

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self._requests: dict[Case | Relation, Request] = {}

    def request(self, call: Call, case: Case | Relation) -> Request:
        """The request that puts a case to a call."""
        if case not in self._requests:
            self._requests[case] = self.other(call, case.args, case.kwargs)
        return self._requests[case]

    def other(self, call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Request:
        """A request with arguments of no case."""
        return Request(
            call.function,
            tuple(map(self._answerer.outside, args)),
            {name: self._answerer.outside(value) for name, value in kwargs.items()},
            call.returns,
            call.callback_calls,
        )
