"""Submissions to grade: copies of the sound file and of the faulty one, in turn."""

from __future__ import annotations

import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOUND, FAULTY = HERE / "submissions" / "sound.py", HERE / "submissions" / "faulty.py"
NOTEBOOK = HERE / "course" / "assignments" / "head" / "head.ipynb"


def hand_in(
    tree: Path, count: int, files: tuple[Path, ...] = (SOUND, FAULTY), *, notebook: bool = False
) -> list[Path]:
    """The folders of `count` students, made anew below `tree`, with these files in turn.

    Each names its student, so that no two are the same and every one is graded.
    """
    shutil.rmtree(tree, ignore_errors=True)
    folders = []
    for number in range(count):
        folder = tree / f"student{number:05}"
        (folder / "head").mkdir(parents=True)
        source = files[number % len(files)].read_text(encoding="utf-8")
        (folder / "head" / "head.py").write_text(f"# {folder.name}\n{source}", encoding="utf-8")
        if notebook:
            shutil.copy(NOTEBOOK, folder / "head" / "head.ipynb")
        folders.append(folder)
    return folders
