"""The engine knows nothing of any course: none of its words stands in it."""

import re

import pytest

WORDS = re.compile(
    r"attention|softmax|\bquer(y|ies)\b|\bW_[OQKV]\b|\bcausal|transformer|least.squares|residual",
    re.I,
)


def test_no_word_of_a_course_stands_in_the_engine(root):
    found = [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for path in sorted((root / "autograder").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if WORDS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("suffix", ["*.py", "*.yml"])
def test_the_small_course_is_of_another_field(small, suffix):
    for path in small.rglob(suffix):
        assert not re.search(r"attention|softmax", path.read_text(encoding="utf-8"), re.I)
