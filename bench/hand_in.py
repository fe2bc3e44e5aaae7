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
    """The folders of `count` students, made anew below `tree`, with these files in turn."""
    shutil.rmtree(tree, ignore_errors=True)
    folders = []
    for number in range(count):
        folder = tree / f"student{number:05}"
        (folder / "head").mkdir(parents=True)
        shutil.copy(files[number % len(files)], folder / "head" / "head.py")
        if notebook:
            shutil.copy(NOTEBOOK, folder / "head" / "head.ipynb")
        folders.append(folder)
    return folders
