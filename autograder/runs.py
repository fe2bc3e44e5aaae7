"""All calls of one submission's stage, made in workers while the stage's time lasts.

Knows in which order and company calls are made, and what to do when a worker dies. Judges only
whether a call should be made again.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from types import TracebackType
from typing import Any

import numpy as np

from autograder.authoring import Case, Relation
from autograder.compare import numeric
from autograder.course import Call
from autograder.finding import Run
from autograder.limits import Limits
from autograder.outcome import Died, Outcome, Raised, Returned
from autograder.prepared import Prepared
from autograder.reference import Reference
from autograder.values import trimmed, values_by_object
from autograder.words import say
from autograder.worker.launch import Launcher
from autograder.worker.request import Request
from autograder.worker.session import Session

MAX_OTHERS = 5
"""Cases besides a wrong one that a new worker is asked too: what has few values may come twice."""

MAX_PROBES = 3
"""How often two new workers are compared: what is random may come twice by chance."""

MAX_DEATHS = 3
"""Dead workers of one call after which the rest of its cases is left out."""

MIN_CASES = 3
"""Cases that a slow function is called on whatever its share of the stage's time."""


class Runner:
    """One submission's file in a worker, and in new ones where a worker dies.

    Args:
        launcher: starts workers.
        prepared: the calls of the course's cases.
        reference: the stage's cases.
        source: the student's file.
        limits: of the stage and its calls.
    """

    def __init__(
        self,
        launcher: Launcher,
        prepared: Prepared,
        reference: Reference,
        source: bytes,
        limits: Limits,
    ) -> None:
        self._launcher = launcher
        self._prepared = prepared
        self._reference = reference
        self._stage = reference.stage
        self._source = source
        self._limits = limits
        self._began = time.monotonic()
        self._spent_cpu_s = 0.0
        self._started = 0
        self._waiting = len(self._stage.calls)
        self._asked: dict[tuple[Any, ...], Outcome] = {}
        self._dead: set[str] = set()
        self.error: str | None = None
        # what is likely to be asked goes along at once: a worker that need not wait costs less
        ahead = [request for call in self._stage.calls for request in self._foreseen(call)]
        self._session = self._launch(limits, ahead)
        self.loaded = self._session.loaded

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session.close()

    @property
    def is_unhurried(self) -> bool:
        """Whether no clock had a say so far: all of it fits into one call's share of the time."""
        return self._used_s() * len(self._stage.calls) <= self._limits.stage_cpu_s

    def runs(self) -> dict[str, Run]:
        """What came of every call of the stage on its cases and relations, by function.

        What is wrong or changes is called in new workers, where nothing came before. Where that
        changes a result, the code keeps something from call to call, and the results of the new
        workers are the ones its objects are judged by.
        """
        runs = {call.function: self._run(call) for call in self._stage.calls}
        wrong = {
            name: _wrong(self._reference, run)
            for name, run in runs.items()
            if run.repeated and name not in self._dead
        }
        steady = [runs[name] for name in wrong if wrong[name] and not runs[name].unstable]
        alike = self._alike_afresh([(run, wrong[run.call.function]) for run in steady])
        for name, places in wrong.items():
            if runs[name].unstable or (places and name not in alike):
                runs[name] = self._settle(runs[name], places)
        if any(run.unstable for run in runs.values()):
            self._session.close()  # what it keeps is not to answer `ask`
        return runs

    def _run(self, call: Call) -> Run:
        """Calls one function, on some cases twice.

        A slow function is called less often, so that those after it have their share of time.
        """
        cases, relations = self._reference.cases(call), self._reference.relations(call)
        until_s = self._used_s() + self._left_s() / max(self._waiting, 1)
        self._waiting -= 1
        outcomes = self._call_all(call, (*cases, *relations), until_s)
        run = Run(
            call=call,
            cases=cases,
            outcomes=outcomes[: len(cases)],
            relations=relations,
            related=outcomes[len(cases) :],
        )
        if all(outcome is None for outcome in run.outcomes):
            self.error = self.error or say("error.no_time")
        if _is_shared(call) or self._used_s() > until_s:
            return run
        return self._repeat(run)

    def ask(self, function: str, args: tuple[Any, ...]) -> Outcome:
        """One of the student's own functions, asked once for each set of arguments."""
        key = (function, *(_fingerprint(arg) for arg in args))
        if key not in self._asked:
            call = next(call for call in self._stage.calls if call.function == function)
            outcome: Outcome | None = None
            if function not in self._dead:
                (outcome,) = self._calls(call, [self._prepared.other(call, args, {})])
            self._asked[key] = outcome or Died("time_out", "was left out: it ended the worker")
        return self._asked[key]

    def _call_all(
        self, call: Call, cases: tuple[Case | Relation, ...], until_s: float
    ) -> tuple[Outcome | None, ...]:
        outcomes: list[Outcome | None] = []
        deaths = 0
        with closing(self._calls(call, self._requests(call, cases))) as coming:
            for outcome in coming:
                outcomes.append(outcome)
                if isinstance(outcome, Died):
                    deaths += 1
                    slow = outcome.cause == "time_out" and not _is_shared(call)
                    if slow or deaths >= MAX_DEATHS:
                        self._dead.add(call.function)
                late = len(outcomes) >= MIN_CASES and self._used_s() > until_s
                if call.function in self._dead or late:
                    break
        return (*outcomes, *[None] * (len(cases) - len(outcomes)))

    def _foreseen(self, call: Call) -> list[Request]:
        """What `_run` asks a function that answers."""
        cases, relations = self._reference.cases(call), self._reference.relations(call)
        again = () if _is_shared(call) else _last_and_first(_main(cases))
        return self._requests(call, (*cases, *relations, *(cases[k] for k in again)))

    def _requests(self, call: Call, cases: Sequence[Case | Relation]) -> list[Request]:
        return [self._prepared.request(call, case) for case in cases]

    def _calls(self, call: Call, requests: Sequence[Request]) -> Generator[Outcome | None]:
        """What comes of each call, in order; None from where the stage's time is over."""
        done = 0
        while done < len(requests):
            if not self._session.alive and not self._restart():
                yield from [None] * (len(requests) - done)
                return
            for outcome in self._session.call_all(requests[done:]):
                done += 1
                yield self._settled(call, requests[done - 1], outcome)

    def _settled(self, call: Call, request: Request, outcome: Outcome) -> Outcome | None:
        """An outcome as it is kept; None for a death that all calls together are to blame for."""
        if isinstance(outcome, Died):
            if self._remaining() is None:
                return None
            self.error = self.error or f"{call.function} {outcome.detail}"
        return trimmed(outcome, request.args, request.kwargs)

    def _repeat(self, run: Run) -> Run:
        """Calls the last and the first case once more, so that other calls lie between."""
        places = _last_and_first(_answered(run))
        requests = self._requests(run.call, [run.cases[k] for k in places])
        outcomes = zip(places, self._calls(run.call, requests), strict=True)
        repeated = {k: outcome for k, outcome in outcomes if outcome is not None}
        unstable = tuple(k for k in sorted(repeated) if not _same(run.outcomes[k], repeated[k]))
        return replace(run, repeated=repeated, unstable=unstable)

    def _alike_afresh(self, suspects: Sequence[tuple[Run, list[int]]]) -> set[str]:
        """Functions that give the same once more in a new worker, where the last is asked first."""
        asked = [(run, k) for run, wrong in reversed(suspects) for k in _probes(run, wrong)]
        got = self._afresh(asked)
        changed = {
            run.call.function
            for run, k in asked
            if not _same(got.get((run.call.function, k)), run.outcomes[k])
        }
        return {run.call.function for run, _ in suspects} - changed

    def _settle(self, run: Run, wrong: list[int]) -> Run:
        """What is to be judged of a function that may keep something from call to call."""
        unstable, repeated = {*run.unstable}, {**run.repeated}
        if not unstable:
            asked = [(run, k) for k in _probes(run, wrong)]
            changed = {
                k: outcome
                for (_, k), outcome in self._afresh(asked).items()
                if not _same(outcome, run.outcomes[k])
            }
            if not changed:
                return run
            unstable, repeated = {*changed}, {**repeated, **changed}
        probes = sorted(unstable) * MAX_PROBES
        random = any(not self._same_afresh(run, k) for k in probes[:MAX_PROBES])
        outcomes = list(run.outcomes)
        for k in wrong:
            first = self._fresh(run, k)
            if first is not None and not _same(first, outcomes[k]):
                repeated[k] = outcomes[k] or first  # what it gave after other calls
                outcomes[k] = first
                unstable.add(k)
        return replace(
            run,
            outcomes=tuple(outcomes),
            repeated=repeated,
            unstable=tuple(sorted(unstable)),
            random=random,
        )

    def _same_afresh(self, run: Run, k: int) -> bool:
        """Whether two new workers give the same; what is drawn at random seldom does."""
        one, other = self._fresh(run, k), self._fresh(run, k)
        return one is None or other is None or _same(one, other)

    def _fresh(self, run: Run, k: int) -> Outcome | None:
        """What a case gives in a worker that was asked nothing before; None: there is no time."""
        return self._afresh([(run, k)]).get((run.call.function, k))

    def _afresh(self, asked: Sequence[tuple[Run, int]]) -> dict[tuple[str, int], Outcome]:
        """What cases give in a new worker, in this order, while there is time and it lives."""
        remaining = self._remaining()
        if not asked or remaining is None:
            return {}
        requests = [self._prepared.request(run.call, run.cases[k]) for run, k in asked]
        with self._launch(remaining, requests) as session:
            loads = isinstance(session.loaded, Returned)
            outcomes = list(session.call_all(requests)) if loads else []
        self._session.spend(session.cpu_s, session.wall_s)  # the stage's time is that of both
        found: dict[tuple[str, int], Outcome] = {}
        for (run, k), request, outcome in zip(asked, requests, outcomes, strict=False):
            settled = self._settled(run.call, request, outcome)
            if settled is not None and not (found and isinstance(settled, Died)):
                found[run.call.function, k] = settled
        return found

    def _used_s(self) -> float:
        """The share of the stage's time that is used, as seconds of CPU."""
        limits = self._limits
        wall = (time.monotonic() - self._began) / limits.stage_wall_s
        cpu = (self._spent_cpu_s + self._session.cpu_s) / limits.stage_cpu_s
        return max(wall, cpu) * limits.stage_cpu_s

    def _left_s(self) -> float:
        return max(0.0, self._limits.stage_cpu_s - self._used_s())

    def _remaining(self) -> Limits | None:
        """What is left of the stage's time, or None."""
        wall = self._limits.stage_wall_s - (time.monotonic() - self._began)
        cpu = self._limits.stage_cpu_s - self._spent_cpu_s - self._session.cpu_s
        if wall <= 0 or cpu <= 0:
            return None
        return replace(self._limits, stage_cpu_s=cpu, stage_wall_s=wall)

    def _restart(self) -> bool:
        remaining = self._remaining()
        if remaining is None:
            return False
        self._spent_cpu_s += self._session.cpu_s
        self._session.close()
        self._session = self._launch(remaining, ())
        return self._session.alive and isinstance(self._session.loaded, Returned)

    def _launch(self, limits: Limits, ahead: Sequence[Request]) -> Session:
        # Another seed in each: what is drawn at random shows as such, and the same every time.
        self._started += 1
        return self._launcher.session(
            self._source, self._stage.name, self._stage.file, limits, self._started, ahead
        )


