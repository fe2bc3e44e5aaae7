"""A check cell's output in VS Code: drawn in each theme, reached by keyboard, and as plain text.

Outputs are saved by a kernel first: VS Code draws saved and new ones alike. `make vscode` installs
it; CODE_SERVER names another, or it is on PATH. REQUIRE_VSCODE=1 makes its want a failure.
Pictures are left in `build/browser/vscode/`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from ..reports.test_browser import BROWSERS, driver  # noqa: F401 - driver is a fixture
from ..serving import free_port, serving

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FAULTY = ROOT / "tests" / "submissions" / "faulty" / "batching_a_axis_queries"
INSTALLED = ROOT / "build" / "vscode" / "code-server"
PICTURES = ROOT / "build" / "browser" / "vscode"
QUIET = {
    "workbench.startupEditor": "none",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "workbench.enableExperiments": False,
    "window.autoDetectColorScheme": False,
    "window.autoDetectHighContrast": False,
}
CELLS = ("from autograder.notebook import check", 'check("Q")', 'check("A")', 'check("M")')


def _wanting(reason: str) -> NoReturn:
    if os.environ.get("REQUIRE_VSCODE") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def code_server() -> str:
    """The command that starts VS Code."""
    found = os.environ.get("CODE_SERVER") or shutil.which("code-server")
    if not found and INSTALLED.exists():
        found = str(INSTALLED)
    return found or _wanting("code-server is not installed (`make vscode`)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A student's folder with weights normalised over the queries, its check cells run."""
    made = tmp_path_factory.mktemp("student") / "batching"
    shutil.copytree(ROOT / "assignments" / "batching", made)
    shutil.copy(FAULTY / "batching" / "batching.py", made)
    path = made / "batching.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"] = [c for c in notebook["cells"] if "".join(c["source"]).strip() in CELLS]
    assert len(notebook["cells"]) == len(CELLS)
    path.write_text(json.dumps(notebook), "utf-8")
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    subprocess.run(
        [*command, "--allow-errors", path.name], cwd=made, check=True, capture_output=True
    )
    return made


@pytest.fixture(scope="module")
def told(code_server, driver, folder, tmp_path_factory):  # noqa: F811 - a fixture
    """What was seen in VS Code."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        _wanting("Chromium is not installed")
    home = tmp_path_factory.mktemp("vscode")
    settings = home / "data" / "User" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(QUIET), "utf-8")
    pictures = home / "pictures"
    pictures.mkdir()
    address = f"127.0.0.1:{free_port()}"
    options = ["--auth=none", f"--bind-addr={address}", f"--user-data-dir={home / 'data'}"]
    options += [f"--extensions-dir={home / 'extensions'}", "--disable-workspace-trust"]
    options += ["--disable-telemetry", "--disable-update-check", "--ignore-last-opened"]
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    env["EXTENSIONS_GALLERY"] = "{}"  # nothing is asked of a marketplace
    log = home / "log"
    with serving([code_server, *options], f"http://{address}/healthz", log, env, home):
        seen = (f"http://{address}", folder, pictures)
        done = subprocess.run(
            ["node", str(HERE / "vscode.cjs"), browser, *map(str, seen)],
            env=os.environ | {"NODE_PATH": str(driver)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    shutil.copytree(pictures, PICTURES, dirs_exist_ok=True)
    assert done.returncode == 0, f"{done.stderr}\n{log.read_text()[-3000:]}"
    return json.loads(done.stdout)


def test_the_first_incorrect_object_leads_in_every_theme(told):
    assert len({look["ink"] for look in told["looks"]}) == 4
    for look in told["looks"]:
        assert look["verdict"].startswith("First incorrect object: A")


def test_the_picture_shows_every_object_in_a_narrow_window_too(told):
    for look in told["looks"]:
        assert set(look["nodes"]) == {"Q", "K", "V", "S", "M", "A", "H", "Y", "batch"}
        assert look["cut"] == 0


def test_the_students_own_arrays_are_plotted(told):
    for look in told["looks"]:
        assert "Your own A on public examples" in look["all"]
        assert "Your own M on public examples" in look["all"]
        assert "−∞" in look["all"].split("Your own M")[1]


def test_axe_finds_nothing(told):
    found = [(look["theme"], look["width"], look["violations"]) for look in told["looks"]]
    assert [item for item in found if item[2]] == []


def test_no_row_is_tinted_but_by_its_values(told):
    assert {look["tinted"] for look in told["looks"]} == {0}


def test_the_keyboard_reaches_what_is_folded_and_the_next_object(told):
    walk = told["walk"]
    assert walk["steps"][0].startswith("First incorrect object: A")
    assert walk["steps"][-1] == "The rest of the array"
    assert walk["opened"]
    assert "M correct" in walk["next"]
    assert "0 where the key is real and, if causal, not after the query" in walk["next"]


def test_plain_text_is_there_to_choose_and_fits(told):
    text = " ".join(told["plain"]["text"].split())
    assert text.startswith("First incorrect object: A")
    assert "A incorrect" in text
    assert "first row sums to 1.407" in text
    assert not told["plain"]["cut"]
