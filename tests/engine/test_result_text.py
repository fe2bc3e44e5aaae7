"""A result as text comes back as it was; what is no result of the stage does not."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.result import Evidence, ObjectResult, StageResult, Status
from autograder.result_text import decode, encode

numbers = st.floats() | st.integers() | st.booleans() | st.none() | st.text(max_size=5)
values = numbers | st.lists(numbers, max_size=3)
evidence = st.builds(
    Evidence,
    case=st.text(max_size=5),
    index=st.none() | st.lists(st.integers(0, 9), max_size=3).map(tuple),
    expected=values,
    got=values,
    arrays=st.none() | st.tuples(values, values),
)


@pytest.fixture(scope="module")
def stage(course):
    return course.stages["fitting"]


def result(stage, **changes):
    objects = tuple(
        ObjectResult(item.name, Status.CORRECT, item.points, item.points, message="right")
        for item in (*stage.objects, *stage.exercises)
    )
    made = StageResult(stage.name, 1.5, stage.max_points, None, None, 0.25, objects)
    return replace(made, **changes)


@given(found=st.none() | evidence, message=st.text(), points=st.floats(0, 5))
def test_it_comes_back_as_it_was(stage, found, message, points):
    sound = result(stage)
    first = ObjectResult(
        sound.objects[0].name,
        Status.INCORRECT,
        points,
        sound.objects[0].max_points,
        "sign",
        message,
        found,
    )
    made = result(stage, objects=(first, *sound.objects[1:]), first_incorrect=first.name)
    back = decode(encode(made), stage)
    assert repr(back) == repr(made)  # in which nan is like nan, 1 unlike 1.0, () unlike []
    assert back.objects[0].status is Status.INCORRECT


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, -0.0, 5e-324, 0.1 + 0.2], ids=repr
)
def test_every_number_comes_back(stage, value):
    sound = result(stage)
    found = Evidence("c", (0,), value, [value], ([[value]], value))
    first = ObjectResult(
        sound.objects[0].name, Status.INCORRECT, 0.0, sound.objects[0].max_points, evidence=found
    )
    back = decode(encode(result(stage, objects=(first, *sound.objects[1:]))), stage)
    assert repr(back.objects[0].evidence) == repr(found)


def spoilt(text, **changes):
    return json.dumps({**json.loads(text), **changes}).encode()


def objects(text, change):
    listed = json.loads(text)["objects"]
    change(listed)
    return spoilt(text, objects=listed)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda _: b"null",
        lambda _: b"[]",
        lambda _: b"\xff\xfe",
        lambda _: b"[" * 100_000,
        lambda text: text[:-1],
        lambda text: spoilt(text, name="basis"),
        lambda text: spoilt(text, more=1),
        lambda text: spoilt(text, objects=None),
        lambda text: spoilt(text, objects=[]),
        lambda text: objects(text, lambda listed: listed.pop()),
        lambda text: objects(text, lambda listed: listed.reverse()),
        lambda text: objects(text, lambda listed: listed[0].update(status="right")),
        lambda text: objects(text, lambda listed: listed[0].update(max_points=99)),
        lambda text: objects(text, lambda listed: listed[0].update(evidence={"case": "c"})),
        lambda text: objects(text, lambda listed: listed[0].pop("evidence")),
    ],
)
def test_what_is_no_result_of_the_stage_is_refused(stage, spoil):
    text = encode(result(stage))
    assert decode(text, stage) == result(stage)
    with pytest.raises(ValueError, match=r"\w"):
        decode(spoil(text), stage)
