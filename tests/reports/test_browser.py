"""The pages in a real browser: axe finds nothing, nothing is fetched, the keyboard reaches all.

Needs node, npm and Chromium. REQUIRE_BROWSER=1, which CI sets, makes their want a failure.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from autograder.reports.class_page import write_class_page
from autograder.reports.html import write_page
from autograder.reports.names import page_name
from autograder.reports.notebook import render_stage
from autograder.reports.plots import plot

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "build" / "browser"
MANY = 250
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def _plots() -> str:
    nan, inf = np.nan, np.inf
    weights = np.array([[[0.25, 0.75, 0.0]] * 3] * 2)
    mask = np.array([[0.0, -inf, -1e9], [0.0, nan, 1.0]])
    terms = np.array([[[2.0, -1.5], [0.25, inf]]])
    drawn = (("heat", weights), ("pattern", mask), ("terms", terms))
    return "".join(plot(draw, "A", "(B, T, T)", [("an example", it)]).html for draw, it in drawn)


def _wanting(reason: str) -> NoReturn:
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def _install_driver() -> None:
    wanted = (HERE / "package.json").read_text("utf-8")
    kept = MODULES / "package.json"
    if not kept.exists() or kept.read_text("utf-8") != wanted:
        kept.unlink(missing_ok=True)
        draft = MODULES / "npm" / "package.json"
        draft.parent.mkdir(exist_ok=True)
        draft.write_text(wanted, "utf-8")
        command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
        done = subprocess.run(
            [*command, "--ignore-scripts"],
            cwd=draft.parent,
            capture_output=True,
            text=True,
            timeout=180,
        )
        if done.returncode:
            _wanting(f"npm install failed: {done.stderr[-500:]}")
        kept.write_text(wanted, "utf-8")


@pytest.fixture(scope="module")
def driver() -> Path:
    """The folder of the installed node modules, kept from run to run."""
    for name in ("node", "npm"):
        if shutil.which(name) is None:
            _wanting(f"{name} is not installed")
    MODULES.mkdir(parents=True, exist_ok=True)
    with (MODULES / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # files of tests run side by side
        _install_driver()
    return MODULES / "npm" / "node_modules"


@pytest.fixture(scope="module")
def told(driver, course, submission, faulty, hostile, tmp_path_factory):
    """What the browser saw of some pages."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        _wanting("Chromium is not installed")
    folder = tmp_path_factory.mktemp("pages")
    results = [submission("ada"), faulty, hostile]
    pages = [write_page(course, result, folder) for result in results]
    many = (submission(f"student {number}") for number in range(MANY))
    pages.append(write_class_page(course, many, folder).rename(folder / "many.html"))
    pages.append(write_class_page(course, results, folder))
    stage = next(stage for stage in faulty.stages if stage.name == "batching")
    fragment = render_stage(course.stages["batching"].objects, stage, own=_plots())
    for name, ground in (("light", "#fff; color: #111"), ("dark", "#1e1e1e; color: #ccc")):
        pages.append(folder / f"notebook-{name}.html")
        pages[-1].write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Notebook</title>'
            f'<meta name="viewport" content="width=device-width">'
            f'<body style="background: {ground}"><main><h1>Notebook</h1>{fragment * 2}</main>',
            "utf-8",
        )
    done = subprocess.run(
        ["node", str(HERE / "browser.cjs"), browser, *map(str, pages)],
        env=os.environ | {"NODE_PATH": str(driver)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_axe_finds_nothing(told):
    found = [(page["file"], page["width"], page["violations"]) for page in told["audits"]]
    assert [item for item in found if item[2]] == []


def test_nothing_is_fetched_and_nothing_refused(told):
    for page in told["audits"]:
        assert page["console"] == []
        assert len(page["requests"]) == 1
        assert page["hit"] is None


def test_a_phone_need_not_scroll_sideways(told):
    assert {page["file"] for page in told["audits"] if page["scrollWidth"] > page["width"]} == set()


def test_dark_is_dark(told):
    grounds = {
        (page["colorScheme"], page["ground"])
        for page in told["audits"]
        if not page["file"].startswith("notebook")
    }
    assert len(grounds) == 2


def test_the_keyboard_walks_the_drawing(told):
    script, plain = told["walks"]["script"], told["walks"]["plain"]
    assert script == {"steps": ["#shapes-shapes", "#shapes-parameter_count"], "open": True}
    assert plain == {"steps": ["#shapes-shapes"], "open": True}


def test_the_table_sorts_and_filters(told):
    table = told["table"]
    assert table["first"][:2] == ["ada", "ben"]
    assert table["byPoints"][0] == "ben"
    assert table["found"] == ["ben"]
    assert table["count"] == "1 of 3 shown"


def test_of_many_students_some_are_laid_out_and_all_are_found(told):
    assert told["many"] == {
        "shown": 200,
        "count": "200 of 250 shown, 250 fit",
        "found": ["student 249"],
        "all": MANY,
        "button": False,
    }


def test_names_stay_on_one_line_on_a_phone(told):
    (page,) = (p for p in told["audits"] if p["file"] == "class.html" and p["width"] == 400)
    lines = [height for name, height in page["names"] if name == "ben"]
    assert len(lines) > 3
    assert max(lines) < 32


def test_the_hostile_page_was_among_them(told, hostile):
    assert page_name(hostile.student) in {page["file"] for page in told["audits"]}
