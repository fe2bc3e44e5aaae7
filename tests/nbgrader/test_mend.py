"""Whatever comes in, the mended notebook has every cell of the course once and runs nothing."""

import copy
import json
import time

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbgrader.nbgraderformat import MetadataValidator

from autograder.gradebook.mend import UnreadableNotebook, grade_id_of, mend, parse, source_of


def cell(kind, source, name="", **flags):
    made = {"cell_type": kind, "id": name or "free", "metadata": {}, "source": source}
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    if name:
        flags = {"grade": False, "solution": False, "locked": True, "task": False} | flags
        made["metadata"]["nbgrader"] = {"schema_version": 3, "grade_id": name, **flags}
        if flags["grade"]:
            made["metadata"]["nbgrader"]["points"] = 2
    return made


def answer(source):
    return cell("markdown", source, "answer", grade=True, solution=True, locked=False)


RELEASED = {
    "cells": [
        cell("code", "setup", "setup"),
        cell("markdown", "explanation"),
        cell("code", 'check("Q")', "Q", grade=True),
        cell("code", 'check("K")', "K", grade=True),
        answer("stub"),
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
OURS = ["setup", "Q", "K", "answer"]


def named(notebook):
    return [name for made in notebook["cells"] if (name := grade_id_of(made))]


def changed(edit):
    notebook = copy.deepcopy(RELEASED)
    edit(notebook["cells"])
    return notebook


def spoil(place, **metadata):
    return lambda cells: cells[place]["metadata"]["nbgrader"].update(metadata)


EDITS = {
    "deleted": lambda cells: cells.pop(2),
    "all deleted": lambda cells: cells.clear(),
    "doubled": lambda cells: cells.append(copy.deepcopy(cells[2])),
    "moved": lambda cells: cells.insert(0, cells.pop(3)),
    "code changed": lambda cells: cells[2].update(source="2.0"),
    "kind changed": lambda cells: cells[2].update(cell_type="markdown"),
    "old schema": spoil(2, schema_version=1),
    "new schema": spoil(2, schema_version=9),
    "points raised": spoil(2, points=1000),
    "points no number": spoil(2, points="many"),
    "id unknown": spoil(2, grade_id="X"),
    "id no text": spoil(2, grade_id=["Q"]),
    "metadata no mapping": lambda cells: cells[2].update(metadata="none"),
    "cell no mapping": lambda cells: cells.insert(1, "text"),
    "source no text": lambda cells: cells[2].update(source={"a": 1}),
    "unpaired surrogate": lambda cells: cells[1].update(source="\ud800"),
    "foreign grade cell": lambda cells: cells.append(cell("code", "1", "extra", grade=True)),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_every_cell_of_the_course_comes_back_once(edit):
    made = mend(changed(edit), RELEASED)
    assert sorted(named(made)) == sorted(OURS)
    ours = {grade_id_of(c): c for c in made["cells"]}
    released = {grade_id_of(c): c for c in RELEASED["cells"]}
    for name in ("setup", "Q", "K"):
        assert ours[name]["source"] == released[name]["source"]
        assert ours[name]["metadata"] == released[name]["metadata"]
    notebook = nbformat.from_dict(made)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)


def test_missing_cells_come_back_at_their_place():
    made = mend(changed(lambda cells: cells.pop(2)), RELEASED)
    assert named(made) == OURS


def test_nothing_handed_in_gives_the_released_notebook():
    assert mend(None, RELEASED) == RELEASED


@pytest.mark.parametrize(
    ("handed_in", "kept"),
    [
        (["mine"], "mine"),
        (["mine", "stub"], "mine"),
        (["stub", "mine"], "mine"),
        (["stub"], "stub"),
        ([], "stub"),
        (["if a < b"], "if a < b"),
        (["<script>x</script>"], "&lt;script>x&lt;/script>"),
    ],
)
def test_answers_keep_the_students_text(handed_in, kept):
    student = {"cells": [*RELEASED["cells"][:4], *(answer(text) for text in handed_in)]}
    made = mend(student, RELEASED)
    assert [c["source"] for c in made["cells"] if grade_id_of(c) == "answer"] == [kept]


def test_own_cells_lose_outputs_and_active_text():
    own = cell("code", "open('/etc/passwd')")
    own["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "99"}}]
    raw = {
        "cell_type": "raw",
        "metadata": {"raw_mimetype": "text/html"},
        "source": "<img onload=x>",
    }
    raw["attachments"] = {"a": {"text/html": "x", "image/png": "QUJD"}}
    made = mend({"cells": [own, raw]}, RELEASED)["cells"]
    assert [c["outputs"] for c in made if c["cell_type"] == "code"] == [[], [], [], []]
    (shown,) = [c for c in made if "onload" in c["source"]]
    assert shown["cell_type"] == "markdown"
    assert shown["source"] == "&lt;img onload=x>"
    assert shown["attachments"] == {"a": {"image/png": "QUJD"}}


BROKEN = {
    "empty": b"",
    "half": b'{"cells": [',
    "no mapping": b"[1, 2]",
    "no cells": b'{"worksheets": []}',
    "not UTF-8": b"\xff\xfe{}",
    "deep": b"[" * 100_000,
    "deep within bounds": b'{"cells": ' + b"[" * 90_000 + b"]" * 90_000 + b"}",
    "all structure": b'{"cells": [' + b"{}," * 3_000_000 + b"{}]}",
    "many cells": json.dumps({"cells": [{}] * 3000}).encode(),
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_notebook_is_said_to_be_none(raw):
    began = time.monotonic()
    with pytest.raises(UnreadableNotebook):
        parse(raw)
    assert time.monotonic() - began < 1


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cell_type", "source", "metadata", "nbgrader", "grade_id", "id"]),
            inner | st.sampled_from(["code", "markdown", "Q", "answer"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(JSON, max_size=5))
def test_any_cells_give_a_valid_notebook(cells):
    made = mend({"cells": cells}, RELEASED)
    nbformat.validate(nbformat.from_dict(made))
    assert sorted(named(made)) == sorted(OURS)
    assert all(isinstance(source_of(c), str) for c in made["cells"])
