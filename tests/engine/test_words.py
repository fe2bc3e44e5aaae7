"""Sentences by id, a course's texts by what they say, and which language is in force."""

import ast
import re
import string
from pathlib import Path

import pytest
import yaml

from autograder import words
from autograder.cli import main
from autograder.course_file import read_course
from autograder.errors import CourseError, UsageError
from autograder.words import Words, case_name, course_text, read_words, say, speaking

ENGINE = Path(words.__file__).parents[1]
GERMAN = Words(
    "de",
    {
        "Look at row 7.": "Sieh dir Zeile 7 an.",
        "item # of #": "Element # von #",
        "two axes": "zwei Achsen",
        "no mask, at all": "ganz ohne Maske",
    },
)


def own(language):
    return yaml.safe_load((ENGINE / "words" / f"{language}.yml").read_text(encoding="utf-8"))


def placeholders(text):
    return sorted(field for _, field, _, _ in string.Formatter().parse(text) if field)


def forms_in(tree):
    """Patterns of all texts in a piece of code: what is put into one may be any id."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield re.escape(tree.value)
    elif isinstance(tree, ast.JoinedStr):
        parts = [
            re.escape(part.value) if isinstance(part, ast.Constant) else r"[\w.]*"
            for part in tree.values
        ]
        yield "".join(parts)
    if isinstance(tree, ast.Compare) or getattr(getattr(tree, "func", None), "attr", "") == "get":
        return  # texts that are compared or looked up are no ids
    for node in ast.iter_child_nodes(tree):
        if not isinstance(tree, ast.JoinedStr) or isinstance(node, ast.FormattedValue):
            yield from forms_in(node)


def ids_in_use():
    """Patterns of the ids that code and templates ask for."""
    found = set()
    for path in ENGINE.rglob("*.py"):
        found |= set(forms_in(ast.parse(path.read_text(encoding="utf-8"))))
    for path in ENGINE.rglob("*.html"):
        found |= set(map(re.escape, re.findall(r'"([a-z_.]+)"', path.read_text("utf-8"))))
    return {form for form in found if re.search(r"[a-z]{3}", form)}


def test_no_sentence_is_left_that_nothing_says():
    used = re.compile("|".join(sorted(ids_in_use())))
    assert [name for name in own("en") if not used.fullmatch(name)] == []


def test_no_sentence_is_said_that_is_not_there():
    asked = set()
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                asked |= set(forms_in(node.args[0]))
    for path in ENGINE.rglob("*.html"):
        asked |= set(map(re.escape, re.findall(r'say\("([a-z_.]+)"', path.read_text("utf-8"))))
    lacking = [form for form in asked if not any(re.fullmatch(form, name) for name in own("en"))]
    assert lacking == []


@pytest.mark.parametrize("language", sorted(set(words.languages()) - {"en"}))
def test_every_language_says_the_same(language):
    english, other = own("en"), own(language)
    assert other.keys() == english.keys()
    assert [n for n in english if placeholders(english[n]) != placeholders(other[n])] == []


def test_the_schema_knows_the_languages(root):
    schema = yaml.safe_load((root / "autograder/course.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["language"]["enum"] == words.languages()


def test_english_is_in_force_until_another_is():
    assert say("right") == "right"
    with speaking(GERMAN):
        assert say("right") == "richtig"
        assert say("verdict.waits", upstream="Q") == "Wartet auf Q."
    assert say("right") == "right"


def test_a_text_without_translation_is_shown_as_it_is():
    with speaking(GERMAN):
        assert course_text("Look at row 7.") == "Sieh dir Zeile 7 an."
        assert course_text("Look at row 8.") == "Look at row 8."
    assert course_text("Look at row 7.") == "Look at row 7."


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("B=2, item 3 of 12, two axes", "B=2, Element 3 von 12, zwei Achsen"),
        ("two axes: lengths=[3, 1], (2, 3)", "zwei Achsen: lengths=[3, 1], (2, 3)"),
        ("item -1 of 1e30", "Element -1 von 1e30"),
        ("no mask, at all", "ganz ohne Maske"),
        ("item W_3 of x2", "item W_3 of x2"),
    ],
)
def test_names_of_cases_part_by_part(name, shown):
    with speaking(GERMAN):
        assert case_name(name) == shown


@pytest.mark.parametrize(
    ("text", "has_words"),
    [
        ("Scores", True),
        ("0 where j ≤ i", True),
        ("(..., T_q, T_k)", False),
        ("Q Kᵀ / √d_k", False),
        ("causal=False", False),
        ("exp(s_j)", False),
    ],
)
def test_symbols_are_not_translated(text, has_words):
    assert words.has_words(text) == has_words


@pytest.fixture
def translated(copy_small, tmp_path):
    """A course with German for one text of each kind."""
    root = copy_small(tmp_path / "course")
    (root / "solutions/words/de").mkdir(parents=True)
    text = '? "Least squares"\n: "Kleinste Quadrate"\n? "The basis"\n: "Die Basis"\n'
    (root / "solutions/words/de/course.yml").write_text(text, encoding="utf-8")
    return root


def test_a_course_is_read_in_its_language(translated):
    path = translated / "course.yml"
    title = read_course(path).stages["basis"].title
    (translated / "solutions/words/de/course.yml").write_text(
        f'? "{title}"\n: "Die Basis"\n', encoding="utf-8"
    )
    assert read_course(path, "de").stages["basis"].title == "Die Basis"
    path.write_text("language: de\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_course(path).stages["basis"].title == "Die Basis"
    assert read_course(path, "en").stages["basis"].title == title
    assert read_course(path).title == read_course(path, "en").title


def test_an_unknown_language(translated, capsys):
    with pytest.raises(UsageError, match="fr: no such language; there are de, en"):
        read_course(translated, "fr")
    assert main(["grade", "--course", str(translated), "--language", "fr", str(translated)]) == 2
    assert "no such language" in capsys.readouterr().err
    path = translated / "course.yml"
    path.write_text("language: fr\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(CourseError, match=r"course\.yml:1: language: 'fr' is not allowed"):
        read_course(translated)


@pytest.mark.parametrize(
    "text", ["- a list", "a: [b]", "3: drei", '"unclosed: x', "a: &x b\nc: !!python/name:os.x"]
)
def test_a_file_of_translations_that_is_none(translated, text):
    (translated / "solutions/words/de/course.yml").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match=r"words/de/course\.yml:1: "):
        read_words(translated, "de")


def test_entries_left_empty_are_as_if_not_there(translated):
    path = translated / "solutions/words/de/course.yml"
    path.write_text('? "Look."\n: \n? "There."\n: ""\n', encoding="utf-8")
    assert read_words(translated, "de").texts == {}