def _is_shared(call: Call) -> bool:
    """Whether a call's marks go by share: it asks much, and each answer stands alone."""
    return any("share" in item.check for item in call.objects)


def _main(cases: Sequence[Case]) -> list[int]:
    return [k for k, case in enumerate(cases) if case.group == "main"]


def _answered(run: Run) -> list[int]:
    """Places of the main cases that gave something."""
    return [k for k in _main(run.cases) if isinstance(run.outcomes[k], (Returned, Raised))]


def _probes(run: Run, wrong: Sequence[int]) -> list[int]:
    """Places that a new worker is asked: a wrong one first, as nothing was before it.

    The last of those that returned, if any did: an exception may hide what is kept.
    """
    first = max(wrong, key=lambda k: (isinstance(run.outcomes[k], Returned), k))
    return [first, *[k for k in _answered(run) if k != first][:MAX_OTHERS]]


def _last_and_first(places: Sequence[int]) -> list[int]:
    return [places[-1], places[0]] if len(places) > 1 else list(places)


def _is_right(reference: Reference, run: Run) -> bool:
    """Whether every main case gave the right values: told soon of most submissions."""
    call = run.call
    main = _main(run.cases)
    due = [reference.expected(call, run.cases[k]) for k in main]
    got = [values_by_object(call.returns, call.made, run.outcomes[k], call.order) for k in main]
    return None not in got and all(
        reference.comparison(item).agree(
            [
                (right[item.name], (values or {}).get(item.name), None)
                for right, values in zip(due, got, strict=True)
            ]
        )
        for item in call.made
    )


