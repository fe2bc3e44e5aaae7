"""`make bench`: times all graders in turn and writes `docs/benchmark.md`, quoted in README."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import own_course, page, rivals, with_nbgrader
from bench.growth import grown
from bench.rounds import timed

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GROUPS: dict[str, tuple[type[rivals.Rival], ...]] = {
    "job": (
        rivals.Floor,
        rivals.Ours,
        rivals.OursFaulty,
        rivals.Fresh,
        rivals.Pytest,
        with_nbgrader.Stock,
        rivals.Otter,
    ),
    "gradebook": (with_nbgrader.Gradebook, with_nbgrader.Stock, with_nbgrader.StockFeedback),
    "course": (own_course.Stages, own_course.StagesFaulty),
    "commands": (own_course.Help, own_course.Check, own_course.GradeOne),
}


def main() -> None:
    """Measure, write, and say where."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10, 100, 1000])
    given = parser.parse_args()
    place = ROOT / "build" / "bench"
    kinds = dict.fromkeys(kind for group in GROUPS.values() for kind in group)
    load = os.getloadavg()[0]
    found = timed([kind(place / kind.__name__) for kind in kinds], given.rounds, _tell)
    growth = grown(place / "class", given.sizes, _tell)
    results: dict[str, Any] = {
        "machine": _machine(load),
        "rounds": given.rounds,
        "groups": {
            name: {kind.name: found[kind.name] for kind in group} for name, group in GROUPS.items()
        },
        "growth": growth,
    }
    (DOCS / "benchmark").mkdir(exist_ok=True)
    page.draw(growth, DOCS / "benchmark" / "growth.svg")
    text = json.dumps(results, indent=1, ensure_ascii=False)
    (DOCS / "benchmark" / "results.json").write_text(text + "\n", encoding="utf-8")
    (DOCS / "benchmark.md").write_text(page.page(results), encoding="utf-8")
    readme = ROOT / "README.md"
    readme.write_text(page.quoted(readme.read_text(encoding="utf-8"), results), encoding="utf-8")
    print(page.summary(results))


def _machine(load: float) -> str:
    """What was measured on, in words."""
    parts = [
        f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()})",
        f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after",
        f"Python {platform.python_version()}",
        *(f"{name} {version(name)}" for name in ("numpy", "nbgrader", "pytest")),
        (ROOT / "bench" / "otter.txt").read_text(encoding="utf-8").split()[0].replace("==", " "),
    ]
    return ", ".join(parts)


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
