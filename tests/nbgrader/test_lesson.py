"""The notebooks come from course.yml and lesson.md, and are in step with them."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.lesson import (
    ANSWER,
    answer_id,
    grade_id,
    notebook_path,
    notebook_text,
    stale_notebooks,
    write_notebooks,
)

ROOT = Path(__file__).parents[2]
COURSE = read_course(ROOT)

COURSE_YML = """
course: Small
version: "1"
stages:
  one:
    title: One
    calls:
      - call: f(x)
        objects: {a: {points: 1}, b: {points: 2.5, needs: [a]}}
    exercises: {k: {points: 1, asks: "How many?"}}
    question: {points: 4, asks: "Why?", rubric: "Because."}
"""


@pytest.fixture
def small(tmp_path):
    (tmp_path / "course.yml").write_text(COURSE_YML)
    (tmp_path / "assignments" / "one").mkdir(parents=True)
    return read_course(tmp_path)


def lesson(course, text):
    path = course.root / "assignments" / "one" / "lesson.md"
    path.write_text(text, encoding="utf-8")
    return json.loads(notebook_text(course, course.stages["one"]))["cells"]


def brief(cells):
    return [(c["id"], "".join(c["source"])) for c in cells]


def test_the_courses_notebooks_are_in_step():
    assert stale_notebooks(COURSE) == [], "run `autograder notebooks`"


@pytest.mark.parametrize("stage", COURSE.stages.values(), ids=COURSE.stages.keys())
def test_a_notebook_has_a_grade_cell_an_object_with_its_points(stage):
    notebook = nbformat.reads(notebook_text(COURSE, stage), as_version=4)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    marked = {
        c.metadata.nbgrader.grade_id: c.metadata.nbgrader.points
        for c in notebook.cells
        if c.metadata.get("nbgrader", {}).get("grade")
    }
    wanted = {grade_id(item.name): item.points for item in (*stage.objects, *stage.exercises)}
    wanted |= {answer_id(question): question.points for question in stage.questions}
    assert marked == wanted
    assert ANSWER in marked, "a gradebook knows it by this name"
    text = notebook_text(COURSE, stage)
    for question in stage.questions:
        assert question.rubric.strip().splitlines()[0] in text
        assert question.answer.strip().splitlines()[0] not in text


def test_a_stale_notebook_is_found_and_written(small):
    lesson(small, "# One\n")
    path = notebook_path(small, small.stages["one"])
    assert stale_notebooks(small) == [path]
    assert write_notebooks(small) == [path]
    assert write_notebooks(small) == []
    path.write_text(path.read_text().replace("Why?", "What?"))
    assert stale_notebooks(small) == [path]


def test_what_is_not_placed_comes_at_the_end(small):
    assert brief(lesson(small, "# One\n\nText.\n")) == [
        ("check-setup", "from autograder.notebook import check"),
        ("lesson-01", "# One\n\nText."),
        ("lesson-02", "## Check your work"),
        ("a", 'check("a")'),
        ("b", 'check("b")'),
        ("lesson-03", "## Exercises"),
        ("lesson-04", "Answer these in `exercises.yml`, as plain values.\n\n- `k`: How many?"),
        ("exercises-k", 'check("exercises.k")'),
        ("lesson-05", "## In your own words"),
        ("question-text", "Why?\n\n*Read by a person; 4 points.*\n\n- Because."),
        ("question-answer", "*Write your answer here, in place of this line.*"),
    ]


def test_comments_place_cells_and_fences_make_them(small):
    text = """# One
<!-- question -->
```text
# no heading, no cell
```
<!-- check: b -->
```python
1 + 1
```
after
<!-- exercises -->
## Two
<!-- checks -->
"""
    assert [name for name, _ in brief(lesson(small, text))] == [
        "check-setup",
        "lesson-01",
        "question-text",
        "question-answer",
        "lesson-02",
        "b",
        "lesson-03",
        "lesson-04",
        "lesson-05",
        "exercises-k",
        "lesson-06",
        "a",
    ]


LESSONS_YML = """
lessons: [Begin, End]
stages:
  one:
    title: One
    calls: [{call: f(x), objects: {a: {points: 1}}}]
    exercises:
      k: {points: 1, lesson: 1, kind: sum, asks: "How many?"}
      m: {points: 1, lesson: 2, asks: "How few?"}
    question: {points: 4, lesson: 2, asks: "Why?", rubric: "Because."}
    questions:
      deep: {points: 2, lesson: 1, asks: "How?", rubric: "So."}
"""


def test_a_stage_of_two_lessons_says_what_belongs_to_which(small):
    text = COURSE_YML.split("stages:")[0] + LESSONS_YML
    (small.root / "course.yml").write_text(text)
    cells = brief(lesson(read_course(small.root), "<!-- question: deep -->\n<!-- exercises -->\n"))
    write_here = "*Write your answer here, in place of this line.*"
    assert cells[1:4] == [
        (
            "question-deep-text",
            "**Lesson 1: Begin**\n\nHow?\n\n*Read by a person; 2 points.*\n\n- So.",
        ),
        ("question-deep-answer", write_here),
        (
            "lesson-01",
            "Answer these in `exercises.yml`, as plain values.\n\n**Lesson 1: Begin**\n\n"
            "- `k` (sum): How many?\n\n**Lesson 2: End**\n\n- `m`: How few?",
        ),
    ]
    assert [name for name, _ in cells[-2:]] == ["question-text", "question-answer"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n<!-- check: c -->", "lesson.md:2: stage one has no object 'c' left to place here"),
        ("<!-- checks -->\n<!-- check: a -->", "lesson.md:2: stage one has no object 'a'"),
        ("<!-- question -->\n\n<!-- question -->", "lesson.md:3: stage one has no question"),
        ("<!-- question: deep -->", "lesson.md:1: stage one has no question deep left"),
    ],
)
def test_a_wrong_place_is_said_with_its_line(small, text, said):
    with pytest.raises(CourseError) as error:
        lesson(small, text)
    assert said in str(error.value)


def test_a_missing_lesson_is_said(small):
    with pytest.raises(CourseError, match="the lesson of stage one cannot be read"):
        stale_notebooks(small)


def test_pictures_travel_in_the_notebook(small):
    (small.root / "assignments" / "one" / "p.svg").write_text("<svg/>")
    cells = lesson(small, "![drawn](p.svg) and ![far](https://example.org/x.png)")
    assert cells[1]["source"] == [
        "![drawn](attachment:p.svg) and ![far](https://example.org/x.png)"
    ]
    assert cells[1]["attachments"] == {"p.svg": {"image/svg+xml": "PHN2Zy8+"}}


def test_another_root_gives_the_same_bytes(tmp_path):
    for name in ("course.yml", "assignments"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    other = read_course(tmp_path)
    for name, stage in COURSE.stages.items():
        assert notebook_text(other, other.stages[name]) == notebook_text(COURSE, stage)
