"""The pages in a real browser: axe finds nothing, nothing is fetched, the keyboard reaches all.

Needs node, npm and Chromium. REQUIRE_BROWSER=1, which CI sets, makes their want a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from autograder.reports.class_page import write_class_page
from autograder.reports.html import write_page
from autograder.reports.names import page_name
from autograder.reports.notebook import render_stage

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "build" / "browser"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def _wanting(reason: str) -> NoReturn:
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def driver() -> Path:
    """The folder of the installed node modules, kept from run to run."""
    for name in ("node", "npm"):
        if shutil.which(name) is None:
            _wanting(f"{name} is not installed")
    wanted = (HERE / "package.json").read_text("utf-8")
    kept = MODULES / "package.json"
    if not kept.exists() or kept.read_text("utf-8") != wanted:
        MODULES.mkdir(parents=True, exist_ok=True)
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
    pages.append(write_class_page(course, results, folder))
    pages.append(folder / "notebook.html")
    stage = next(stage for stage in faulty.stages if stage.name == "batching")
    fragment = render_stage(course.stages["batching"].objects, stage)
    pages[-1].write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Notebook</title>'
        f'<meta name="viewport" content="width=device-width">'
        f"<main><h1>Notebook</h1>{fragment}</main>",
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
        if page["file"] != "notebook.html"
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


def test_the_hostile_page_was_among_them(told, hostile):
    assert page_name(hostile.student) in {page["file"] for page in told["audits"]}
