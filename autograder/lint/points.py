"""Points that do not add up."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.lint.remark import Page, Remark

RULE = "points"


def points_add_up(page: Page) -> Iterator[Remark]:
    """Things worth nothing, and a stage's own sum where the course states it."""
    stage = page.stage
    for item in stage.objects:
        if item.points == 0:
            yield page.at_object(RULE, item.name, "worth 0 points, so a fault in it costs nothing")
    for exercise in stage.exercises:
        if exercise.points == 0:
            text = f"{exercise.name} is worth 0 points"
            yield page.at_stage(RULE, text, "exercises", exercise.key)
    stated = page.located.data["stages"][stage.name].get("points")
    found = stage.max_points + sum(question.points for question in stage.questions)
    if stated is not None and abs(stated - found) > 1e-9:
        text = f"points says {stated:g}; its objects, exercises and questions make {found:g}"
        yield page.at_stage(RULE, text, "points")
