"""Downloads as platforms make them: whose each file is."""

import pytest

from .conftest import ANSWERS, FILLED, OTHER, RELEASED, zipped

METADATA = b"""---
submission_901:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0123'
    :email: ada@uni.example
  :created_at: 2026-03-01 12:30:00.338349000 +01:00
  :score: !ruby/object:BigDecimal 1
submission_902:
  :submitters:
  - :name: Ben
    :sid: ''
    :email: ben@uni.example
  - :name: Chloe
    :email: chloe@uni.example
  :created_at: 2026-03-01 12:30:00 Z
"""

DOWNLOADS = {
    "Moodle, in folders": (
        {
            "Ada Lovelace_101_assignsubmission_file_/scores.py": FILLED,
            "Ada Lovelace_101_assignsubmission_file_/exercises.yml": ANSWERS,
            "Ada Lovelace_101_assignsubmission_onlinetext_/onlinetext.html": b"<p>Here.</p>",
            "Ben O'Hara_102_assignsubmission_file/scores.py": OTHER,
        },
        {
            "Ada_Lovelace/scores/scores.py": FILLED,
            "Ada_Lovelace/scores/exercises.yml": ANSWERS,
            "Ben_O_Hara/scores/scores.py": OTHER,
        },
    ),
    "Moodle, without folders": (
        {
            "Ada Lovelace_101_assignsubmission_file_scores.py": FILLED,
            "Ben_102_assignsubmission_file_scores.py": OTHER,
        },
        {"Ada_Lovelace/scores/scores.py": FILLED, "Ben/scores/scores.py": OTHER},
    ),
    "Moodle, a zip of the student's": (
        {"Ada_101_assignsubmission_file_/work.zip": zipped({"work/scores/scores.py": FILLED})},
        {"Ada/scores/scores.py": FILLED},
    ),
    "Canvas": (
        {
            "lovelaceada_11_5001_scores-1.py": FILLED,
            "lovelaceada_11_5002_exercises.yml": ANSWERS,
            "liwei_LATE_12_5003_scores.py": OTHER,
            "liwei_13_5004_scores.zip": zipped({"scores.py": FILLED}),
        },
        {
            "lovelaceada_11/scores/scores.py": FILLED,
            "lovelaceada_11/scores/exercises.yml": ANSWERS,
            "liwei_12/scores/scores.py": OTHER,
            "liwei_13/scores/scores.py": FILLED,
        },
    ),
    "Canvas, anonymous": (
        {"anon_xY3b_5001_scores.py": FILLED, "LATE_anon_k2_5002_scores.py": OTHER},
        {"anon_xY3b/scores/scores.py": FILLED, "anon_k2/scores/scores.py": OTHER},
    ),
    "Gradescope": (
        {
            "assignment_7_export/submission_metadata.yml": METADATA,
            "assignment_7_export/submission_901/scores.py": FILLED,
            "assignment_7_export/submission_902/scores.py": OTHER,
        },
        {
            "0123/scores/scores.py": FILLED,
            "0123/scores/timestamp.txt": b"2026-03-01 11:30:00 UTC\n",
            "ben@uni.example/scores/scores.py": OTHER,
            "ben@uni.example/scores/timestamp.txt": b"2026-03-01 12:30:00 UTC\n",
            "chloe@uni.example/scores/scores.py": OTHER,
            "chloe@uni.example/scores/timestamp.txt": b"2026-03-01 12:30:00 UTC\n",
        },
    ),
    "Blackboard, as nbgrader's zip_collect has it": (
        {
            "ps1_bitdiddle_attempt_2016-01-30-15-30-10_scores.ipynb": RELEASED,
            "ps1_bitdiddle_attempt_2016-01-30-15-30-10.txt": b"Name: Ben Bitdiddle",
        },
        {
            "bitdiddle/scores/scores.ipynb": RELEASED,
            "bitdiddle/scores/timestamp.txt": b"2016-01-30 15:30:10 UTC\n",
        },
    ),
    "folders by student": (
        {"ada/scores.py": FILLED, "ben.zip": zipped({"my work/scores.py": OTHER})},
        {"ada/scores/scores.py": FILLED, "ben/scores/scores.py": OTHER},
    ),
    "nbgrader's submitted/": (
        {"ada/scores/scores.py": FILLED, "ada/scores/public.json": b"{}"},
        {"ada/scores/scores.py": FILLED},
    ),
    "what systems leave behind": (
        {
            "ada/scores.py": FILLED,
            "__MACOSX/ada/._scores.py": b"\0",
            "ada/.DS_Store": b"\0",
            "ada/__pycache__/scores.cpython-311.pyc": b"\0",
        },
        {"ada/scores/scores.py": FILLED},
    ),
}


@pytest.mark.parametrize(("files", "wanted"), DOWNLOADS.values(), ids=DOWNLOADS.keys())
@pytest.mark.parametrize("as_folder", [False, True], ids=["zip", "folder"])
def test_a_download_is_collected(collecting, files, wanted, as_folder):
    source = collecting.lay(files) if as_folder else collecting.zip(files)
    collecting.run(source)
    assert collecting.collected() == wanted


