"""Odd and hostile files, made at run time where git cannot hold them: read bounded, or refused.

A file is either graded as the plain file it is, or named in `error` and worth nothing. Nothing
raises, nothing hangs, nothing outside the student's folder is read, and a tree stays whole.
"""

from __future__ import annotations

import json
import os
import random
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import UsageError
from autograder.grading import Grader
from autograder.submission import find_submissions

from .conftest import HONEST
from .world import Memory, check_reports, watchdog

SOURCE = (HONEST / "scores" / "scores.py").read_bytes()
ANSWERS = (HONEST / "scores" / "exercises.yml").read_bytes()
GRADER_CPU_S = 8.0
GRADER_MB = 400
MEBIBYTE = 1 << 20

Build = Callable[[Path, Course], None]


@dataclass(frozen=True)
class Odd:
    """Something handed in.

    Attributes:
        build: makes it in a stage folder in which a right `scores.py` and answers stand already.
        code: whether the code still earns its points.
        answers: whether the answers still do.
        says: what the stage's error tells, if it has one.
    """

    build: Build
    code: bool
    answers: bool = True
    says: str = ""


ODD: dict[str, Odd] = {}


def odd(*, code: bool, answers: bool = True, says: str = "") -> Callable[[Build], Build]:
    def keep(build: Build) -> Build:
        ODD[build.__name__] = Odd(build, code, answers, says)
        return build

    return keep


def put(stage: Path, source: bytes) -> None:
    (stage / "scores.py").write_bytes(source)


# What the file is


@odd(code=False, says="symbolic link")
def link_to_reference(stage: Path, course: Course) -> None:
    (stage / "scores.py").unlink()
    (stage / "scores.py").symlink_to(course.root / "solutions" / "scores" / "reference.py")


