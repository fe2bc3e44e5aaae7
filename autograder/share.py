"""The verdict on an object whose marks go by the share of right answers.

What the best constant answer gets earns nothing; an answer that cannot be had is a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.course import Object
from autograder.finding import Finding, Run
from autograder.outcome import Died, Raised
from autograder.result import Status
from autograder.upstream import Upstream
from autograder.words import say

MAX_KINDS = 6
"""Missed kinds that a message lists: the first ones to look at."""


def judge_share(run: Run, upstream: Upstream, item: Object) -> Finding:
    """The finding on `item`: correct where every answer is right.

    Args:
        run: what came of the call; each case has its answer.
        upstream: the call's values.
        item: the object.
    """
    due = [upstream.expected(item.name, k) for k in range(len(run.cases))]
    right = [
        k
        for k in range(len(due))
        if upstream.got[k] is not None and upstream.difference(item, k) is None
    ]
    if len(right) == len(due):
        return Finding(item, Status.CORRECT, "right")
    constant = max(due.count(answer) for answer in due) / len(due)
    share = max(0.0, (len(right) / len(due) - constant) / (1 - constant))
    failed = next((o for o in run.outcomes if isinstance(o, (Raised, Died))), None)
    cause = failed.cause if isinstance(failed, Died) else "exception" if failed else None
    return Finding(
        item,
        Status.INCORRECT,
        "share",
        cause=cause if not right else None,
        outcome=failed,
        share=share,
        notes=tuple(_notes(run, upstream, item, right)),
    )


def _notes(run: Run, upstream: Upstream, item: Object, right: Sequence[int]) -> Iterator[str]:
    yield say("note.answers_right", count=len(right), total=len(run.cases))
    wrong = [k for k in range(len(run.cases)) if k not in right]
    silent = [k for k in wrong if upstream.got[k] is None]
    alarms = [k for k in wrong if upstream.expected(item.name, k) is None and k not in silent]
    missed = (run.cases[k].kind for k in wrong if k not in alarms and k not in silent)
    kinds = [kind for kind in dict.fromkeys(missed) if kind]
    if alarms:
        yield say("note.false_alarms", count=len(alarms))
    if silent:
        yield say("note.no_answer", count=len(silent))
    if len(kinds) > MAX_KINDS:
        told = ", ".join(kinds[:MAX_KINDS])
        yield say("note.missed_more_kinds", kinds=told, more=len(kinds) - MAX_KINDS)
    elif kinds:
        yield say("note.missed_kinds", kinds=", ".join(kinds))
