"""What was measured, as tables and a picture. Everything that README quotes is made here."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

FLOOR, OURS = "the floor", "this grader"
STOCK = ("nbgrader autograde", "nbgrader generate_feedback")
GRADEBOOK = "this grader, --gradebook"
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"

PAGE = """# How fast it is

`make bench` measures what stands here, and writes this page. Graders are timed in turn, round after
round ({rounds} here), on the same submissions: a small job of 4 functions with 3 checks each
(`bench/course`). Every grader must give the sound file full marks and find out the faulty one
before it is timed. Numbers are medians, with the middle half of the rounds in brackets; ratios are
taken round by round. CPU time is that of all processes of a grader, user and system. Where others
use the machine too, and the load is above the number of cores, it says more than wall time.

Measured on: {machine}.

## One submission of the small job

{job}

*The floor* is the least that can be done: a warm process forks, the fork runs the student's
functions and sends arrays over a pipe, the parent compares them. It isolates, explains and repeats
nothing. *This grader* has all isolation on, calls every function on two cases once more to see
whether it keeps state, and gives a verdict an object; it is timed in a warm process, as in a class.

## Marks, notebooks and feedback pages

{gradebook}

The first does the work of the other two: marks in the gradebook, autograded notebooks, feedback
pages. What a run takes besides, whatever the class, is its start.

## The whole course

{course}

## Commands

{commands}

## The size of a class

`autograder grade` on all cores, from start to end, on the small job with every second submission
faulty. Memory is that of the grader's own process, without those that it starts.

{growth}

![Time a submission and memory of the grader by the size of the class](benchmark/growth.svg)
"""


def page(results: dict[str, Any]) -> str:
    """The page `docs/benchmark.md`."""
    groups = results["groups"]
    stock = _summed([groups["gradebook"][name] for name in STOCK])
    gradebook = {**groups["gradebook"], "the two together": stock}
    return PAGE.format(
        rounds=results["rounds"],
        machine=results["machine"],
        job=_table(groups["job"], FLOOR),
        gradebook=_table(gradebook, GRADEBOOK),
        course=_table(groups["course"]),
        commands=_table(groups["commands"]),
        growth=growth_table(results["growth"]),
    )


def summary(results: dict[str, Any]) -> str:
    """The few lines that README quotes."""
    job, gradebook = results["groups"]["job"], results["groups"]["gradebook"]
    lines = [
        "| one submission, 4 functions, 12 checks | wall ms | CPU ms | CPU, times the floor |",
        "|---|---|---|---|",
    ]
    for name, rival in job.items():
        if "missing" not in rival:
            times = _times(rival, job[FLOOR], "cpu_s")
            row = [name, _ms(rival["wall_s"]), _ms(rival["cpu_s"]), times]
            lines.append(f"| {' | '.join(row)} |")
    stock = _summed([gradebook[name] for name in STOCK])
    if "missing" not in stock:
        lines.append("")
        ours = gradebook[GRADEBOOK]
        lines.append(
            f"Marks, notebooks and feedback pages by `--gradebook`: {_ms(ours['wall_s'])} ms a "
            f"student, {_ms(ours['cpu_s'])} of them CPU. nbgrader's two commands take "
            f"{_times(stock, ours, 'wall_s')} times as long, {_times(stock, ours, 'cpu_s')} times "
            f"the CPU."
        )
    return "\n".join(lines)


def quoted(readme: str, results: dict[str, Any]) -> str:
    """README with the summary at its place."""
    before, _, rest = readme.partition(BEGIN)
    return f"{before}{BEGIN}\n{summary(results)}\n{END}{rest.partition(END)[2]}"


def growth_table(growth: Iterable[dict[str, Any]]) -> str:
    """The growth curve as a table."""
    lines = ["| submissions | ms a submission | memory, MB |", "|---|---|---|"]
    lines += [
        f"| {each['submissions']:,} | {1000 * each['wall_s'] / each['submissions']:.1f} "
        f"| {each['rss_mb']:.0f} |"
        for each in growth
    ]
    return "\n".join(lines)


def draw(growth: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw the growth curve into an SVG file."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "growth"
    from matplotlib import pyplot as plt

    sizes = [each["submissions"] for each in growth]
    figure, (time_s, memory) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    time_s.plot(sizes, [1000 * each["wall_s"] / each["submissions"] for each in growth], "o-")
    time_s.set(ylabel="ms a submission, start included")
    memory.plot(sizes, [each["rss_mb"] for each in growth], "o-")
    memory.set(ylabel="memory of the grader, MB")
    for axes in (time_s, memory):
        axes.set(xscale="log", xlabel="submissions", ylim=(0, None))
        axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _table(group: dict[str, Any], against: str | None = None) -> str:
    starts = any(max(rival.get("start_s", [0])) > 0 for rival in group.values())
    head = ["", "wall ms", "CPU ms"]
    head += [f"wall, times {against}", "CPU, times the same"] if against else []
    head += ["start, wall s"] if starts else []
    rows = [head, ["---"] * len(head)]
    for name, rival in group.items():
        if "missing" in rival:
            rows.append([name, f"not measured: {rival['missing']}", *[""] * (len(head) - 2)])
            continue
        row = [name, _ms(rival["wall_s"]), _ms(rival["cpu_s"])]
        row += [_times(rival, group[against], key) for key in ("wall_s", "cpu_s") if against]
        row += [_start(rival["start_s"])] if starts else []
        rows.append(row)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _start(seconds: Sequence[float]) -> str:
    return _spread(seconds) if max(seconds) > 0 else ""


def _summed(rivals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What several take one after the other."""
    if any("missing" in rival for rival in rivals):
        return rivals[0]
    return {
        key: [sum(parts) for parts in zip(*(rival[key] for rival in rivals), strict=True)]
        for key in ("wall_s", "cpu_s", "start_s")
    }


def _times(rival: dict[str, Any], other: dict[str, Any], key: str) -> str:
    pairs = zip(rival[key], other[key], strict=True)
    return _spread([mine / theirs for mine, theirs in pairs if theirs > 0])


def _ms(seconds: Sequence[float]) -> str:
    return _spread([1000 * each for each in seconds])


def _spread(values: Sequence[float]) -> str:
    """The median, and in brackets the middle half."""
    if len(values) < 2:
        return _short(values[0])
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return " ".join((_short(middle), f"({_short(low)}–{_short(high)})"))


def _short(value: float) -> str:
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"
