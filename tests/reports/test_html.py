"""A submission's page: leads with the first fault, whole in itself, safe and small."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from autograder.reports.html import render_page, write_page
from autograder.reports.looks import LOOKS
from autograder.result import Status

VOID = {"meta", "br", "input", "img", "link"}


class Page(HTMLParser):
    """Checks that tags nest, and gathers them."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.links, self.headings = [], set(), [], [], []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert not any(name.startswith("on") or name == "style" for name in found)
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.text += data


def test_the_first_fault_leads(course, faulty):
    text = Page(render_page(course, faulty)).text
    order = [
        "Where it first goes wrong",
        "parameter_count",
        "Biases are counted.",
        "Nothing is added to X W_Q.",
        "Case d_k=1",
        "32",
        "41",
        "Faults of their own, later",
        "At a glance",
    ]
    places = [text.index(said) for said in order]
    assert places == sorted(places)
    assert "scores.py, line 3: SyntaxError" in text[: text.index("At a glance")]


def test_every_status_is_said(course, faulty):
    text = Page(render_page(course, faulty)).text
    for look in LOOKS.values():
        assert look.meaning in text


def test_the_page_is_whole_and_small(course, faulty, submission):
    for result in (faulty, submission()):
        html = render_page(course, result)
        page = Page(html)
        assert len(html.encode()) < 300_000
        assert not page.tags & {"link", "img", "iframe", "object", "embed", "base", "form"}
        assert "default-src &#39;none&#39;" in html
        assert "http" not in "".join(page.links)
        assert len(page.ids) == len(set(page.ids))
        assert {link[1:] for link in page.links} <= set(page.ids)
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert page.headings[0] == 1
        assert all(after <= before + 1 for before, after in steps)


def test_nothing_hostile_runs(course, hostile):
    page = Page(render_page(course, hostile))
    assert "img" not in page.tags
    assert "<script>window.hit=1</script>" in page.text
    assert "{{7*7}}" in page.text
    assert len(page.text) < 120_000


def test_all_right(course, submission):
    text = Page(render_page(course, submission())).text
    assert "Everything is right" in text
    assert "Where it first goes wrong" not in text


def test_a_withheld_mark(course, submission):
    made = submission()
    stages = (replace(made.stages[0], points=None, error="the grader failed"), *made.stages[1:])
    text = Page(render_page(course, replace(made, points=None, stages=stages))).text
    assert "Mark withheld" in text
    assert "withheld of" in text


def test_nothing_handed_in(course, submission):
    text = Page(render_page(course, submission(absent=tuple(course.stages)))).text
    assert "No object is incorrect" in text or "Where it first goes wrong" in text


def test_stages_left_out_are_told_apart_from_errors(course, submission, faulty):
    left_out = replace(faulty, stages=submission("x", absent=("shapes",)).stages[:1])
    stages = (*left_out.stages, *faulty.stages[1:])
    made = replace(faulty, stages=stages, first_incorrect=("masks", "causal_mask"))
    html = render_page(course, made)
    text = Page(html).text
    lead = text[: text.index("At a glance")]
    assert lead.index("Not handed in") > lead.index("Stages with an error")
    assert "Shapes and projections" not in lead[: lead.index("Not handed in")]
    assert html.count('<details class="absent">') == 1


def test_a_file_that_cannot_be_read_is_not_called_right(course, submission):
    made = submission(errors={"scores": "scores.py, line 3: SyntaxError"}, absent=("shapes",))
    unjudged = [
        replace(
            stage,
            first_incorrect=None,
            objects=tuple(replace(item, status=Status.NOT_JUDGED) for item in stage.objects),
        )
        for stage in made.stages
    ]
    text = Page(render_page(course, replace(made, stages=tuple(unjudged)))).text
    assert "Nothing could be judged." in text
    assert "judged is right" not in text


def test_the_same_result_gives_the_same_page(course, faulty, tmp_path):
    first = write_page(course, faulty, tmp_path).read_bytes()
    assert write_page(course, faulty, tmp_path).read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["ben.html"]


@pytest.mark.parametrize("status", Status)
def test_each_status_has_a_look_of_its_own(status):
    others = [look for other, look in LOOKS.items() if other is not status]
    assert all(LOOKS[status].sign != look.sign for look in others)
    assert all(LOOKS[status].word != look.word for look in others)
