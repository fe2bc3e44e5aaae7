"""What the diagnosis of a stage goes on, and what it finds. Records only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from autograder.authoring import Case, Misconception, Relation
from autograder.compare import Difference
from autograder.course import Call, Object
from autograder.outcome import Outcome
from autograder.result import Status

Reason = Literal[
    "right",
    "value",
    "follows",
    "cannot_tell",
    "not_filled",
    "needs_missing",
    "unreached",
    "no_time",
    "exception",
    "died",
    "changes_input",
    "unstable",
    "company",
    "share",
    "waits",
    "not_recorded",
    "no_example",
    "not_handed_in",
    "unreadable",
]
"""Why a status was given; the sentence a student reads is made from it."""


@dataclass(frozen=True)
class Run:
    """What came of all calls of one function.

    Attributes:
        call: the call.
        cases: the cases it was called on.
        outcomes: what came of each; None where the time had run out before.
        relations: the relations it was called on.
        related: what came of each of these.
        repeated: outcomes of a second, identical call, by the place of the case.
        unstable: places of cases whose result depends on what was called before, or on chance.
        random: whether it differs even in a new process.
    """

    call: Call
    cases: tuple[Case, ...]
    outcomes: tuple[Outcome | None, ...]
    relations: tuple[Relation, ...] = ()
    related: tuple[Outcome | None, ...] = ()
    repeated: dict[int, Outcome] = field(default_factory=dict)
    unstable: tuple[int, ...] = ()
    random: bool = False


@dataclass(frozen=True)
class Finding:
    """The verdict on one object, with the facts that its message is made from.

    Attributes:
        object: the object.
        status: the verdict.
        reason: why.
        cause: short stable id, where the cause is known.
        known: the misconceptions that reproduce the student's result.
        case: name of the case that shows it.
        difference: the first difference on that case.
        values: the whole values expected and got on that case.
        outcome: the exception or the end of the process that decided it.
        upstream: the earlier objects or functions it follows from, or waits for.
        part: for `company`: the object that changes.
        share: for marks by share: the share earned, from 0 to 1.
        notes: what is right or striking about the result, in words.
    """

    object: Object
    status: Status
    reason: Reason
    cause: str | None = None
    known: tuple[Misconception, ...] = ()
    case: str | None = None
    difference: Difference | None = None
    values: tuple[Any, Any] | None = None
    outcome: Outcome | None = None
    upstream: tuple[str, ...] = ()
    part: str | None = None
    share: float | None = None
    notes: tuple[str, ...] = ()
