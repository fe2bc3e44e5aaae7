"""Archives that mean harm: bounded, listed, and nothing outside the target written."""

import io
import os
import stat
import zipfile

import pytest

from .conftest import FILLED, zipped


def special(name, mode):
    made = zipfile.ZipInfo(name)
    made.external_attr = mode << 16
    return made


def encrypted():
    """A zip whose one member says that it is encrypted."""
    made = bytearray(zipped({"scores.py": FILLED}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        made[made.index(mark) + at] |= 1
    return bytes(made)


def corrupt():
    made = bytearray(zipped({"scores.py": FILLED * 3}))
    middle = made.index(b"scores.py") + 60
    made[middle : middle + 20] = b"\xff" * 20
    return bytes(made)


def duplicate():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("scores.py", FILLED)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("scores.py", FILLED + b"#")
    return made.getvalue()


HOSTILE = {
    "leads out": (zipped({"../../scores.py": FILLED}), "leads out of the archive"),
    "from the root": (zipped({"/etc/scores.py": FILLED}), "leads out of the archive"),
    "by backslashes": (zipped({"..\\..\\scores.py": FILLED}), "leads out of the archive"),
    "another drive": (zipped({"C:/scores.py": FILLED}), "leads out of the archive"),
    "a link": (
        zipped([(special("scores.py", stat.S_IFLNK | 0o777), b"/etc/passwd")]),
        "a link or device",
    ),
    "encrypted": (encrypted(), "encrypted"),
    "corrupt": (corrupt(), "cannot be unpacked"),
    "duplicate": (duplicate(), "2 files of this name"),
    "nested": (zipped({"inner.zip": zipped({"scores.py": FILLED})}), "a zip inside a zip"),
    "a bomb": (zipped({"scores.py": b"#" * 300_000_000}), "larger than 1 MB unpacked"),
    "no zip": (b"not a zip", "not a readable zip"),
    "crowded": (zipped({f"{n}.txt": b"" for n in range(3_000)}), "more than 2,000 files"),
    "too crowded": (zipped({f"{n}.txt": b"" for n in range(20_000)}), "far too many entries"),
}


@pytest.mark.parametrize(("content", "said"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_zip_costs_only_its_sender(collecting, content, said):
    files = {"eve_1_assignsubmission_file_/x.zip": content}
    files["ada_2_assignsubmission_file_/scores.py"] = FILLED
    assert said in collecting.run(collecting.zip(files), status=1)
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}


def test_links_and_pipes_in_a_folder_are_listed(collecting):
    source = collecting.lay({"ada/scores.py": FILLED})
    (source / "ben").symlink_to(source / "ada")
    (source / "ada" / "exercises.yml").symlink_to("/etc/passwd")
    os.mkfifo(source / "ada" / "masks.py")
    said = collecting.run(source, status=1)
    for name in ("ben", "ada/exercises.yml", "ada/masks.py"):
        assert f"{name}: a link or device, no file" in said
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}


def test_a_link_in_the_target_is_not_followed(collecting):
    elsewhere = collecting.folder / "elsewhere"
    elsewhere.mkdir()
    collecting.into.mkdir()
    (collecting.into / "ada").symlink_to(elsewhere)
    said = collecting.run(collecting.lay({"ada/scores.py": FILLED}), status=1)
    assert "is a symbolic link" in said
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("name", ["..", ".git", "...", "-rf"])
def test_a_student_is_never_a_path(collecting, name):
    files = {f"{name}_1_assignsubmission_file_/scores.py": FILLED}
    collecting.run(collecting.zip(files), status=0 if name in (".git", "-rf") else 1)
    assert set(collecting.collected()) <= {"git/scores/scores.py", "rf/scores/scores.py"}
    assert {path.name for path in collecting.folder.iterdir()} <= {"download.zip", "submitted"}
