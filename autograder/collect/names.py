"""What a file is by its name: a stage's code or notebook, or answers; copies and renames too."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from autograder.collect.layouts import COPY_MARKS, KINDS

Kind = Literal["code", "notebook", "answers"]
ANSWERS = "exercises"


@dataclass(frozen=True)
class Named:
    """What a name says.

    Attributes:
        kind: what the file is by its extension.
        stage: the stage that the name is one of, or empty.
        is_answers: whether it is called as a stage's answers are.
    """

    kind: Kind
    stage: str
    is_answers: bool


def read_name(name: str, stages: Iterable[str]) -> Named | None:
    """What a file is by its name; None: nothing that is collected."""
    folded = unicodedata.normalize("NFC", name).strip().casefold()
    suffix = max((end for end in KINDS if folded.endswith(end)), key=len, default="")
    if not suffix:
        return None
    kind: Kind = KINDS[suffix]  # type: ignore[assignment]  # data, of these kinds only
    stem = folded[: -len(suffix)]
    forms = set(_without_marks(stem))
    fitting = [stage for stage in stages if stage.casefold() in forms]
    if kind == "answers":
        return Named(kind, "", is_answers=ANSWERS in forms)
    return Named(kind, fitting[0] if len(fitting) == 1 else "", is_answers=False)


def _without_marks(stem: str) -> Iterable[str]:
    """The stem, and what is left as marks of copies are taken off one by one."""
    yield stem
    for _ in range(4):
        for mark in COPY_MARKS:
            shorter = re.sub(mark, "", stem)
            if shorter != stem:
                stem = shorter
                yield stem
                break
        else:
            return
