"""Every command of docs/nbgrader.md, in its order, with the output that the page shows."""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
from pathlib import Path

import pytest

from .accounts import ROOT, student, team

DEMO = ROOT / "tests" / "submissions" / "demo"
PAGE = (ROOT / "docs" / "nbgrader.md").read_text(encoding="utf-8")
LEFT_OUT = "…"
PIECE = re.compile(r"^```console\n(?P<block>.*?)^```$|^<!-- (?P<note>.*?) -->$", re.M | re.S)
VARIES = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC"), "<time>"),
    (re.compile(r"\d+ (bytes|kB)"), r"<size> \1"),
)


def steps():
    """Notes, and commands as (who, command, lines shown), in the order of the page."""
    for piece in PIECE.finditer(PAGE):
        if piece["note"]:
            yield piece["note"]
            continue
        for part in re.split(r"^(?=\w*\$ )", piece["block"], flags=re.M):
            if part:
                head, *shown = part.splitlines()
                who, command = head.split("$ ", 1)
                yield who, command, shown


def plain(text, names):
    for real, shown in names.items():
        text = text.replace(str(real), shown)
    for pattern, stands in VARIES:
        text = pattern.sub(stands, text)
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def matches(shown, got):
    """Whether the lines are those that were got, with any number of others where `…` stands."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line) + "\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def fill_in(ada):
    for name in ("scores.py", "exercises.yml"):
        there = DEMO / "ada" / "scores" / name
        ada.run("cp", "--no-preserve=all", there, ada.home / "scores" / name)


def lay_download(root):
    """Moodle's zip: Ben with a renamed file, Chloe with two that differ."""
    files = {
        "Ben Okri_7002_assignsubmission_file_/scores (2).py": DEMO / "ben/scores/scores.py",
        "Ben Okri_7002_assignsubmission_file_/exercises.yml": DEMO / "ben/scores/exercises.yml",
        "Chloe Diaz_7003_assignsubmission_file_/scores.py": DEMO / "chloe/scores/scores.py",
        "Chloe Diaz_7003_assignsubmission_file_/scores (1).py": DEMO / "dev/scores/scores.py",
    }
    with zipfile.ZipFile(root / "moodle.zip", "w") as made:
        for name, path in files.items():
            made.write(path, name)


@pytest.fixture
def folder():
    """A folder that every account can enter; pytest's own is closed to others."""
    made = Path(tempfile.mkdtemp(prefix="page-")).resolve()
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def test_the_page_shows_what_happens(folder):
    exchange = folder / "exchange"
    ada = student("ada", 0, folder, exchange)
    people = {"": team(folder, exchange), "ada": ada}
    course = people[""].home
    names = {course: "/home/teach/course", exchange: "/srv/exchange", ada.home: "/home/ada"}
    notes = {
        "Ada fills in scores": lambda: fill_in(ada),
        "Moodle's download lies here as moodle.zip": lambda: lay_download(course),
    }
    ran = 0
    for step in steps():
        if isinstance(step, str):
            notes[step]()
            continue
        who, command, shown = step
        got = plain(run(people[who], command), names)
        expected = plain("\n".join(shown), {})
        assert matches(expected, got), "\n".join([f"{who}$ {command}", *got])
        ran += 1
    assert ran > 10


def run(person, command):
    """What it wrote; a command may end with 1: something is not right, as the page tells."""
    words = command.split()
    if words[1] in ("submit", "fetch_feedback") and not person.has_account:
        words += ["--student", person.name]
    return person.python(*words)
