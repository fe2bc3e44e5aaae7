"""The hidden side: fair cases, variants by mistakes, the same cases for the same seed."""

import numpy as np
import pytest

from autograder.compare import Comparison
from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.reference import Reference

STAGES = ("basis", "factor", "fitting")


def arrays(reference):
    return [
        array.tobytes()
        for call in reference.stage.calls
        for case in reference.cases(call)
        for array in (*case.args, *case.kwargs.values())
        if isinstance(array, np.ndarray)
    ]


@pytest.mark.parametrize("stage", STAGES)
def test_the_same_seed_draws_the_same_cases(course, stage):
    drawn = [arrays(Reference(course, course.stages[stage], seed)) for seed in (7, 7, 8)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


@pytest.mark.parametrize("stage", STAGES)
def test_every_mistake_is_far_outside_the_tolerance(course, references, stage):
    """A hundred times, on some case: else the cases could not tell it from what is right."""
    reference = references[stage]
    wide = Comparison(100 * course.tolerance.rtol, 100 * course.tolerance.atol)
    for call in reference.stage.calls:
        for item in call.made:
            for made in reference.misconceptions[item.name]:
                assert any(
                    is_far(reference, call, case, item, made, wide)
                    for case in reference.cases(call)
                ), made.cause


def is_far(reference, call, case, item, made, wide):
    values = {**reference.inputs(call, case.args, case.kwargs), **reference.expected(call, case)}
    for name in reference.needs(item)[1]:
        values[name] = reference.function(name)
    wrong = reference.step(item.name, values, reference.variant(made))
    right = values[item.name]
    if not isinstance(right, np.ndarray):
        return bool(wrong != right)
    return wide.difference(right, wrong) is not None


def test_a_variant_leaves_the_reference_as_it_is(references):
    reference = references["basis"]
    made = next(m for m in reference.misconceptions["norms"] if m.cause == "root_missing")
    values = {"A": np.array([[3.0], [4.0]])}
    assert reference.step("norms", values, reference.variant(made)) == [25]
    assert reference.step("norms", values) == [5]


def test_a_step_that_raises_gives_the_exception(references):
    values = {"A": np.ones(3), "b": np.ones(3)}
    assert isinstance(references["basis"].step("data_check", values), ValueError)


@pytest.fixture
def spoilt(copy_small, tmp_path):
    def spoilt(stage, file, text):
        copied = copy_small(tmp_path / "course")
        with (copied / "solutions" / stage / file).open("a", encoding="utf-8") as out:
            out.write(text)
        course = read_course(copied)
        return Reference(course, course.stages[stage], 20)

    return spoilt


def test_cases_on_which_float32_is_not_well_within_the_tolerance_are_refused(spoilt):
    unfair = """

def column_norms(rng):
    yield Case("far from zero, near each other", (np.array([[1e8, 1.0], [1e8 + 1, 2.0]]),))


def unit_columns(rng):
    A = 1e4 + rng.random((3, 2))
    yield Case("differences of large numbers", (A - 1e4 + 1e-9 * rng.random((3, 2)),))
    yield Case("cancels", (np.array([[1e-30, 1.0], [1e-30, 1.0]]),))
"""
    reference = spoilt("basis", "cases.py", unfair)
    with pytest.raises(CourseError, match=r"basis/cases\.py:1: .*float32"):
        reference.prepare()


def test_an_unfair_draw_is_drawn_again(spoilt):
    sometimes = """

def unit_columns(rng):
    tiny = 1e-30 if rng.random() < 0.5 else 1.0  # its square is no float32
    yield Case("maybe tiny", (np.array([[tiny, 1.0], [tiny, 1.0]]),))
"""
    reference = spoilt("basis", "cases.py", sometimes)
    reference.prepare()
    (case,) = reference.cases(reference.call("unit_columns"))
    assert case.args[0][0, 0] == 1


def test_every_case_has_a_name_of_its_own(references):
    for stage in ("basis", "factor"):
        for call in references[stage].stage.calls:
            names = [case.name for case in references[stage].cases(call)]
            assert len(set(names)) == len(names)


def test_what_a_mistake_makes_of_a_case_is_that_of_its_step(references):
    reference = references["basis"]
    call = reference.call("column_norms")
    made = next(m for m in reference.misconceptions["norms"] if m.cause == "root_missing")
    for _ in range(2):  # the second time it is kept
        for case in reference.cases(call):
            got = reference.mistaken(call.made[0], case, (made,))
            np.testing.assert_allclose(got, (case.args[0] ** 2).sum(axis=0))


def test_what_mistakes_make_is_kept_only_while_there_is_room(course, monkeypatch):
    monkeypatch.setattr("autograder.reference.MAX_KEPT_BYTES", 0)
    reference = Reference(course, course.stages["basis"], seed=20)
    call = reference.call("column_norms")
    made = reference.misconceptions["norms"][:1]
    case = reference.cases(call)[0]
    assert reference.mistaken(call.made[0], case, made) is not reference.mistaken(
        call.made[0], case, made
    )
