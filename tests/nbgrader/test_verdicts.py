"""Each question graded by hand gets its own rubric beside it, for those who grade."""

from pathlib import Path

import nbformat

from autograder.course_file import read_course
from autograder.gradebook.converter import VERDICT, Verdict
from autograder.gradebook.verdicts import DrawVerdicts
from autograder.lesson import answer_id, notebook_text
from autograder.result import ObjectResult, StageResult, Status

ROOT = Path(__file__).parents[2]


def test_every_answer_stands_below_its_rubric():
    course = read_course(ROOT)
    stage = course.stages["shapes"]
    items = [
        ObjectResult(item.name, Status.CORRECT, item.points, item.points)
        for item in (*stage.objects, *stage.exercises)
    ]
    result = StageResult("shapes", 0, 0, None, None, 0, tuple(items))
    notebook = nbformat.reads(notebook_text(course, stage), as_version=4)
    made, _ = DrawVerdicts().preprocess(notebook, {VERDICT: Verdict(stage, result)})
    ids = [cell["id"] for cell in made.cells]
    assert len(stage.questions) == 3
    for question in stage.questions:
        place = ids.index(answer_id(question))
        assert question.answer.splitlines()[1] in made.cells[place - 1].source
    assert len(ids) == len(set(ids))
