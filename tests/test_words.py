"""What students read of this course, in each of its languages: all of it, and in good style."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.cli import main
from autograder.course_file import read_course
from autograder.grading import Grader
from autograder.lint.remark import Page
from autograder.lint.words import lacking, unused
from autograder.reports.html import render_page
from autograder.reports.json import render
from autograder.result import Report
from autograder.submission import Submission
from autograder.words import sentences

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "tests" / "submissions" / "demo"
SOURCE = read_course(ROOT, "en")
GERMAN = read_course(ROOT, "de")
COURSES = {"en": SOURCE, "de": GERMAN}

LONGEST = 150
"""Characters of a sentence, or of a part of one before a colon or semicolon."""

BLAME = {
    "en": r"you (have )?fail|obvious|simply|\bjust\b(?! (as|one|\d))|clearly|of course|easy|!",
    "de": r"versag|offensichtlich|\beinfach\b|natürlich|selbstverständlich|kinderleicht|!|dumm",
}
JARGON = {
    "en": r"worker|\bframe\b|channel|\breferences?\b|outcome|diagnos|misconcept|harness",
    "de": r"Worker|Frame\b|Kanal|\bReferenz|Outcome|Diagnos|Fehlvorstellung|Harness",
}
INSTRUCTS = r"(Look|Check|Try|Ask|Count|Print|Run|Sieh|Prüfe|Probiere|Überlege|Zähle|Gib)\b"


@pytest.fixture(scope="module")
def pages():
    return [Page(SOURCE, stage) for stage in SOURCE.stages.values()]


@pytest.fixture(scope="module")
def causes(pages):
    """Every misconception of the course once."""
    return [
        made for page in pages for known in page.reference.misconceptions.values() for made in known
    ]


def told(causes, language):
    """All that students read in sentences, each with where it comes from."""
    course = COURSES[language]
    for made in causes:
        for text in (made.says, made.look):
            yield f"{made.object} {made.cause}", course.words.translation(text) or text
    for stage in course.stages.values():
        for item in stage.objects:
            yield f"hint of {stage.name}.{item.name}", item.hint
    for name, text in sentences(language).items():
        if name.startswith("verdict."):
            yield name, text


def questions(language):
    for stage in COURSES[language].stages.values():
        yield from ((f"{stage.name}.{item.key}", item.asks) for item in stage.exercises)
        yield from ((f"{stage.name}.question", item.asks) for item in stage.questions)


def parts(text):
    return re.split(r"(?<=[.?:;])\s", text)


def test_the_course_has_german_for_every_text(pages):
    said = [remark.text for page in pages for remark, _ in lacking(page, "de")]
    assert said == [], "autograder words de"


def test_no_translation_belongs_to_nothing(pages):
    assert [remark.text for remark in unused(SOURCE, pages, "de")] == []


def test_a_cause_and_its_translation_have_the_same_places(causes):
    for made in causes:
        for text in (made.says, made.look):
            other = GERMAN.words.translation(text) or text
            assert text.count("{}") == other.count("{}"), (made.cause, other)
            assert "#" not in other, (made.cause, other)


@pytest.mark.parametrize("language", COURSES)
def test_sentences_are_short_and_end(causes, language):
    for place, text in told(causes, language):
        assert text.endswith((".", "?", "…")), (place, text)
        assert max(map(len, parts(text))) <= LONGEST, (place, text)


@pytest.mark.parametrize("language", COURSES)
def test_nobody_is_blamed_and_nothing_internal_is_told(causes, language):
    bad = re.compile(f"{BLAME[language]}|{JARGON[language]}", re.IGNORECASE)
    for place, text in [*told(causes, language), *questions(language)]:
        assert not bad.search(text), (place, text)
    labels = re.compile(f"{BLAME[language]}|toleran", re.IGNORECASE)
    for name, text in sentences(language).items():
        assert not labels.search(text), (name, text)


@pytest.mark.parametrize("language", COURSES)
def test_the_fact_comes_first_and_what_to_do_last(causes, language):
    for made in causes:
        says = COURSES[language].words.translation(made.says) or made.says
        first = parts(says)[0]
        assert not first.endswith("?"), (made.cause, says)
        assert not re.match(INSTRUCTS, first), (made.cause, says)


def facts(document):
    """A report without what is told in words."""
    if isinstance(document, list):
        return [facts(item) for item in document]
    if not isinstance(document, dict):
        return document
    words = {"message", "error", "case", "seconds"}
    return {key: facts(value) for key, value in document.items() if key not in words}


@pytest.fixture(scope="module")
def both():
    """Three of the demo's students in both languages, all stages but the slow audit."""
    made = {}
    for language, course in COURSES.items():
        stages = {name: stage for name, stage in course.stages.items() if name != "audit"}
        with Grader(replace(course, stages=stages)) as grader:
            made[language] = tuple(
                grader.grade(Submission(name, DEMO / name)) for name in ("ben", "dev", "eve")
            )
    return made


