"""What came of one fault whose right verdict is known. Records only."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from autograder.result import FAULTS, Status

Source = Literal["planted", "pair", "sound", "submission"]

CauseVerdict = Literal["right", "other", "none", "wrong", ""]
"""`other`: another known mistake with the very same results; empty: no cause was due."""


Fate = Literal["killed", "equivalent", "survived", "listed"]
"""`equivalent`: survived, and listed so by the author; `listed`: listed so, but killed."""


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
        due_cause: the cause due at its first incorrect object; None where any is fair.
        said_cause: the cause said there.
        cause: of all the causes due, whether they were named.
        objects: every object that the right verdict speaks of.
        wrong: one sentence for each thing that is not right.
        is_counted: False where the contract does not settle what is right.
    """

    stage: str
    source: Source
    name: str
    due_first: str | None
    said_first: str | None
    due_cause: str | None
    said_cause: str | None
    cause: CauseVerdict
    objects: tuple[Told, ...]
    wrong: tuple[str, ...]
    is_counted: bool = True

    @property
    def false_alarms(self) -> int:
        """Objects called incorrect or missing that are not."""
        return sum(told.said in FAULTS and told.due not in FAULTS for told in self.objects)


@dataclass(frozen=True)
class MutantVerdict:
    """One mutant of a reference, and whether any object was found incorrect.

    Attributes:
        stage: the stage it was tried in.
        function: module and name of the changed function.
        was: the changed lines before.
        becomes: the same lines after.
        verdict: what became of it.
    """

    stage: str
    function: str
    was: str
    becomes: str
    verdict: Fate


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
    due: Mapping[str, Due],
    said: Mapping[str, Said],
    *,
    fair: Container[str] = (),
    is_counted: bool = True,
) -> Trial:
    """The trial that compares verdicts due with verdicts said.

    Args:
        stage: the stage.
        source: where the fault comes from.
        name: what was planted.
        due: right verdicts, in the order of the objects.
        said: given verdicts, for at least those objects, in the same order.
        fair: objects at which another cause than the one due has the very same results.
        is_counted: whether it is settled what is right.
    """
    due_first = next((item for item in due if due[item].status in FAULTS), None)
    told = tuple(
        Told(item, right.status, said[item].status, said[item].status in right.statuses)
        for item, right in due.items()
    )
    causes = {
        item: _cause_verdict(right.cause, said[item].cause, is_fair=item in fair)
        for item, right in due.items()
        if right.cause is not None and {right.status, said[item].status} <= set(FAULTS)
    }
    return Trial(
        stage,
        source,
        name,
        due_first,
        next((item for item in said if said[item].status in FAULTS), None),
        due_first and due[due_first].cause,
        due_first and said[due_first].cause,
        min(causes.values(), key=_WORST_FIRST.index) if causes else "",
        told,
        (*_wrong_statuses(told), *_wrong_causes(causes, due, said)),
        is_counted,
    )


_WORST_FIRST: tuple[CauseVerdict, ...] = ("wrong", "none", "other", "right", "")


def _cause_verdict(due: str, said: str | None, *, is_fair: bool) -> CauseVerdict:
    if said is None:
        return "none"
    if set(due.split("+")) == set(said.split("+")):
        return "right"
    return "other" if is_fair else "wrong"


def _wrong_statuses(told: Iterable[Told]) -> Iterator[str]:
    for each in told:
        if not each.right:
            yield f"{each.object} is {each.said}, due is {each.due}"


def _wrong_causes(
    causes: Mapping[str, CauseVerdict], due: Mapping[str, Due], said: Mapping[str, Said]
) -> Iterator[str]:
    for item, verdict in causes.items():
        if verdict in ("none", "wrong"):
            yield f"{item}: cause {said[item].cause or 'not named'}, due is {due[item].cause}"
