"""The bench compares like with like, and what is quoted of it is what was measured."""

import json
from pathlib import Path

import pytest

from bench import page, rivals

ROOT = Path(__file__).parent.parent
RESULTS = json.loads((ROOT / "docs" / "benchmark" / "results.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", [rivals.Floor, rivals.Ours, rivals.OursFaulty, rivals.Fresh])
def test_a_grader_is_timed_only_where_it_tells_the_faulty_file_from_the_sound_one(kind, tmp_path):
    made = kind(tmp_path)
    made.prepare()
    assert made.once().wall_s > 0


def test_a_grader_that_passes_a_faulty_file_is_not_timed(tmp_path, monkeypatch):
    monkeypatch.setattr(rivals, "FAULTY", rivals.SOUND)
    for kind in (rivals.Floor, rivals.Fresh):
        with pytest.raises(rivals.FailedError):
            kind(tmp_path).prepare()


def test_readme_quotes_what_was_measured():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("<!-- bench -->\n")[1].split("\n<!-- /bench -->")[0]
    assert shown == page.summary(RESULTS)
    assert page.quoted(readme, RESULTS) == readme


def test_the_page_shows_what_was_measured():
    shown = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    assert shown == page.page(RESULTS)


def test_ratios_are_taken_round_by_round():
    def rival(*cpu_s):
        return {"wall_s": [*cpu_s], "cpu_s": [*cpu_s], "start_s": [0.0] * len(cpu_s)}

    job = {"the floor": rival(0.001, 0.002, 0.004), "this grader": rival(0.002, 0.004, 0.008)}
    absent = {"missing": "not installed"}
    gradebook = {"this grader, --gradebook": rival(1), **dict.fromkeys(page.STOCK, absent)}
    told = page.summary({"groups": {"job": {**job, "pytest": absent}, "gradebook": gradebook}})
    assert told.splitlines()[2:] == [
        "| the floor | 2 (1.5–3) | 2 (1.5–3) | 1 (1–1) |",
        "| this grader | 4 (3–6) | 4 (3–6) | 2 (2–2) |",
    ]