@odd(code=False, says="symbolic link")
def link_to_neighbour(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    (stage / "scores.py").symlink_to(HONEST / "scores" / "scores.py")


@odd(code=False, says="symbolic link")
def link_that_leads_nowhere(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    (stage / "scores.py").symlink_to("nowhere")


@odd(code=False, says="symbolic link")
def link_to_itself(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    (stage / "scores.py").symlink_to("scores.py")


@odd(code=True, answers=False, says="symbolic link")
def answers_link_to_key(stage: Path, course: Course) -> None:
    (stage / "exercises.yml").unlink()
    (stage / "exercises.yml").symlink_to(course.root / "solutions" / "scores" / "exercises.yml")


@odd(code=False, answers=False, says="symbolic link")
def stage_folder_is_a_link(stage: Path, _: Course) -> None:
    stage.rename(stage.with_name("real"))
    stage.symlink_to("real")


@odd(code=False, answers=False, says="symbolic link")
def stage_folder_links_to_solutions(stage: Path, course: Course) -> None:
    stage.rename(stage.with_name("real"))
    stage.symlink_to(course.root / "solutions")


@odd(code=True)
def hard_link(stage: Path, _: Course) -> None:
    (stage / "scores.py").rename(stage / "other.py")
    (stage / "scores.py").hardlink_to(stage / "other.py")


@odd(code=False, says="not a plain file")
def fifo(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    os.mkfifo(stage / "scores.py")


@odd(code=False, says="not a plain file")
def fifo_with_an_answer(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    os.mkfifo(stage / "scores.py")
    (stage / "scores.ipynb").write_text(json.dumps({"cells": []}))


@odd(code=False, says="not a plain file")
def socket_file(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    here = Path.cwd()
    os.chdir(stage)  # the path of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("scores.py")
    finally:
        os.chdir(here)


@odd(code=False, says="not a plain file")
def device(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    try:
        os.mknod(stage / "scores.py", 0o666 | 0o020000, os.makedev(1, 5))  # as /dev/zero
    except OSError as error:
        pytest.skip(f"a device cannot be made here: {error}")


@odd(code=False, says="not a plain file")
def folder_for_a_file(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    (stage / "scores.py").mkdir()
    (stage / "scores.py" / "__init__.py").write_bytes(SOURCE)


@odd(code=False, answers=False)
def file_for_a_folder(stage: Path, _: Course) -> None:
    stage.rename(stage.with_name("real"))
    stage.write_bytes(SOURCE)


@odd(code=False, says="larger than")
def sparse_file_of_ten_gigabytes(stage: Path, _: Course) -> None:
    with (stage / "scores.py").open("r+b") as file:
        file.truncate(10 * 1024 * MEBIBYTE)


@odd(code=False, says="larger than")
def one_byte_too_large(stage: Path, _: Course) -> None:
    put(stage, SOURCE + b"#" * (1_000_001 - len(SOURCE)))


@odd(code=True)
def as_large_as_may_be(stage: Path, _: Course) -> None:
    put(stage, SOURCE + b"\n#" + b"x" * (1_000_000 - len(SOURCE) - 2))


@odd(code=False, says="was not handed in")
def other_case(stage: Path, _: Course) -> None:
    (stage / "scores.py").rename(stage / "Scores.py")


@odd(code=False, says="was not handed in")
def looks_like_it(stage: Path, _: Course) -> None:
    (stage / "scores.py").rename(stage / "sc\u043eres.py")
    (stage / "scores.py ").write_bytes(SOURCE)
    (stage / "\u202eyp.serocs").write_bytes(SOURCE)
    (stage / "scores\n.py").write_bytes(SOURCE)
    (stage / "\x1b[31mscores.py").write_bytes(SOURCE)
    (Path(os.fsdecode(os.fsencode(stage) + b"/\xff.py"))).write_bytes(SOURCE)


@odd(code=False, says="was not handed in")
def a_thousand_other_files(stage: Path, _: Course) -> None:
    (stage / "scores.py").unlink()
    for number in range(1000):
        (stage / f"{number}{'x' * 200}.py").touch()


@odd(code=True)
def files_that_configure(stage: Path, _: Course) -> None:
    trap = "raise SystemExit('this was read')\n"
    for name in ("numpy", "conftest", "sitecustomize", "usercustomize", "json", "os", "setup"):
        (stage / f"{name}.py").write_text(trap)
        (stage.parent / f"{name}.py").write_text(trap)
    (stage / "pytest.ini").write_text("[pytest]\naddopts = --version\n")
    (stage / "pyproject.toml").write_text("[")
    (stage / "course.yml").write_text("tolerance: {rtol: 1e9}\n")
    (stage / "public.json").write_text("{")
    (stage / "numpy").mkdir()
    (stage / "numpy" / "__init__.py").write_text(trap)
    (stage / "__pycache__").mkdir()
    (stage / "__pycache__" / "scores.cpython-311.pyc").write_bytes(b"\0" * 64)


@odd(code=True)
def deep_tree(stage: Path, _: Course) -> None:
    here = os.open(stage, os.O_RDONLY)
    try:
        for _level in range(300):
            os.mkdir("x", dir_fd=here)
            deeper = os.open("x", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = deeper
    finally:
        os.close(here)


@odd(code=True)
def archives(stage: Path, _: Course) -> None:
    (stage / "scores.zip").write_bytes(b"PK\x03\x04" + b"../" * 100)
    (stage / "scores.tar.gz").write_bytes(b"\x1f\x8b" + b"\0" * 100)


# What is in the file


@odd(code=True)
def crlf(stage: Path, _: Course) -> None:
    put(stage, SOURCE.replace(b"\n", b"\r\n"))
    (stage / "exercises.yml").write_bytes(ANSWERS.replace(b"\n", b"\r\n"))


@odd(code=True)
def carriage_returns(stage: Path, _: Course) -> None:
    put(stage, SOURCE.replace(b"\n", b"\r"))


@odd(code=True)
def byte_order_mark(stage: Path, _: Course) -> None:
    put(stage, b"\xef\xbb\xbf" + SOURCE)
    (stage / "exercises.yml").write_bytes(b"\xef\xbb\xbf" + ANSWERS)


@odd(code=False, says="scores.py")
def nul_bytes(stage: Path, _: Course) -> None:
    put(stage, SOURCE + b"\0\0\0")


@odd(code=False, says="scores.py")
def utf_16(stage: Path, _: Course) -> None:
    put(stage, SOURCE.decode().encode("utf-16"))


@odd(code=False, says="scores.py")
def not_utf_8(stage: Path, _: Course) -> None:
    put(stage, SOURCE + b"\nTEXT = '\xff\xfe'\n")


@odd(code=True)
def latin_1_with_its_cookie(stage: Path, _: Course) -> None:
    put(stage, b"# -*- coding: latin-1 -*-\n" + SOURCE + b"\n# \xff\xfe\n")


@odd(code=False, says="scores.py")
def unknown_encoding(stage: Path, _: Course) -> None:
    put(stage, b"# coding: no-such-thing\n" + SOURCE)


@odd(code=False)
def codec_that_is_none(stage: Path, _: Course) -> None:
    put(stage, b"# coding: zlib\n" + SOURCE)


@odd(code=False, says="scores.py")
def random_bytes(stage: Path, _: Course) -> None:
    put(stage, random.Random(0).randbytes(900_000))


@odd(code=False)
def empty_file(stage: Path, _: Course) -> None:
    put(stage, b"")


@odd(code=False)
def trojan_source(stage: Path, _: Course) -> None:
    put(stage, "def raw_scores(Q, K):\n    return '\u202e\u2066 '  # ) K @ Q\n".encode())


# Answers


def answer(stage: Path, content: bytes) -> None:
    (stage / "exercises.yml").write_bytes(content)


@odd(code=True, answers=False, says="exercises.yml")
def yaml_bomb(stage: Path, _: Course) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join(['*' + last] * 9)}]"
        for last, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    answer(stage, "\n".join(lines).encode())


@odd(code=True, answers=False)
def yaml_tags(stage: Path, _: Course) -> None:
    answer(stage, b"one: !!python/object/apply:os.system ['touch /tmp/left']\ntwo: !!binary x\n")


@odd(code=True, answers=False, says="exercises.yml")
def yaml_nesting(stage: Path, _: Course) -> None:
    answer(stage, b"a: " + b"[" * 400_000)


@odd(code=True, answers=False, says="exercises.yml")
def yaml_nested_maps(stage: Path, _: Course) -> None:
    answer(stage, b"a: " + b"{a: " * 200_000)


@odd(code=True, answers=False, says="exercises.yml")
def yaml_block_nesting(stage: Path, _: Course) -> None:
    answer(stage, b"a:\n" + b"\n".join(b" " * n + b"- -" for n in range(1, 1300)))


@odd(code=True, answers=False)
def yaml_many_keys(stage: Path, _: Course) -> None:
    answer(stage, b"\n".join(b"k%d: 1" % n for n in range(90_000)))


@odd(code=True, answers=False)
def yaml_same_key_often(stage: Path, _: Course) -> None:
    answer(stage, b"score_shape: [1]\n" * 55_000)


@odd(code=True, answers=False)
def yaml_long_values(stage: Path, course: Course) -> None:
    keys = [item.key for item in course.stages["scores"].exercises]
    forms = [
        "9" * 100_000,
        "0x" + "f" * 100_000,
        "1" * 50_000 + "/" + "0" * 50_000,
        "1e" + "9" * 99_000,
    ]
    forms += ["1 " * 50_000, "(" * 100_000, "٣" * 50_000]
    lines = (f"{key}: '{form}'" for key, form in zip(keys, forms, strict=False))
    answer(stage, "\n".join(lines).encode())


@odd(code=True, answers=False)
def answers_of_every_kind_at_once(stage: Path, course: Course) -> None:
    keys = [item.key for item in course.stages["scores"].exercises]
    answer(stage, "\n".join(f"{key}: 'true 1 2 3 a b c nan inf'" for key in keys).encode())


@odd(code=True, answers=False, says="exercises.yml")
def answers_with_control_characters(stage: Path, _: Course) -> None:
    answer(stage, b"a: \x1b[31m\x07\n")


@odd(code=True, answers=False, says="exercises.yml")
def answers_not_utf_8(stage: Path, _: Course) -> None:
    answer(stage, b"a: \xff\n")


@odd(code=True, answers=False, says="exercises.yml")
def answers_as_a_list(stage: Path, _: Course) -> None:
    answer(stage, b"- 1\n- 2\n")


@odd(code=True, answers=False)
def answers_of_many_documents(stage: Path, _: Course) -> None:
    answer(stage, b"---\n" * 200_000 + b"a: 1\n")


@odd(code=True, answers=False, says="larger than")
def answers_too_large(stage: Path, _: Course) -> None:
    answer(stage, b"#" * 1_000_001)


@odd(code=True, answers=False, says="exercises.yml")
def answers_with_directives(stage: Path, _: Course) -> None:
    answer(stage, b"%TAG ! tag:\x22<script>,2000:\n%YAML 9.9\n---\na: !x!y b\n")


# Notebooks


def notebook(stage: Path, content: bytes) -> None:
    (stage / "scores.ipynb").write_bytes(content)


@odd(code=True, says="not a readable notebook")
def notebook_of_broken_json(stage: Path, _: Course) -> None:
    notebook(stage, b'{"cells": [')


@odd(code=True, says="larger than")
def notebook_of_a_hundred_megabytes(stage: Path, _: Course) -> None:
    with (stage / "scores.ipynb").open("wb") as file:
        file.truncate(100 * 1_000_000)


@odd(code=True, says="not a readable notebook")
def notebook_nested_deep(stage: Path, _: Course) -> None:
    notebook(stage, b'{"cells": ' + b"[" * 10_000_000)


@odd(code=True)
def notebook_of_many_small_things(stage: Path, _: Course) -> None:
    notebook(stage, b'{"cells": [' + b"[]," * 15_000_000 + b"0]}")


@odd(code=True)
def notebook_of_one_large_output(stage: Path, _: Course) -> None:
    notebook(stage, b'{"cells": [{"x": "' + b"A" * 49_000_000 + b'"}]}')


@odd(code=True, says="not a readable notebook")
def notebook_of_a_huge_number(stage: Path, _: Course) -> None:
    notebook(stage, b'{"cells": ' + b"9" * 1_000_000 + b"}")


@odd(code=True, says="symbolic link")
def notebook_is_a_link(stage: Path, _: Course) -> None:
    (stage / "scores.ipynb").symlink_to("/etc/passwd")


@odd(code=True, says="not a readable notebook")
def notebook_is_no_mapping(stage: Path, _: Course) -> None:
    notebook(stage, b"[1, 2, NaN]")


@pytest.mark.parametrize("name", ODD)
def test_handed_in(name: str, grader: Grader, course: Course, tmp_path: Path) -> None:
    given = ODD[name]
    stage = tmp_path / "student" / "scores"
    stage.mkdir(parents=True)
    put(stage, SOURCE)
    (stage / "exercises.yml").write_bytes(ANSWERS)
    given.build(stage, course)

    before = _seen(tmp_path)
    with watchdog(20.0), Memory() as memory:
        began = time.process_time()
        result = grader.grade_stage("scores", stage)
        cpu_s = time.process_time() - began
    assert cpu_s < GRADER_CPU_S
    assert memory.growth_mb < GRADER_MB
    assert _seen(tmp_path) == before

    assert result.points is not None, f"the mark is withheld: {result.error}"
    code = [item for item in result.objects if not item.name.startswith("exercises.")]
    answers = [item for item in result.objects if item.name.startswith("exercises.")]
    assert {item.points == item.max_points for item in code} == {given.code}, result
    assert all(item.points == item.max_points for item in answers) == given.answers, result
    if not given.answers:
        assert sum(item.points for item in answers) == 0
    assert (given.says or "") in (result.error or "")
    check_reports(course, grader.isolation, result)


def _seen(root: Path) -> list[str]:
    return sorted(entry.name for folder in (root, root / "student") for entry in folder.iterdir())


# Names of students

NAMES = [
    b"ada", b"-rf", b"--json=x", b" ", b"a b", b"...", b"..a", b"~", b"$(touch left)", b"`id`",
    b"a\nb", b"a\rb", b"\x1b]0;owned\x07", b"\x1b[2J", b"\x7f", b"\xff\xfe", b"\xc3\x28",
    b"a\\x0ab", b"*", b"<script>alert(1)<", b"&amp;", b"'\";--", b"=1+1", b"@SUM(A1)", b"+1",
    b"NUL", b"CON.txt", b"a.", "\u202eada".encode(), "ad\u200ba".encode(), "é".encode(),
    "e\u0301".encode(), b"ADA", "аda".encode(), "\u2028".encode(), b"x" * 255,
    "𐀀".encode() * 60, b"nan", b"null", b"{0}", b"%s",
]  # fmt: skip


def test_every_name_appears_once_and_can_be_shown(course: Course, tmp_path: Path) -> None:
    tree = tmp_path / "submitted"
    for name in NAMES:
        stage = Path(os.fsdecode(os.fsencode(tree) + b"/" + name)) / "scores"
        stage.mkdir(parents=True)
        (stage / "scores.py").write_bytes(SOURCE)
    found = find_submissions(tree, course.stages)
    assert len(found) == len(NAMES)
    shown = [submission.student for submission in found]
    assert len(set(shown)) == len(NAMES)
    for name in shown:
        assert name.isprintable()
        name.encode("utf-8")
    assert all(submission.error is None for submission in found)


@pytest.mark.parametrize("name", [b"\xff\n\x1b[31m", b"-x", "\u202eada".encode()], ids=ascii)
def test_an_odd_name_is_graded_as_any_other(
    grader: Grader, course: Course, tmp_path: Path, name: bytes
) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    (folder / "scores").mkdir(parents=True)
    (folder / "scores" / "scores.py").write_bytes(SOURCE)
    (submission,) = find_submissions(folder, course.stages)
    result = grader.grade(submission)
    assert result.points
    for stage in result.stages:
        check_reports(course, grader.isolation, stage, result.student)


def test_a_student_folder_that_is_a_link_is_refused_and_named(
    grader: Grader, course: Course, tmp_path: Path
) -> None:
    tree = tmp_path / "submitted"
    tree.mkdir()
    (tree / "ada").symlink_to(HONEST)
    (tree / "ben").mkdir()
    (tree / "self").symlink_to(tree)
    found = {submission.student: submission for submission in find_submissions(tree, course.stages)}
    assert {"ada", "ben", "self"} == set(found)
    for name in ("ada", "self"):
        result = grader.grade(found[name])
        assert result.points == 0
        assert "symbolic link" in (result.error or "")


@pytest.mark.parametrize("inner", ["", "notes", "scores.py"], ids=["empty", "notes", "a file"])
def test_a_student_named_as_a_stage_hides_nobody(
    course: Course, tmp_path: Path, inner: str
) -> None:
    for name in ("ada", "ben"):
        (tmp_path / name / "scores").mkdir(parents=True)
    (tmp_path / "masks").mkdir()
    if inner:
        (tmp_path / "masks" / inner).mkdir()
    found = {submission.student for submission in find_submissions(tmp_path, course.stages)}
    assert found == {"ada", "ben", "masks"}


def test_a_folder_that_may_not_be_read_hides_nobody(
    grader: Grader, course: Course, tmp_path: Path
) -> None:
    for name in ("ada", "scores"):
        (tmp_path / name / "scores").mkdir(parents=True)
        (tmp_path / name / "scores" / "scores.py").write_bytes(SOURCE)
    (tmp_path / "scores").chmod(0)
    try:
        if os.access(tmp_path / "scores", os.R_OK):
            pytest.skip("this user may read everything")
        try:
            found = find_submissions(tmp_path, course.stages)
        except UsageError as error:
            pytest.fail(f"nobody is graded: {error}")
        assert {submission.student for submission in found} == {"ada", "scores"}
        assert all(grader.grade(submission).points is not None for submission in found)
    finally:
        (tmp_path / "scores").chmod(0o700)


def test_a_folder_of_ten_thousand_students_is_listed_in_time(
    course: Course, tmp_path: Path
) -> None:
    for number in range(10_000):
        (tmp_path / f"student{number}").mkdir()
    with watchdog(20.0):
        assert len(find_submissions(tmp_path, course.stages)) == 10_000