def _wrong(reference: Reference, run: Run) -> list[int]:
    """Places of the cases that went wrong."""
    if _is_right(reference, run):
        return []
    return [k for k in range(len(run.cases)) if _is_wrong(reference, run, k)]


def _is_wrong(reference: Reference, run: Run, k: int) -> bool:
    """Whether what came back on a case is anything but right, by values alone."""
    case, outcome = run.cases[k], run.outcomes[k]
    if case.group != "main" or not isinstance(outcome, (Returned, Raised)):
        return False
    expected = reference.expected(run.call, case)
    if any(isinstance(due, Exception) for due in expected.values()):
        return isinstance(outcome, Returned)
    if isinstance(outcome, Raised):
        return True
    call = run.call
    values = values_by_object(call.returns, call.made, outcome, call.order) or {}
    return any(
        reference.comparison(item).difference(expected[item.name], values.get(item.name))
        for item in call.made
    )


def _same(one: Outcome | None, other: Outcome | None) -> bool:
    """Whether two outcomes of the same call are alike, values to rounding."""
    if one is other:
        return True
    if isinstance(one, Returned) and isinstance(other, Returned):
        return _same_value(one.value, other.value)
    if isinstance(one, Raised) and isinstance(other, Raised):
        return one.kind == other.kind
    return type(one) is type(other)


def _same_value(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same_value(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(map(_same_value, one, other))
    first, second = numeric(one), numeric(other)
    if first is None or second is None:
        return type(one) is type(other) and (isinstance(one, np.ndarray) or one == other)
    if first.shape != second.shape:
        return False
    if np.array_equal(first, second):
        return True
    return bool(np.allclose(first, second, rtol=1e-6, atol=1e-9, equal_nan=True))


def _fingerprint(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    return value
