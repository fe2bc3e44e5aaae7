"""What a stage's trials and mutants come to in numbers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.result import Status
from autograder.selftest.trial import Fate, Findings, MutantVerdict, Source, Trial

SOURCES: tuple[Source, ...] = ("planted", "pair", "submission", "sound")
FATES: tuple[Fate, ...] = ("killed", "equivalent", "survived", "listed")


@dataclass(frozen=True)
class Share:
    """So many of so many are right."""

    right: int
    of: int


@dataclass(frozen=True)
class Counts:
    """What the trials from one source come to.

    Attributes:
        trials: how many there are.
        first: where the first incorrect object is the right one, of all.
        cause: where every cause due is named, of those where one is due. Of two planted at once,
            another known mistake with the very same results counts as well.
        follows: objects said to follow, or held back where nothing could be told, of all that do.
        false_alarms: objects called incorrect or missing that are not.
    """

    trials: int
    first: Share
    cause: Share
    follows: Share
    false_alarms: int


@dataclass(frozen=True)
class StageCounts:
    """One stage in numbers.

    Attributes:
        sources: by where the faults come from; none for a source without trials.
        mutants: by what became of them.
        first_object: trials by the first object due and said; None where there is none.
        statuses: objects of all trials by status due and said.
    """

    sources: dict[Source, Counts]
    mutants: dict[Fate, int]
    first_object: Counter[tuple[str | None, str | None]]
    statuses: Counter[tuple[Status, Status]]


def count_stage(trials: Iterable[Trial], mutants: Iterable[MutantVerdict]) -> StageCounts:
    """The numbers of the trials and mutants given; trials that are not settled are left out."""
    counted = [trial for trial in trials if trial.is_counted]
    fates = Counter(mutant.verdict for mutant in mutants)
    by_source = {
        source: [trial for trial in counted if trial.source == source] for source in SOURCES
    }
    return StageCounts(
        sources={source: _counts(source, found) for source, found in by_source.items() if found},
        mutants={fate: fates[fate] for fate in FATES},
        first_object=Counter((trial.due_first, trial.said_first) for trial in counted),
        statuses=Counter((told.due, told.said) for trial in counted for told in trial.objects),
    )


def is_right(findings: Findings) -> bool:
    """Whether nothing at all is wrong."""
    return not (
        any(trial.wrong for trial in findings.trials if trial.is_counted)
        or any(mutant.verdict == "survived" for mutant in findings.mutants)
        or any(map(any, (findings.dead.values(), findings.alike.values())))
        or any(findings.stale.values())
    )


def _counts(source: Source, trials: list[Trial]) -> Counts:
    named = ("right", "other") if source == "pair" else ("right",)
    asked = [trial.cause for trial in trials if trial.cause]
    follows = [told for trial in trials for told in trial.objects if told.due is Status.FOLLOWS]
    return Counts(
        trials=len(trials),
        first=Share(sum(each.due_first == each.said_first for each in trials), len(trials)),
        cause=Share(sum(cause in named for cause in asked), len(asked)),
        follows=Share(sum(told.right for told in follows), len(follows)),
        false_alarms=sum(trial.false_alarms for trial in trials),
    )
