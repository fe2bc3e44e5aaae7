"""`check --watch`: what was saved is checked again, whatever the editor, until Ctrl-C."""

import os
import select
import shutil
import signal
import subprocess
import sys
import time

import pytest

from autograder.commands.watch import Watch


@pytest.fixture
def two(tmp_path):
    """Two stage folders with a file each."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text("x = 1\n")
    return tmp_path / "one", tmp_path / "two"


def seen(folders, *happenings):
    """Folders in which a change is seen, and how many looks that took; one happening a look."""
    waiting = list(happenings)
    looks = []

    def sleep(_seconds):
        looks.append(1)
        if waiting:
            waiting.pop(0)()
        elif len(looks) > 30:
            raise TimeoutError

    watch = Watch({folder: f"{folder.name}.py" for folder in folders}, sleep)
    return watch.changed(), len(looks)


def nothing():
    """A look at which all is as before."""


def saves(folder, text):
    return lambda: (folder / f"{folder.name}.py").write_text(text)


def test_a_save(two):
    one, other = two
    assert seen(two, saves(one, "x = 22\n"))[0] == [one]
    assert seen(two, nothing, saves(other, "x = 22\n"))[0] == [other]


def test_a_change_is_told_once(two):
    one, other = two
    looks = iter([saves(one, "x = 22\n"), nothing, nothing, nothing, saves(other, "x = 333\n")])
    watch = Watch({folder: f"{folder.name}.py" for folder in two}, lambda _: next(looks, nothing)())
    assert watch.changed() == [one]
    assert watch.changed() == [other]


def test_both_at_once(two):
    one, other = two

    def both():
        saves(one, "x = 22\n")()
        saves(other, "x = 22\n")()

    assert seen(two, both)[0] == [one, other]


def test_a_file_still_being_written_is_waited_for(two):
    one, _ = two
    _, looks = seen(two, saves(one, "x"), saves(one, "x = 2"), saves(one, "x = 222\n"))
    assert looks == 4


def test_a_save_by_rename(two):
    one, _ = two
    path = one / "one.py"

    def away():
        path.rename(one / "one.py~")

    def back():
        (one / ".new").write_text("x = 22\n")
        (one / ".new").replace(path)

    assert seen(two, away, nothing, back)[0] == [one]
    assert path.exists()


def test_a_file_that_vanishes_for_a_moment_is_no_change(two):
    one, _ = two
    path, kept = one / "one.py", one / "kept"
    with pytest.raises(TimeoutError):
        seen(two, lambda: path.rename(kept), nothing, lambda: kept.rename(path))


def test_a_file_that_stays_away(two):
    one, _ = two
    assert seen(two, (one / "one.py").unlink)[0] == [one]


def test_a_folder_that_stays_away(two):
    one, _ = two
    assert seen(two, lambda: shutil.rmtree(one))[0] == [one]


def test_answers_are_watched_too(two):
    _, other = two
    assert seen(two, lambda: (other / "exercises.yml").write_text("a: 1\n"))[0] == [other]


def test_other_files_are_not(two):
    one, _ = two
    with pytest.raises(TimeoutError):
        seen(two, lambda: (one / "notes.txt").write_text("x"))


class Watching:
    """A running `check --watch`, its output so far, and what it is told."""

    def __init__(self, folder, root, *, terminal):
        self.output = ""
        if terminal:
            self._fd, theirs = os.openpty()
        else:
            self._fd, theirs = os.pipe()
        environment = {**os.environ, "PYTHONPATH": str(root), "COLUMNS": "80", "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "autograder", "check", "--watch"],
            cwd=folder, env=environment, stdout=theirs, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs)

    def until_told(self):
        """All that it writes up to its next last line."""
        told = ""
        until = time.monotonic() + 60
        while "Ctrl-C ends" not in told:
            assert select.select([self._fd], [], [], until - time.monotonic())[0], told
            told += os.read(self._fd, 65536).decode()
        return told

    def interrupt(self):
        """Its exit status and what it wrote to stderr."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        os.close(self._fd)
        return self.process.returncode, errors


@pytest.fixture
def stage(recorded, small, tmp_path):
    made = tmp_path / "basis"
    shutil.copytree(recorded / "assignments" / "basis", made)
    shutil.copy(small / "submissions" / "right" / "basis" / "basis.py", made)
    return made


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pseudo terminals are Unix's")
@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
def test_from_the_first_check_to_ctrl_c(stage, root, terminal):
    path = stage / "basis.py"
    right = path.read_text(encoding="utf-8")
    watching = Watching(stage, root, terminal=terminal)
    first = watching.until_told()
    assert "✓ design" in first
    assert ("\x1b[2J" in first) == terminal
    assert ("\x1b[" in first) == terminal
    path.write_text("def f(:\n", encoding="utf-8")
    assert "basis.py, line 1: SyntaxError" in watching.until_told()
    (stage / "new").write_text(right, encoding="utf-8")
    (stage / "new").replace(path)
    assert "✓ design" in watching.until_told()
    assert watching.interrupt() == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_a_folder_in_disorder_is_said_and_watched_on(stage, root):
    public, path = stage / "public.json", stage / "basis.py"
    whole = public.read_text(encoding="utf-8")
    watching = Watching(stage, root, terminal=False)
    watching.until_told()
    public.write_text("{", encoding="utf-8")
    assert "cannot be read" in " ".join(watching.until_told().split())
    public.write_text(whole, encoding="utf-8")
    assert "✓ design" in watching.until_told()
    path.write_text("", encoding="utf-8")
    assert "first incorrect: design" in watching.until_told()
    assert watching.interrupt() == (1, b"")