@pytest.mark.parametrize("name", ["Moodle, in folders", "Canvas", "Gradescope"])
def test_zip_collects_folders_are_known(collecting, name):
    files, wanted = DOWNLOADS[name]
    collecting.lay({"scores/archive/notebooks (1).zip": zipped(files)}, under="downloaded")
    collecting.lay({"scores/extracted/x.py": b"never read"}, under="downloaded")
    collecting.run(collecting.folder / "downloaded")
    assert collecting.collected() == wanted


def test_late_is_said(collecting):
    said = collecting.run(collecting.zip({"liwei_LATE_12_5003_scores.py": OTHER}))
    assert "scores.py; late, says Canvas" in said


def test_a_pattern_of_ones_own_as_zip_collect_takes_it(collecting):
    pattern = r"hw_(?P<student_id>\w+?)-(?P<file_id>\w+)\.\w+"
    source = collecting.lay({"hw_ada-scores.py": FILLED, "hw_ben-scores.py": OTHER})
    collecting.run(source, "--pattern", pattern)
    assert collecting.collected() == {
        "ada/scores/scores.py": FILLED,
        "ben/scores/scores.py": OTHER,
    }


def test_one_student_named(collecting):
    collecting.run(collecting.zip({"scores.py": FILLED}), "--student", "ada")
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}


LISTS = {
    "one's own": (
        "student_id,name,id\nada1,Ada Lovelace,11\nbo,Ben O'Hara,12\n",
        {"lovelaceada_11_5_scores.py": FILLED, "oharaben_12_6_scores.py": OTHER},
    ),
    "Moodle's grading worksheet": (
        "Identifier,Full name,ID number,Email address\n"
        "Participant 101,Ada Lovelace,ada1,a@x\nParticipant 102,Ben O'Hara,bo,b@x\n",
        {
            "Ada Lovelace_101_assignsubmission_file_/scores.py": FILLED,
            "Ben O'Hara_102_assignsubmission_file_/scores.py": OTHER,
        },
    ),
    "Canvas's gradebook": (
        "Student,ID,SIS User ID,SIS Login ID,Section,Scores (9)\nPoints Possible,,,,,24\n"
        '"Lovelace, Ada",11,s1,ada1,1,\n"O\'Hara, Ben",12,s2,bo,1,\n',
        {"lovelaceada_11_5_scores.py": FILLED, "oharaben_12_6_scores.py": OTHER},
    ),
    "by name alone": (
        "username;name\nada1;Ada Lovelace\nbo;Ben O'Hara\n",
        {
            "Ada Lovelace_7_assignsubmission_file_/scores.py": FILLED,
            "Ben O'Hara_8_assignsubmission_file_/scores.py": OTHER,
        },
    ),
}


@pytest.mark.parametrize(("text", "files"), LISTS.values(), ids=LISTS.keys())
def test_a_list_of_students_gives_their_names(collecting, text, files):
    (collecting.folder / "students.csv").write_text(text, encoding="utf-8")
    collecting.run(collecting.zip(files), "--students", collecting.folder / "students.csv")
    assert collecting.collected() == {
        "ada1/scores/scores.py": FILLED,
        "bo/scores/scores.py": OTHER,
    }


def test_a_list_of_students_knows_each_of_a_persons_files(collecting):
    (collecting.folder / "students.csv").write_text("student_id,name\nada1,Ada Lovelace\n")
    files = {"Ada Lovelace/scores.py": FILLED, "Ada Lovelace/exercises.yml": ANSWERS}
    collecting.run(collecting.zip(files), "--students", collecting.folder / "students.csv")
    assert collecting.collected() == {
        "ada1/scores/scores.py": FILLED,
        "ada1/scores/exercises.yml": ANSWERS,
    }


def test_who_is_not_on_the_list_is_listed(collecting):
    (collecting.folder / "students.csv").write_text("student_id,name\na,Li Wei\nb,Li Wei\n")
    files = {
        "Li Wei_1_assignsubmission_file_/scores.py": FILLED,
        "Eve_2_assignsubmission_file_/scores.py": FILLED,
    }
    said = collecting.run(
        collecting.zip(files), "--students", collecting.folder / "students.csv", status=1
    )
    assert "Li Wei is several in the list of students" in said
    assert "Eve is nobody in the list of students" in said
    assert collecting.collected() == {}


def test_two_of_one_name_are_listed_not_mixed(collecting):
    files = {
        "Li Wei_1_assignsubmission_file_/scores.py": FILLED,
        "Li Wei_2_assignsubmission_file_/scores.py": OTHER,
    }
    said = collecting.run(collecting.zip(files), status=1)
    assert "2 submissions go by this name (Li Wei 1, Li Wei 2)" in said
    assert collecting.collected() == {}


