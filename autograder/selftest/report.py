"""The self-test's findings for a terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from autograder.reports.terminal import MARKS, Terminal
from autograder.result import Status
from autograder.selftest.counts import Counts, Share, StageCounts, count_stage, is_right
from autograder.selftest.trial import Findings, Trial

SHOWN = 30
"""Things that are not right which the terminal lists for one stage and kind; JSON has them all."""

CELL = 6
WORDS = {
    "planted": "planted alone",
    "pair": "two at once",
    "submission": "submissions",
    "sound": "sound",
}


def write_terminal(findings: Findings, terminal: Terminal, width: int) -> None:
    """The findings for people: numbers, confusion matrices, and the list of what is not right.

    Args:
        findings: what was found.
        terminal: where to.
        width: columns that a matrix may take.
    """
    counts = {stage: _stage_counts(findings, stage) for stage in findings.objects}
    terminal.write(terminal.paint(f"Self-test of {findings.course}", "1"))
    _numbers(findings, counts, terminal)
    for stage, counted in counts.items():
        terminal.write()
        terminal.write(terminal.paint(stage, "1") + "  first incorrect object: due, by said")
        for line in _first_objects(findings.objects[stage], counted, width):
            terminal.write(line)
        for line in _statuses(counted):
            terminal.write(line)
    _not_right(findings, terminal)
    for note in findings.notes:
        terminal.wrapped(f"note: {note}")


def render_json(findings: Findings) -> str:
    """The findings as one JSON document, keys in a fixed order."""
    document = {
        "course": findings.course,
        "right": is_right(findings),
        "stages": {stage: _stage_document(findings, stage) for stage in findings.objects},
        "notes": list(findings.notes),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write_json(findings: Findings, path: Path) -> None:
    """Writes `render_json` to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_json(findings), encoding="utf-8")


def _stage_counts(findings: Findings, stage: str) -> StageCounts:
    return count_stage(
        (trial for trial in findings.trials if trial.stage == stage),
        (mutant for mutant in findings.mutants if mutant.stage == stage),
    )


# For a terminal


def _numbers(findings: Findings, counts: dict[str, StageCounts], terminal: Terminal) -> None:
    wide = max(map(len, (*counts, "all stages")))
    terminal.write(
        f"{'':{wide}}  {'':13} {'trials':>7} {'first':>7} {'cause':>7} {'follows':>7} "
        f"{'false alarms':>13}"
    )
    everything = count_stage(findings.trials, findings.mutants)
    for stage, counted in (*counts.items(), ("all stages", everything)):
        label = stage
        for source, found in counted.sources.items():
            terminal.write(f"{label:{wide}}  {WORDS[source]:13} {_row(found)}")
            label = ""
        told = ", ".join(f"{number} {fate}" for fate, number in counted.mutants.items() if number)
        terminal.write(f"{label:{wide}}  {'mutants':13} {told or 'none'}")


def _row(counts: Counts) -> str:
    shares = " ".join(f"{_percent(s):>7}" for s in (counts.first, counts.cause, counts.follows))
    return f"{counts.trials:>7} {shares} {counts.false_alarms:>13}"


def _percent(share: Share) -> str:
    if share.of == 0:
        return "–"
    percent = 100 * share.right / share.of
    # a share that is not whole never looks so
    return "100 %" if share.right == share.of else f"{min(percent, 99.9):.1f} %"


