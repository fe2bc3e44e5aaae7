"""Every folder appears under a name that can be shown; only plain files are read, within bounds."""

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import UsageError
from autograder.submission import escaped, find_submissions, read_file

STAGES = ("basis", "factor")


@pytest.fixture
def tree(tmp_path):
    def tree(*paths):
        for path in paths:
            (tmp_path / path).mkdir(parents=True)
        return tmp_path

    return tree


def found(path):
    return [item.student for item in find_submissions(path, STAGES)]


def test_a_tree(tree):
    assert found(tree("ben/factor", "ada/basis", "eve")) == ["ada", "ben", "eve"]


def test_one_folder(tree):
    path = tree("ada/basis", "ada/factor")
    assert found(path / "ada") == ["ada"]


def test_one_folder_given_as_here(tree, monkeypatch):
    monkeypatch.chdir(tree("ada/basis") / "ada")
    assert found(Path()) == ["ada"]


def test_a_student_called_like_a_stage(tree):
    assert found(tree("basis/basis", "basis/factor", "ada/basis")) == ["ada", "basis"]


def test_a_student_called_like_a_stage_alone(tree):
    assert found(tree("basis/basis")) == ["basis"]


def test_what_stands_beside_the_students(tree):
    path = tree("ada/basis", ".git", "__pycache__", ".ipynb_checkpoints")
    (path / "gradebook.db").write_text("")
    assert found(path) == ["ada"]


def test_a_student_of_no_stage_appears(tree):
    assert found(tree("ada/basis", "ben/basics")) == ["ada", "ben"]


def test_nothing_there(tmp_path):
    with pytest.raises(UsageError, match="<student>/<stage>/"):
        find_submissions(tmp_path, STAGES)
    with pytest.raises(UsageError, match="no such folder"):
        find_submissions(tmp_path / "absent", STAGES)


ODD = {
    "new\nline": "new\\x0aline",
    "\x1b[31mred": "\\x1b[31mred",
    "back\\slash": "back\\\\slash",
    "right\u202eleft": "right\\u202eleft",
    "zero\u200bwidth": "zero\\u200bwidth",
    "<b>bold": "<b>bold",
    "Zoë Øster": "Zoë Øster",
    "学生": "学生",
    "-rf": "-rf",
    "..name": "..name",
    "a'\"b": "a'\"b",
    " ": " ",
}


@pytest.mark.parametrize(("name", "shown"), ODD.items(), ids=ascii)
def test_odd_names(tree, name, shown):
    (submission,) = find_submissions(tree(f"{name}/basis"), STAGES)
    assert submission.student == shown
    assert submission.folder.name == name


def test_a_name_that_is_no_text(tmp_path):
    os.makedirs(os.fsencode(tmp_path) + b"/\xff\xfe/basis")
    assert found(tmp_path) == ["\\xff\\xfe"]


@given(st.text(), st.text())
def test_escaped_names_can_be_shown_and_told_apart(one, other):
    assert escaped(one).isprintable()
    if one != other:
        assert escaped(one) != escaped(other)


def test_a_folder_that_is_a_link(tree):
    path = tree("ada/basis")
    (path / "eve").symlink_to(path / "ada")
    ada, eve = find_submissions(path, STAGES)
    assert ada.error is None
    assert "symbolic link" in eve.error


@pytest.fixture
def stage(tmp_path):
    folder = tmp_path / "ada" / "basis"
    folder.mkdir(parents=True)
    return folder


def test_a_file(stage):
    (stage / "basis.py").write_bytes(b"x = 1\r\n\xff")
    taken = read_file(stage, "basis.py")
    assert (taken.content, taken.error) == (b"x = 1\r\n\xff", None)


def test_an_empty_file(stage):
    (stage / "basis.py").touch()
    assert read_file(stage, "basis.py").content == b""


def absent(stage):
    pass


def no_folder(stage):
    stage.rmdir()


def folder_is_a_file(stage):
    stage.rmdir()
    stage.write_text("")


def other_case(stage):
    (stage / "BASIS.py").write_text("")


@pytest.mark.parametrize("make", [absent, no_folder, folder_is_a_file, other_case])
def test_what_is_not_there(stage, make):
    make(stage)
    taken = read_file(stage, "basis.py")
    assert (taken.content, taken.error) == (None, None)


def link(stage):
    (stage.parent / "elsewhere.py").write_text("secret")
    (stage / "basis.py").symlink_to(stage.parent / "elsewhere.py")


def dangling_link(stage):
    (stage / "basis.py").symlink_to(stage / "nowhere")


def endless_link(stage):
    (stage / "basis.py").symlink_to(stage / "basis.py")


def linked_stage(stage):
    stage.rename(stage.with_name("real"))
    (stage.with_name("real") / "basis.py").write_text("secret")
    stage.symlink_to(stage.with_name("real"))


def linked_student(stage):
    (stage / "basis.py").write_text("secret")
    stage.parent.rename(stage.parent.with_name("real"))
    stage.parent.symlink_to(stage.parent.with_name("real"))


def device(stage):
    (stage / "basis.py").symlink_to("/dev/zero")


@pytest.mark.parametrize(
    "make", [link, dangling_link, endless_link, linked_stage, linked_student, device]
)
def test_symbolic_links_are_not_followed(stage, make):
    make(stage)
    taken = read_file(stage, "basis.py")
    assert taken.content is None
    assert "symbolic link" in taken.error


def fifo(stage):
    os.mkfifo(stage / "basis.py")


def directory(stage):
    (stage / "basis.py").mkdir()


def unix_socket(stage):
    here = os.getcwd()
    os.chdir(stage)  # a socket's path must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("basis.py")
    finally:
        os.chdir(here)


@pytest.mark.parametrize("make", [fifo, directory, unix_socket])
def test_what_is_no_plain_file_is_refused_at_once(stage, make):
    make(stage)
    taken = read_file(stage, "basis.py")
    assert taken.content is None
    assert "basis.py is not a plain file" in taken.error


def test_size_limits(stage):
    (stage / "basis.py").write_bytes(b"#" * 1_000_000)
    assert len(read_file(stage, "basis.py").content) == 1_000_000
    (stage / "basis.py").write_bytes(b"#" * 1_000_001)
    assert read_file(stage, "basis.py").error == "basis.py is larger than 1 MB"
    assert read_file(stage, "basis.py", 50_000_000).error is None


def test_a_huge_sparse_file_is_not_read(stage):
    with (stage / "basis.py").open("wb") as file:
        file.truncate(1 << 40)
    assert "larger than 1 MB" in read_file(stage, "basis.py").error


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is unreadable to root")
def test_a_file_without_permission(stage):
    (stage / "basis.py").touch(0o000)
    assert "cannot be read" in read_file(stage, "basis.py").error