UNKNOWN_FOLDERS = {
    "before the stage": "homework/scores/scores.py",
    "before the file": "homework/scores.py",
    "two of them": "homework/week 3/scores/scores.py",
}


@pytest.mark.parametrize("path", UNKNOWN_FOLDERS.values(), ids=UNKNOWN_FOLDERS)
@pytest.mark.parametrize("as_folder", [False, True], ids=["zip", "folder"])
def test_a_folder_that_may_be_a_students_is_listed_whole(collecting, path, as_folder):
    files = {f"ada/{path}": FILLED, f"ben/{path}": OTHER, "gita/scores/scores.py": OTHER}
    said = collecting.run(collecting.lay(files) if as_folder else collecting.zip(files), status=1)
    assert collecting.collected() == {"gita/scores/scores.py": OTHER}
    assert f"ada/{path}: no student is certain" in said
    assert f"ben/{path}: no student is certain" in said
    assert "2 for a person to look at" in said


@pytest.mark.parametrize("path", UNKNOWN_FOLDERS.values(), ids=UNKNOWN_FOLDERS)
def test_the_list_of_students_tells_which_folder_is_one(collecting, path):
    (collecting.folder / "students.csv").write_text("student_id,name\nada1,Ada\nbo,Ben\n")
    files = {f"class/Ada/{path}": FILLED, f"class/Ben/{path}": OTHER}
    collecting.run(collecting.zip(files), "--students", collecting.folder / "students.csv")
    assert collecting.collected() == {
        "ada1/scores/scores.py": FILLED,
        "bo/scores/scores.py": OTHER,
    }


def test_nested_files_that_differ_are_told_apart_by_their_paths(collecting):
    (collecting.folder / "students.csv").write_text("student_id,name\nada1,Ada\n")
    files = {"Ada/old/scores/scores.py": OTHER, "Ada/new/scores/scores.py": FILLED}
    said = collecting.run(
        collecting.zip(files), "--students", collecting.folder / "students.csv", status=1
    )
    assert "they differ: Ada/new/scores/scores.py, Ada/old/scores/scores.py" in said


def test_nbgraders_own_folder_around_students_is_known(collecting):
    collecting.run(collecting.zip({"submitted/ada/scores/scores.py": FILLED}))
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}


def test_a_folder_of_the_downloads_own_name_is_known_around_several(collecting):
    files = {"class/ada/scores.py": FILLED, "class/ben/scores/scores.py": OTHER}
    collecting.run(collecting.zip(files, "class.zip"))
    assert collecting.collected() == {
        "ada/scores/scores.py": FILLED,
        "ben/scores/scores.py": OTHER,
    }


def test_a_students_own_zip_has_her_folder_in_it(collecting):
    files = {"ada/scores/scores.py": FILLED, "ada/scores/exercises.yml": ANSWERS}
    collecting.run(collecting.zip(files, "ada.zip"))
    assert collecting.collected() == {
        "ada/scores/scores.py": FILLED,
        "ada/scores/exercises.yml": ANSWERS,
    }


@pytest.mark.parametrize("path", UNKNOWN_FOLDERS.values(), ids=UNKNOWN_FOLDERS)
def test_a_folder_in_a_students_own_zip_is_no_student(collecting, path):
    archive = collecting.zip({f"ada/{path}": FILLED}, "ada.zip")
    assert f"ada/{path}: no student is certain" in collecting.run(archive, status=1)
    assert collecting.collected() == {}
    collecting.run(archive, "--student", "ada")
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}


def test_a_stage_is_no_student(collecting):
    said = collecting.run(collecting.zip({"scores/scores/scores.py": FILLED}), status=1)
    assert "scores/scores/scores.py: no student is certain" in said


SPOOFS = {
    "in a zip": {
        "eve_66_1_x.zip": zipped({"ben_12_2_scores.py": FILLED}),
        "ada_11_3_scores.py": FILLED,
    },
    "in a file's name": {
        "eve_66_1_ben_12_2_scores.py": FILLED,
        "ada_11_3_scores.py": FILLED,
    },
    "in a folder": {
        "eve_66_assignsubmission_file_/ben_12_assignsubmission_file_/scores.py": FILLED,
        "ada_11_assignsubmission_file_/scores.py": FILLED,
    },
    "in a plain zip": {
        "eve.zip": zipped({"ben_12_assignsubmission_file_/scores.py": FILLED}),
        "ada/scores.py": FILLED,
    },
    "as a tree in a zip": {
        "eve.zip": zipped({"ben/scores/scores.py": FILLED}),
        "ada/scores.py": FILLED,
    },
}


@pytest.mark.parametrize("files", SPOOFS.values(), ids=SPOOFS.keys())
@pytest.mark.parametrize("as_folder", [False, True], ids=["zip", "folder"])
def test_no_student_hands_in_for_another(collecting, files, as_folder):
    source = collecting.lay(files) if as_folder else collecting.zip(files)
    found = collecting.run(source)
    students = {path.split("/")[0].split("_")[0] for path in collecting.collected()}
    assert students <= {"ada", "eve"}, found