def test_verdicts_do_not_depend_on_the_language(both):
    english, german = (
        json.loads(render(Report("course", "1", "strong", both[language])))["submissions"]
        for language in ("en", "de")
    )
    assert facts(german) == facts(english)
    assert german != english


def test_a_german_verdict(both):
    (ben, _, eve) = both["de"]
    said = {f"{stage.name}.{item.name}": item for stage in ben.stages for item in stage.objects}
    item = said["batching.K"]
    assert item.message == (
        "Die Keys K entstehen mit W_Q, der Matrix der Queries. Fall „B=2, T=3, d_model=4, d_k=2, "
        f"d_v=3, causal=False, keine Maske“: bei [0, 0, 0] erwartet {item.evidence.expected:.6g}, "
        f"erhalten {item.evidence.got:.6g}. Lies die Namen in der Zeile, die K berechnet."
    )
    assert said["scores.S"].message == (
        "Richtig aus deinem eigenen raw_scores gemacht: Hier wird nur der Fehler von dort "
        "weitergetragen."
    )
    assert said["shapes.exercises.first_misfit"].message == "nicht richtig"
    assert eve.stages[0].objects[0].message == "Noch nicht ausgefüllt."


@pytest.mark.parametrize("student", [0, 1, 2])
def test_a_german_page_is_german_throughout(both, student):
    page = render_page(GERMAN, both["de"][student])
    assert '<html lang="de">' in page
    shown = page[page.index("<body") : page.index("<script")]
    text = re.sub(r"<svg.*?</svg>|<code>.*?</code>|<[^>]*>", " ", shown, flags=re.S)
    english = re.findall(r"\b(?:the|is|of|with|not|and|right|points|shape|case|got)\b", text, re.I)
    assert english == []
    assert text.count("„") == text.count("“")
    assert '"' not in text


@pytest.fixture
def handed_out(tmp_path):
    """The stage `scores` as students have it, with ben's file in it."""
    folder = shutil.copytree(ROOT / "assignments" / "scores", tmp_path / "scores")
    shutil.copy(DEMO / "ben" / "scores" / "scores.py", folder)
    return folder


def test_a_student_checks_in_german(handed_out, monkeypatch, capsys):
    monkeypatch.chdir(handed_out)
    assert main(["check", "--language", "de"]) == 1
    german = capsys.readouterr().out
    assert "zuerst falsch: raw_scores" in german
    assert "Wartet auf raw_scores." in german
    assert "Aufgaben: noch keine von 8 in exercises.yml beantwortet" in german
    assert "Prüfe, welche Achse über die Queries läuft" in " ".join(german.split())
    monkeypatch.setenv("AUTOGRADER_LANGUAGE", "de")
    assert main(["check"]) == 1
    assert capsys.readouterr().out == german
    assert main(["check", "--language", "en"]) == 1
    assert "first incorrect: raw_scores" in capsys.readouterr().out


def test_a_stage_may_be_german_by_itself(handed_out, monkeypatch, capsys):
    path = handed_out / "public.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "language": "de"}), encoding="utf-8")
    monkeypatch.chdir(handed_out)
    assert main(["check"]) == 1
    assert "zuerst falsch: raw_scores" in capsys.readouterr().out
    assert main(["check", "--language", "fr"]) == 2
    assert "there are de, en" in capsys.readouterr().err
