"""The gradebook's cells against the course's objects: what differs, and the way out."""

from __future__ import annotations

from typing import Any

from nbgrader.api import MissingEntry

from autograder.course import Stage
from autograder.lesson import grade_id


def misfit(gradebook: Any, stage: Stage) -> str | None:
    """Why the stage's marks cannot be written, with the way out; None where they can be.

    Args:
        gradebook: nbgrader's, open.
        stage: as course.yml has it now.
    """
    try:
        notebook = gradebook.find_notebook(stage.name, stage.name)
    except MissingEntry:
        return (
            f"{stage.name} is not in gradebook.db yet: "
            f"run `nbgrader generate_assignment {stage.name}` first"
        )
    wanted = {grade_id(item.name): item.points for item in stage.objects}
    wanted |= {grade_id(item.name): item.points for item in stage.exercises}
    found = {c.name: c.max_score for c in notebook.grade_cells if c.cell_type == "code"}
    if found == wanted:
        return None
    changed = sorted(k for k in {*found, *wanted} if found.get(k) != wanted.get(k))
    said = (
        f"gradebook.db knows other objects or points of {stage.name} than course.yml "
        f"({', '.join(changed)}): run `autograder notebooks` and "
        f"`nbgrader generate_assignment {stage.name} --force"
    )
    if found.keys() != wanted.keys() and notebook.submissions:
        return (
            f"{said} --StageCells.keep_submissions=True` (the last since submissions of it are in "
            "the gradebook: they keep all marks and comments but those of objects that are gone; "
            "copy gradebook.db first)"
        )
    return f"{said}`"
