"""What came of one fault whose right verdict is known. Records only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from autograder.result import Status

Source = Literal["planted", "pair", "sound", "submission"]

CauseVerdict = Literal["right", "other", "none", "wrong", ""]
"""`other`: another known mistake with the very same results; empty: no cause was due."""


@dataclass(frozen=True)
class Due:
    """The right verdict on one object.

    Attributes:
        statuses: those that are right; several where the contract leaves it open.
        cause: the right cause; None where any is fair.
    """

    statuses: frozenset[Status]
    cause: str | None = None

    @property
    def status(self) -> Status:
        """The status wanted most: that of an object that could be judged."""
        return min(self.statuses, key=list(Status).index)


@dataclass(frozen=True)
class Said:
    """The verdict that was given on one object."""

    status: Status
    cause: str | None = None


@dataclass(frozen=True)
class Told:
    """One object of a trial: the status due, the one said, and whether that is right."""

    object: str
    due: Status
    said: Status
    right: bool


@dataclass(frozen=True)
class Trial:
    """One file with a known fault (or none), and what was said of it.

    Attributes:
        stage: the stage.
        source: where the fault comes from.
        name: what was planted, and how it was written.
        due_first: the first incorrect object by right.
        said_first: the first incorrect object as said.
        cause: of the causes due, whether they were named.
        objects: every object that the right verdict speaks of.
        wrong: one sentence for each thing that is not right.
        is_counted: False where the contract does not settle what is right.
    """

    stage: str
    source: Source
    name: str
    due_first: str | None
    said_first: str | None
    cause: CauseVerdict
    objects: tuple[Told, ...]
    wrong: tuple[str, ...]
    is_counted: bool = True

    @property
    def false_alarms(self) -> int:
        """Objects called incorrect or missing that are not."""
        bad = (Status.INCORRECT, Status.MISSING)
        return sum(told.said in bad and told.due not in bad for told in self.objects)


@dataclass(frozen=True)
class MutantVerdict:
    """One mutant of a reference, and whether any object was found incorrect.

    Attributes:
        stage: the stage it was tried in.
        function: module and name of the changed function.
        was: the changed lines before.
        becomes: the same lines after.
        verdict: `killed`, `equivalent` (listed as such by the author), or `survived`.
    """

    stage: str
    function: str
    was: str
    becomes: str
    verdict: Literal["killed", "equivalent", "survived"]


@dataclass(frozen=True)
class Findings:
    """All that one run of the self-test found, by stage in the course's order.

    Attributes:
        course: the course's title.
        objects: names of the objects of each stage.
        trials: planted faults, pairs, sound variants and labelled submissions.
        dead: misconceptions that no case tells from the reference, `object cause` by stage.
        alike: causes that no case tells apart, by stage.
        mutants: all mutants.
        stale: listed equivalents that match no mutant, or one that was killed, by stage.
        notes: what could not be tried, in words.
    """

    course: str
    objects: dict[str, tuple[str, ...]]
    trials: tuple[Trial, ...]
    dead: dict[str, tuple[str, ...]]
    alike: dict[str, tuple[str, ...]]
    mutants: tuple[MutantVerdict, ...]
    stale: dict[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()


def tried(
    stage: str,
    source: Source,
    name: str,
    due: dict[str, Due],
    said: dict[str, Said],
    *,
    is_counted: bool = True,
) -> Trial:
    """The trial that compares verdicts due with verdicts said.

    Args:
        stage: the stage.
        source: where the fault comes from.
        name: what was planted.
        due: right verdicts, in the order of the objects.
        said: given verdicts, for at least those objects.
        is_counted: whether it is settled what is right.
    """
    faults = (Status.INCORRECT, Status.MISSING)
    due_first = next((item for item in due if due[item].status in faults), None)
    said_first = next((item for item in said if said[item].status in faults), None)
    told = tuple(
        Told(item, right.status, said[item].status, said[item].status in right.statuses)
        for item, right in due.items()
    )
    wrong = [
        f"{each.object} is {each.said}, due is {each.due}" for each in told if not each.right
    ]
    verdicts = {
        item: _cause_verdict(right.cause, said[item].cause)
        for item, right in due.items()
        if right.cause is not None and said[item].status in faults
    }
    wrong += [
        f"{item}: cause {said[item].cause or 'not recognised'}, due is {due[item].cause}"
        for item, verdict in verdicts.items()
        if verdict in ("none", "wrong")
    ]
    cause = min(verdicts.values(), key=_WORST_FIRST.index) if verdicts else ""
    return Trial(
        stage, source, name, due_first, said_first, cause, told, tuple(wrong), is_counted
    )


_WORST_FIRST: tuple[CauseVerdict, ...] = ("wrong", "none", "other", "right", "")


def _cause_verdict(due: str, said: str | None) -> CauseVerdict:
    if said is None:
        return "none"
    return "right" if set(due.split("+")) == set(said.split("+")) else "wrong"
