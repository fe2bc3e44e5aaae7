"""Brings whatever notebook a student hands in back to the form that was released.

Works on plain dicts and lists. The course's own cells come back as released; of the student it
keeps the text of answers, and further cells as plain text or code without outputs. A notebook that
is no notebook gives the released one. Never runs anything and never raises for what a student did.
"""

from __future__ import annotations

import copy
import json
import re
from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]

MAX_PARTS = 500_000
MAX_CELLS = 2_000
MAX_SOURCE = 200_000

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")


class UnreadableNotebook(ValueError):
    """What was handed in cannot be taken for a notebook; the text says why."""


def parse(raw: bytes) -> Notebook:
    """The notebook in `raw`.

    Raises:
        UnreadableNotebook: it is no JSON, has far too many parts, or not of notebook format 4.
    """
    # Parsed JSON takes many times its size where it is all structure: such a file is no lesson.
    if sum(raw.count(mark) for mark in (b"{", b"[", b",")) > MAX_PARTS:
        raise UnreadableNotebook(f"it has more than {MAX_PARTS:,} parts")
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise UnreadableNotebook("it is not the JSON of a notebook") from None
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise UnreadableNotebook("it has no list of cells, as notebooks of format 4 have")
    if len(data["cells"]) > MAX_CELLS:
        raise UnreadableNotebook(f"it has more than {MAX_CELLS:,} cells")
    return data


def mend(student: Notebook | None, released: Notebook) -> Notebook:
    """A notebook with every cell of the course exactly once, and the student's text.

    Args:
        student: as `parse` gives it; None: nothing usable was handed in.
        released: the course's own notebook. Its cells with an nbgrader id are put back where the
            student has deleted, doubled or changed them; answers keep the student's text.
    """
    made = copy.deepcopy(released)
    for cell in made["cells"]:
        cell["source"] = source_of(cell)
    if student is None:
        return made
    ours = {name: cell for cell in made["cells"] if (name := grade_id_of(cell))}
    theirs = [cell for cell in student["cells"] if isinstance(cell, dict)]
    cells: list[Cell] = []
    placed: set[str] = set()
    for cell in theirs:
        name = grade_id_of(cell)
        if name not in ours:
            cells.append(_kept(cell))
        elif name not in placed:
            placed.add(name)
            cells.append(_answered(ours[name], [c for c in theirs if grade_id_of(c) == name]))
    _put_back(cells, ours, placed)
    for number, cell in enumerate(cells):
        cell["id"] = grade_id_of(cell) or f"cell-{number}"
    return {**made, "cells": cells}


def grade_id_of(cell: Cell) -> str:
    """The nbgrader id of a cell; empty where it has none."""
    metadata = cell.get("metadata")
    ours = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = ours.get("grade_id") if isinstance(ours, dict) else None
    return name if isinstance(name, str) else ""


def source_of(cell: Cell) -> str:
    """The cell's text, bounded, however the notebook holds it."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    text = source if isinstance(source, str) else ""
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
    return text if len(text) <= MAX_SOURCE else text[:MAX_SOURCE] + "\n[cut here: too long]"


def _answered(ours: Cell, theirs: list[Cell]) -> Cell:
    """Our cell; an answer holds the text of the last of theirs that is not as released."""
    if not ours["metadata"]["nbgrader"].get("solution"):
        return ours
    changed = [cell for cell in theirs if source_of(cell).strip() != ours["source"].strip()]
    return {**ours, **_text_of(changed[-1])} if changed else ours


def _kept(cell: Cell) -> Cell:
    if cell.get("cell_type") == "code":
        return {
            "cell_type": "code",
            "metadata": {},
            "source": source_of(cell),
            "execution_count": None,
            "outputs": [],
        }
    return {"cell_type": "markdown", "metadata": {}, **_text_of(cell)}


def _text_of(cell: Cell) -> Cell:
    """Markdown that shows, on the instructors' pages, what it says and does nothing."""
    text = _TAG.sub("&lt;", source_of(cell)).replace("\\href", "\\ href")
    pictures = _pictures(cell.get("attachments"))
    return {"source": text, "attachments": pictures} if pictures else {"source": text}


def _pictures(attachments: Any) -> dict[str, dict[str, str]]:
    if not isinstance(attachments, dict):
        return {}
    return {
        name: {kind: data}
        for name, forms in attachments.items()
        if isinstance(forms, dict)
        for kind, data in forms.items()
        if kind in _PICTURES and isinstance(data, str) and _BASE64.fullmatch(data)
    }


def _put_back(cells: list[Cell], ours: dict[str, Cell], placed: set[str]) -> None:
    """Insert what is missing behind the course's cell that comes before it."""
    at = 0
    for name, cell in ours.items():
        if name in placed:
            at = next(i for i, other in enumerate(cells) if grade_id_of(other) == name) + 1
        else:
            cells.insert(at, cell)
            at += 1