def _first_objects(objects: Sequence[str], counts: StageCounts, width: int) -> Iterator[str]:
    """Rows: the object where the fault is; columns: the object that was named, by number."""
    wide = max(map(len, (*objects, "none"))) + 3
    names: list[str | None] = [*objects, None]
    columns = max(1, (width - wide - 2) // CELL)
    for start in range(0, len(names), columns):
        block = names[start : start + columns]
        heads = "".join(f"{_number(objects, name):>{CELL}}" for name in block)
        yield f"  {'':{wide}}{heads}"
        for row in names:
            cells = [counts.first_object[row, name] for name in block]
            label = "none" if row is None else f"{_number(objects, row)} {row}"
            yield f"  {label:{wide}}" + "".join(f"{cell or '·':>{CELL}}" for cell in cells)


def _number(objects: Sequence[str], name: str | None) -> str:
    return "none" if name is None else str(objects.index(name) + 1)


def _statuses(counts: StageCounts) -> Iterator[str]:
    """Rows: the status due; columns: the status said, over all objects of all trials."""
    heads = "".join(f"{MARKS[status][0]:>8}" for status in Status)
    yield f"  {'status due, by said':22}{heads}"
    for due in Status:
        cells = [counts.statuses[due, said] for said in Status]
        if any(cells):
            label = f"{MARKS[due][0]} {due}"
            yield f"  {label:22}" + "".join(f"{cell or '·':>8}" for cell in cells)


def _not_right(findings: Findings, terminal: Terminal) -> None:
    terminal.write()
    if is_right(findings):
        terminal.write(terminal.paint("nothing is wrong", "32"))
    for stage in findings.objects:
        for title, lines in _complaints(findings, stage):
            if lines:
                terminal.write(terminal.paint(f"{stage}: {title}", "31;1"))
            for line in lines[:SHOWN]:
                terminal.wrapped(line, "  ")
            if len(lines) > SHOWN:
                terminal.write(f"  and {len(lines) - SHOWN} more; --json FILE has them all")


def _complaints(findings: Findings, stage: str) -> Iterator[tuple[str, list[str]]]:
    trials = [trial for trial in findings.trials if trial.stage == stage and trial.wrong]
    yield "not right", [_sentence(trial) for trial in trials if trial.is_counted]
    yield "not settled by the contract", [_sentence(each) for each in trials if not each.is_counted]
    yield "misconceptions that no case shows", list(findings.dead[stage])
    yield "causes that no case tells apart", list(findings.alike[stage])
    survived = [
        f"{mutant.function}: {_inline(mutant.was)} became {_inline(mutant.becomes)}"
        for mutant in findings.mutants
        if mutant.stage == stage and mutant.verdict == "survived"
    ]
    yield "mutants that no object notices", survived
    yield "listed as equivalent, but killed or gone", list(findings.stale[stage])


def _sentence(trial: Trial) -> str:
    return f"{trial.name}: {'; '.join(trial.wrong)}"


def _inline(code: str) -> str:
    return "`" + code.replace("\n", " ⏎ ") + "`" if code else "nothing"


# As JSON


def _stage_document(findings: Findings, stage: str) -> dict[str, Any]:
    counts = _stage_counts(findings, stage)
    trials = [trial for trial in findings.trials if trial.stage == stage]
    return {
        "sources": {source: _counts_document(found) for source, found in counts.sources.items()},
        "mutants": counts.mutants,
        "first_object": _nested(counts.first_object.items()),
        "statuses": _nested(counts.statuses.items()),
        "wrong": [_trial_document(each) for each in trials if each.wrong and each.is_counted],
        "not_settled": [
            _trial_document(each) for each in trials if each.wrong and not each.is_counted
        ],
        "dead": list(findings.dead[stage]),
        "alike": list(findings.alike[stage]),
        "survived": [
            {"function": mutant.function, "was": mutant.was, "becomes": mutant.becomes}
            for mutant in findings.mutants
            if mutant.stage == stage and mutant.verdict == "survived"
        ],
        "stale_equivalents": list(findings.stale[stage]),
    }


def _counts_document(counts: Counts) -> dict[str, Any]:
    return {
        "trials": counts.trials,
        "first_right": counts.first.right,
        "causes": counts.cause.of,
        "causes_right": counts.cause.right,
        "follows": counts.follows.of,
        "follows_right": counts.follows.right,
        "false_alarms": counts.false_alarms,
    }


def _nested(cells: Iterable[tuple[tuple[str | None, str | None], int]]) -> dict[str, Any]:
    made: dict[str, dict[str, int]] = {}
    for (due, said), number in sorted(cells, key=lambda cell: [str(name) for name in cell[0]]):
        made.setdefault(str(due or "none"), {})[str(said or "none")] = number
    return made


def _trial_document(trial: Trial) -> dict[str, Any]:
    return {
        "source": trial.source,
        "name": trial.name,
        "due_first": trial.due_first,
        "said_first": trial.said_first,
        "due_cause": trial.due_cause,
        "said_cause": trial.said_cause,
        "wrong": list(trial.wrong),
    }
