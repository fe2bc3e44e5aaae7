"""Downloads made as the platforms make them, and the command run on them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from autograder.cli import main

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "tests" / "submissions" / "demo"
STUB = (ROOT / "assignments" / "scores" / "scores.py").read_bytes()
FILLED = (DEMO / "ada" / "scores" / "scores.py").read_bytes()
OTHER = (DEMO / "ben" / "scores" / "scores.py").read_bytes()
ANSWERS = (DEMO / "ada" / "scores" / "exercises.yml").read_bytes()
RELEASED = (ROOT / "assignments" / "scores" / "scores.ipynb").read_bytes()


def zipped(files):
    """The bytes of a zip of the files by name (a list where a name comes twice)."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items() if isinstance(files, dict) else files:
            archive.writestr(name, content)
    return made.getvalue()


def notebook(*sources):
    """The released notebook with code cells of the student's."""
    made = json.loads(RELEASED)
    made["cells"] += [
        {
            "cell_type": "code",
            "id": f"mine-{n}",
            "metadata": {},
            "source": source.splitlines(keepends=True),
            "outputs": [],
            "execution_count": n,
        }
        for n, source in enumerate(sources)
    ]
    return json.dumps(made).encode()


class Collecting:
    """A source folder, a target, and what the command said last."""

    def __init__(self, folder, capsys):
        self.folder = folder
        self.into = folder / "submitted"
        self.said = ""
        self._capsys = capsys

    def lay(self, files, under="source"):
        """The files by path in a folder."""
        for path, content in files.items():
            target = self.folder / under / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return self.folder / under

    def zip(self, files, name="download.zip"):
        """The files by path in a zip on disk."""
        path = self.folder / name
        path.write_bytes(zipped(files))
        return path

    def run(self, *arguments, status=0):
        """What the command wrote, after its exit status was compared."""
        line = ["collect", "--course", ROOT, "--into", self.into, *arguments]
        found = main(list(map(str, line)))
        said = self._capsys.readouterr()
        self.said = " ".join((said.out + said.err).split())
        assert found == status, said.out + said.err
        return self.said

    def collected(self):
        """All files collected, by path."""
        return {
            path.relative_to(self.into).as_posix(): path.read_bytes()
            for path in sorted(self.into.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def collecting(tmp_path, capsys):
    return Collecting(tmp_path, capsys)
