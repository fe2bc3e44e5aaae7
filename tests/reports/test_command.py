"""`autograder grade --html`: pages for all, or a word about what is in the way before any work."""

import builtins
import sys
from pathlib import Path

import pytest

from autograder.cli import main


@pytest.fixture
def graded(tmp_path):
    """Arguments that grade one nearly empty submission of the small course."""
    small = Path(__file__).resolve().parents[1] / "courses" / "least_squares"
    student = tmp_path / "Zoë" / "basis"
    student.mkdir(parents=True)
    (student / "basis.py").write_text("def design(x):\n    return x\n", "utf-8")
    return ["grade", str(student.parent), "--course", str(small)]


def test_pages_are_written(graded, tmp_path, capsys):
    out = tmp_path / "pages"
    assert main([*graded, "--html", str(out)]) == 1
    names = sorted(path.name for path in out.iterdir())
    assert names[1:] == ["class.csv", "class.html", "history.jsonl"]
    assert names[0].startswith("Zoë-")
    assert f"pages: {out / 'class.html'}" in capsys.readouterr().out


def test_pages_of_who_is_gone_are_named_and_stay(graded, tmp_path, capsys):
    out = tmp_path / "pages"
    main([*graded, "--html", str(out)])
    assert "earlier run" not in capsys.readouterr().out
    (gone,) = (path.name for path in out.glob("Zo*.html"))
    (out / "mine.html").write_text("<p>Not a page of a submission.</p>")
    (tmp_path / "Zoë").rename(tmp_path / "ben")
    main(["grade", str(tmp_path / "ben"), *graded[2:], "--html", str(out)])
    said = " ".join(capsys.readouterr().out.split())
    assert f"of an earlier run, and of nobody graded now: {gone}" in said
    assert "mine.html" not in said
    assert {path.name for path in out.glob("*.html")} == {
        "ben.html",
        "class.html",
        "mine.html",
        gone,
    }


def test_a_file_in_the_way(graded, tmp_path, capsys):
    (tmp_path / "taken").touch()
    assert main([*graded, "--html", str(tmp_path / "taken")]) == 2
    assert "can be written there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("package", "said"),
    [("jinja2", "pages need Jinja2"), ("leather", "the class page needs leather")],
)
def test_without_a_package(graded, tmp_path, capsys, monkeypatch, package, said):
    for name in list(sys.modules):
        if name.startswith("autograder.reports."):
            monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def without(name, *rest, **named):
        if name == package:
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    assert main([*graded, "--html", str(tmp_path / "pages")]) == 2
    assert said in capsys.readouterr().err
