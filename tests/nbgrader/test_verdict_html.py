"""The drawn verdict: every status in words, the first fault leading, nothing unescaped."""

from html.parser import HTMLParser

import pytest

from autograder.course import Object
from autograder.reports.notebook import render_object, render_stage
from autograder.result import Evidence, ObjectResult, StageResult, Status

HOSTILE = '<img src=x onerror="alert(1)">&$\\href{x}$'


def result(*objects, first=None, error=None, points=1.0):
    return StageResult("scores", points, 9.0, first, error, 0.1, objects)


def made(name, status, **more):
    return ObjectResult(name, status, 0.0, 3.0, **more)


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.open, self.seen = [], set()
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("status", Status)
def test_every_status_is_said_in_words(status):
    words = {"missing": "not filled in", "follows": "follows from an earlier fault"}
    html = render_stage((), result(made("S", status)))
    assert words.get(status, status.replace("_", " ")) in html


def test_the_first_incorrect_object_leads():
    evidence = Evidence("c", (0, 1), 1.5, "nan")
    html = render_stage(
        (Object("S", "f", 3.0, "raw / √d_k", "(T, T)"),),
        result(
            made("R", Status.CORRECT),
            made(
                "S",
                Status.INCORRECT,
                message="Not divided.",
                evidence=evidence,
            ),
            made("A", Status.FOLLOWS, message="It follows."),
            made("Y", Status.MISSING, message="not filled in yet"),
            first="S",
        ),
    )
    order = ["First incorrect object: <code>S</code>", "raw / √d_k, shape (T, T)", "Not divided."]
    order += ["[0, 1]", "1.5", "nan", "<ol", "not filled in yet"]
    places = [html.index(text) for text in order]
    assert places == sorted(places)
    Tags(html)


def test_everything_is_escaped():
    item = made(
        HOSTILE,
        Status.INCORRECT,
        message=HOSTILE,
        evidence=Evidence(HOSTILE, None, HOSTILE, HOSTILE),
    )
    for html in (
        render_stage((), result(item, first=HOSTILE, error=HOSTILE)),
        render_object((), item),
    ):
        assert "img" not in Tags(html).seen
        assert "tex2jax_ignore" in html


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (result(made("S", Status.NOT_JUDGED), points=None), "Mark withheld"),
        (result(made("S", Status.CORRECT)), "All correct"),
        (result(made("S", Status.NOT_JUDGED), error="no file"), "could not be judged"),
    ],
)
def test_the_headline(given, said):
    assert said in render_stage((), given)
