"""Where a submission's notebook and page lie, and how new ones take the place of old ones."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

ASIDE = ".unfinished"
"""New folders are made under this name in `autograded/` and `feedback/`; nbgrader never looks."""


class Places:
    """The folders of finished submissions, and those aside in which new ones are made.

    Attributes:
        finished: nbgrader's course directory as configured.
        aside: the same with other folders for what nbgrader makes.
    """

    def __init__(self, finished: Any, config: Any) -> None:
        self.finished = finished
        self.aside = CourseDirectory(config=config)
        self.aside.autograded_directory = str(Path(finished.autograded_directory, ASIDE))
        self.aside.feedback_directory = str(Path(finished.feedback_directory, ASIDE))

    def submitted(self, student: str, stage: str) -> Path:
        """The folder of what was handed in."""
        known = self.finished
        return Path(known.format_path(known.submitted_directory, student, stage))

    def notebook(self, student: str, stage: str, *, aside: bool = False) -> Path:
        """The autograded notebook."""
        known = self.aside if aside else self.finished
        folder = known.format_path(known.autograded_directory, student, stage)
        return Path(folder, f"{stage}.ipynb")

    def page(self, student: str, stage: str, *, aside: bool = False) -> Path:
        """The feedback page."""
        known = self.aside if aside else self.finished
        return Path(known.format_path(known.feedback_directory, student, stage), f"{stage}.html")

    def clear(self, student: str, stage: str) -> None:
        """Remove what stands aside, made now or left by a run that was stopped."""
        for path in self._aside(student, stage):
            shutil.rmtree(path.parent, ignore_errors=True)

    def finish(self, student: str, stage: str) -> None:
        """Put what stands aside in its place."""
        places = (self.notebook(student, stage), self.page(student, stage))
        for new, place in zip(self._aside(student, stage), places, strict=True):
            if new.parent.is_dir():
                _take_place(new.parent, place.parent)

    def close(self) -> None:
        """Leave no empty folder aside behind."""
        root = Path(self.aside.root)
        for name in (self.aside.autograded_directory, self.aside.feedback_directory):
            for folder in [*(root / name).glob("*"), root / name]:
                try:
                    folder.rmdir()
                except OSError:
                    continue  # it is not there, or another run is at work in it

    def _aside(self, student: str, stage: str) -> Sequence[Path]:
        return (
            self.notebook(student, stage, aside=True),
            self.page(student, stage, aside=True),
        )


def _take_place(new: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    old = new.with_name(f"{new.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        place.rename(old)
    new.rename(place)
    shutil.rmtree(old, ignore_errors=True)
