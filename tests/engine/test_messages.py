"""What a student reads: never empty, bounded, quoted, and silent about values where told to be."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.authoring import Misconception
from autograder.compare import Comparison, Difference
from autograder.course import Object
from autograder.finding import Finding, Reason
from autograder.messages import evidence_of, load_error, message, quoted
from autograder.observe import observations
from autograder.outcome import Died, Raised, Returned, Unreadable
from autograder.result import Status

X = Object("x", "solve", 3.0, hint="Look at the sign.")
KNOWN = Misconception("sign", "x", "x", abs, "Your x has the wrong sign.", "The last line.")
SECRET = "271.828"
VALUE = Difference("value", (1, 0), 271.828, -271.828)
RAISED = Raised("ValueError", ("ValueError",), f"operands {SECRET}", 12, "solve")
DIED = Died("time_out", "ran for more than 2 s of CPU time")


def told(reason, *, evidence="entry", **facts):
    finding = Finding(X, Status.INCORRECT, reason, **facts)
    return message(finding, "factor.py", evidence=evidence)


@pytest.mark.parametrize("policy", ["none", "entry"])
@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_has_words_even_without_a_hint(reason, policy):
    least = {
        "value": {"difference": VALUE, "case": "c"},
        "exception": {"outcome": RAISED},
        "died": {"outcome": DIED},
        "share": {"notes": ("3 of 5 answers are right",)},
    }
    finding = Finding(Object("x", "solve", 3.0), Status.INCORRECT, reason, **least.get(reason, {}))
    assert message(finding, "factor.py", evidence=policy).strip()


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_stays_within_bounds(reason):
    long = "long " * 2000
    said = told(
        reason,
        known=(Misconception("a", "x", "x", abs, long, long),) * 3,
        case=long,
        difference=Difference("value", (0,) * 500, long, long, key=long),
        outcome=Raised("E" * 500, ("E",), long, 3, "f"),
        upstream=(long, long),
        part=long,
        notes=(long, long),
    )
    assert 0 < len(said) <= 2000


def test_a_wrong_value():
    said = told("value", case="B=2", difference=VALUE, notes=("the shape is right",))
    assert said == (
        "Case B=2: at [1, 0] expected 271.828, got -271.828. The shape is right. Look at the sign."
    )


def test_a_recognised_mistake_leads():
    said = told("value", case="B=2", difference=VALUE, known=(KNOWN,))
    assert said.startswith("Your x has the wrong sign. Case B=2: at [1, 0] expected 271.828")
    assert said.endswith("The last line.")


def test_a_change_by_rounding_is_shown_with_all_its_digits():
    change = Difference("value", (0, 2), -1.0, -0.9999999999999999)
    said = told("changes_input", case="x (1, 3)", difference=change)
    assert "at [0, 2] was -1.0, became -0.9999999999999999" in said


def test_two_mistakes_at_once_are_both_named():
    other = Misconception("root", "x", "y", abs, "Your x lacks a root.", "The first line.")
    said = told("value", case="B=2", difference=VALUE, known=(KNOWN, other))
    assert all(part in said for part in (KNOWN.says, other.says, KNOWN.look, other.look))


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        (Difference("shape", None, (2, 3), (3,)), "x has shape (3,), due is (2, 3)."),
        (Difference("keys", None, (2,), None, "R"), "x['R'] is not there."),
        (Difference("type", None, "an array", "a dict"), "x must be an array, not a dict."),
        (Difference("zero", (0, 1), 0.0, 1e-9), "expected 0, got 1e-09 (it must be exactly 0)"),
        (Difference("type", None, 32, "32.0"), "x must be the integer 32, not 32.0."),
        (Difference("nan", (0,), 1.0, float("nan")), "expected 1, got nan"),
        (Difference("value", None, (2,), (3,), "R"), "R: expected (2,), got (3,)"),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_differences_in_words(difference, words):
    assert words in told("value", case="B=2", difference=difference)


def test_an_exception_names_its_line():
    said = told("exception", case="B=2", outcome=RAISED)
    assert said.startswith("solve raises ValueError at line 12 of factor.py: “operands 271.828”")


def test_a_death_says_what_limit():
    said = told("died", case="B=2", outcome=DIED)
    assert said == "solve ran for more than 2 s of CPU time (case B=2)."


@pytest.mark.parametrize("reason", get_args(Reason))
def test_policy_none_reveals_no_value(reason):
    facts = {
        "case": f"case of {SECRET}",
        "difference": VALUE,
        "outcome": RAISED,
        "known": (KNOWN,) if reason in ("value", "company") else (),
        "notes": ("3 of 5 answers are right", f"missed kinds: {SECRET}"),
    }
    assert SECRET not in told(reason, evidence="none", **facts)


def test_policy_none_reveals_no_count():
    found = Comparison(1e-4, 1e-5, ("integer",)).difference(271828, 3.5)
    assert "271828" not in told("value", evidence="none", case="c", difference=found)


def test_policy_none_reveals_no_value_by_a_note():
    notes = observations(np.array([2.0, 4.0]), np.array([1.0, 2.0]), wrong=1, judged=1)
    said = told("value", evidence="none", case="c", difference=VALUE, notes=notes)
    assert "0.5" not in said


def test_a_single_number_has_no_shape_to_praise():
    assert observations(32, 32.0, wrong=1, judged=1) == ()


@pytest.mark.parametrize("difference", [VALUE, Difference("shape", None, (271,), (828,))])
def test_policy_none_reveals_no_shape_or_entry(difference):
    said = told("value", evidence="none", case="B=2", difference=difference)
    assert not set("0123456789") & set(said)


def test_policy_none_gives_no_evidence():
    finding = Finding(X, Status.INCORRECT, "value", case="B=2", difference=VALUE)
    assert evidence_of(finding, "none") is None
    shown = evidence_of(finding, "entry")
    assert (shown.case, shown.index, shown.expected, shown.got) == (
        "B=2",
        (1, 0),
        271.828,
        -271.828,
    )


def test_evidence_is_plain():
    difference = Difference("shape", None, (2, 3), (3,))
    shown = evidence_of(
        Finding(X, Status.INCORRECT, "value", case="c", difference=difference), "entry"
    )
    assert (shown.expected, shown.got) == ([2, 3], [3])
    difference = Difference("value", (0,), 1.0, 1 + 2j)
    shown = evidence_of(
        Finding(X, Status.INCORRECT, "value", case="c", difference=difference), "entry"
    )
    assert shown.got == "(1+2j)"


HOSTILE = "\x1b[2J\r\n\x00<script>\u202e" + "x" * 5000


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"outcome": Raised("E", ("E",), HOSTILE)}, id="the text of an exception"),
        pytest.param(
            {"difference": Difference("value", None, "Q", HOSTILE)}, id="an answer that is text"
        ),
    ],
)
def test_student_text_is_escaped_and_bounded(facts):
    reason = "exception" if "outcome" in facts else "value"
    said = told(reason, case="c", **facts)
    assert said.isprintable()
    assert len(said) < 600
    evidence = evidence_of(Finding(X, Status.INCORRECT, reason, case="c", **facts), "entry")
    assert evidence is None or (evidence.got.isprintable() and len(evidence.got) <= 210)


def test_the_name_of_an_exception_is_escaped():
    assert told("exception", case="c", outcome=Raised("E\x1b[2J", ("E",), "")).isprintable()


def test_the_name_of_a_type_is_escaped_and_bounded():
    found = Comparison(1e-4, 1e-5).difference(np.ones(2), Unreadable("T\x1b[2J"))
    assert told("value", case="c", difference=found).isprintable()


@given(st.text())
def test_quoted_is_one_printable_line_within_bounds(text):
    shown = quoted(text)
    assert shown[0] + shown[-1] == "“”"
    assert shown.isprintable()
    assert len(shown) <= 202


def test_load_errors():
    raised = Raised("SyntaxError", ("SyntaxError",), "never closed", 17)
    assert load_error(raised, "basis.py") == "basis.py, line 17: SyntaxError: never closed"
    assert load_error(Returned(None), "basis.py") == ""
    died = load_error(Died("time_out", "ran for more than 2 s"), "basis.py")
    assert died == "basis.py could not be imported: it ran for more than 2 s"
