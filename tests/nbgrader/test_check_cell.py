"""A check cell: the verdict once, the student's own arrays, and an error of one sentence."""

import re
import shutil
from pathlib import Path

import pytest

from autograder import notebook
from autograder.notebook import NotRightYet, check

ROOT = Path(__file__).parents[2]
SOUND = ROOT / "tests" / "submissions" / "demo" / "ada"


@pytest.fixture
def cell(tmp_path, monkeypatch):
    """Runs `check` on a stage's files with one line changed; returns what was shown and raised."""

    def run(stage, name, old="", new=""):
        folder = tmp_path / stage
        shutil.copytree(ROOT / "assignments" / stage, folder)
        sound = (SOUND / stage / f"{stage}.py").read_text()
        assert old in sound
        (folder / f"{stage}.py").write_text(sound.replace(old, new, 1))
        monkeypatch.chdir(folder)
        shown, raised = [], ""
        monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
        notebook._checked.clear()
        try:
            check(name)
        except NotRightYet as error:
            raised = str(error)
        (data,) = shown
        return data["text/html"], data["text/plain"], raised

    return run


def test_a_right_object_raises_nothing_and_is_plotted(cell):
    _, text, raised = cell("W_O", "contributions")
    assert raised == ""
    assert "Your own contributions" in text
    worked = text[text.index("worked example") :].splitlines()
    assert "0.0425" in worked[4]
    assert "2.915" in worked[5], "the sum of the terms, from the worked example"


def test_weights_over_the_wrong_axis_are_seen_in_their_row_sums(cell):
    wrong = ("total = E.sum(axis=-1", "total = E.sum(axis=-2")
    html, text, raised = cell("softmax", "softmax", *wrong)
    assert raised == "softmax is not right yet; what is known of it stands above."
    assert text.count("expected 0.985834") == 1
    assert html.count("first row sums to") == 1
    rows = text[text.index("Your own softmax") :].splitlines()[7:9]
    assert [row.split()[-1] for row in rows] == ["1.013", "0.9867"]


@pytest.mark.parametrize("name", [None, "A"])
@pytest.mark.parametrize("new", ["total = E.sum(axis=-2", "return E +"])
def test_plain_text_stays_within_80_columns(cell, name, new):
    _, text, _ = cell("softmax", name, "total = E.sum(axis=-1", new)
    assert max(map(len, text.splitlines())) <= 80


def test_what_waits_is_plotted_too(cell):
    html, _, raised = cell("batching", "A", "/ np.sqrt(Q.shape[-1])", "")
    assert raised == "A waits: S comes first, and is not right yet."
    assert "Your own A" in html


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("return None", None),
        ("return np.full((T, T), np.nan)", "nan"),
        ("return 'mask'", "no real numbers to draw"),
        ("return np.zeros((0, T))", "which is empty"),
        ("return np.zeros((3, T, T, 2))", "shape (3, 2, 2, 2)"),
        ("raise ValueError(T)", None),
        ("return np.full((T, T), 1e300) * 1e300", "∞"),
    ],
)
def test_a_mask_of_any_kind_is_drawn_or_left_out(cell, new, said):
    old = "return np.where(key <= query, 0.0, -np.inf)"
    html, text, raised = cell("masks", "causal_mask", old, new)
    assert raised.startswith("causal_mask is not ")
    assert ("Your own causal_mask" in html) is (said is not None)
    assert said is None or said in text[text.index("Your own") :]


def test_an_object_without_a_plot_has_none(cell):
    html, text, _ = cell("W_O", "H")
    assert "Your own" not in html + text


def test_two_outputs_share_a_page(cell):
    html = "".join(cell(stage, None)[0] for stage in ("W_O", "masks"))
    assert "Your own" in html
    assert re.findall(r" (?:id|on\w+)=|<script|<style|<link|position:|url\(", html) == []
