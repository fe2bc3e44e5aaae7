"""The drawing: every status in words and in a border of its own, links only where asked for."""

import re
from dataclasses import replace

import pytest

from autograder.reports.drawing import draw_chain
from autograder.reports.notebook import plain_stage, render_stage


@pytest.fixture
def batching(faulty):
    return next(stage for stage in faulty.stages if stage.name == "batching")


def test_every_node_says_its_status(course, batching):
    svg = draw_chain(course.stages["batching"].objects, batching)
    text = re.sub(r"<[^>]+>", " ", svg)
    for word in ("correct", "first fault", "follows", "not filled in", "not judged"):
        assert word in text
    assert "<a " not in svg
    assert 'role="img"' in svg


def test_nodes_are_links_where_asked(course, batching):
    svg = draw_chain(course.stages["batching"].objects, batching, lambda name: f"#{name}")
    assert svg.count("<a href=") == len(course.stages["batching"].objects)
    assert 'role="group"' in svg


def test_the_fault_is_seen_to_go_on(course, batching):
    svg = draw_chain(course.stages["batching"].objects, batching)
    assert svg.count("edge carried") == 2, "S to A, H to Y"


def test_names_are_escaped_and_cut(batching):
    item = replace(batching.objects[0], name="<b>" * 40)
    svg = draw_chain((), replace(batching, objects=(item,)))
    assert "<b>" not in svg
    assert "…" in svg


def test_a_fragment_has_the_same_drawing(course, batching):
    objects = course.stages["batching"].objects
    html = render_stage(objects, batching)
    assert draw_chain(objects, batching) in html
    count = len(course.stages["batching"].exercises)
    assert f"Exercises: {count} of {count} right" in html


def test_the_plain_text_leads_with_the_fault(batching):
    text = plain_stage(batching)
    assert text.startswith("First incorrect object: S")
    assert "  A follows from an earlier fault" in text
    assert "Not divided." in text


def test_nothing_is_drawn_of_an_empty_stage(batching):
    assert "<svg" in draw_chain((), replace(batching, objects=(), first_incorrect=None))
