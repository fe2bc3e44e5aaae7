"""Kept results: found again where nothing changed, and never where anything is amiss."""

import os
import shutil
import time

import pytest

from autograder.cache import Cache
from autograder.errors import UsageError
from autograder.result import ObjectResult, StageResult, Status

KEY = "0123456789abcdef" * 2
OTHER = "f" * 32


@pytest.fixture(scope="module")
def stage(course):
    return course.stages["fitting"]


@pytest.fixture(scope="module")
def result(stage):
    objects = tuple(
        ObjectResult(item.name, Status.CORRECT, item.points, item.points, message="right")
        for item in (*stage.objects, *stage.exercises)
    )
    worth = stage.max_points
    return StageResult(stage.name, worth, worth, None, None, 0.25, objects)


@pytest.fixture
def kept(tmp_path, stage, result):
    """A folder with one entry, and the entry's place."""
    Cache(tmp_path / "cache").keep(KEY, stage, result)
    (place,) = (path for path in (tmp_path / "cache").rglob(KEY) if path.is_file())
    return tmp_path / "cache", place


def test_what_is_kept_is_found(kept, stage, result):
    found = Cache(kept[0]).find(KEY, stage)
    assert found.result == result
    assert abs(found.time_s - time.time()) < 3600


def test_under_another_key_nothing_is_found(kept, stage):
    assert Cache(kept[0]).find(OTHER, stage) is None


def test_a_fresh_run_takes_nothing_and_keeps_all(tmp_path, stage, result):
    fresh = Cache(tmp_path, fresh=True)
    fresh.keep(KEY, stage, result)
    assert fresh.find(KEY, stage) is None
    assert Cache(tmp_path).find(KEY, stage).result == result


def test_what_is_not_final_is_not_kept(tmp_path, stage, result):
    cache = Cache(tmp_path)
    hurried = StageResult(**{**vars(result), "final": False})
    cache.keep(KEY, stage, hurried)
    assert cache.find(KEY, stage) is None


def flipped(text, place):
    return text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda text: text[: len(text) // 2],
        lambda text: text + b" ",
        lambda text: flipped(text, 0),
        lambda text: flipped(text, 70),
        lambda text: flipped(text, -2),
        lambda text: text.replace(b"\n", b""),
        lambda text: b"\0" * len(text),
        lambda text: text.replace(b"correct", b"missing"),
    ],
    ids=["empty", "half", "longer", "proof", "name", "end", "one line", "zeroes", "another status"],
)
def test_a_damaged_entry_is_as_none(kept, stage, spoil):
    folder, place = kept
    text = place.read_bytes()
    assert spoil(text) != text
    place.write_bytes(spoil(text))
    assert Cache(folder).find(KEY, stage) is None


def test_an_entry_under_a_foreign_name_is_as_none(kept, stage):
    folder, place = kept
    other = place.parent.parent / OTHER[:2] / OTHER
    other.parent.mkdir()
    shutil.copy(place, other)
    assert Cache(folder).find(OTHER, stage) is None


def test_an_entry_of_another_stage_is_as_none(kept, course):
    folder, place = kept
    other = folder / "basis" / place.parent.name / place.name
    other.parent.mkdir(parents=True)
    shutil.copy(place, other)
    assert Cache(folder).find(KEY, course.stages["basis"]) is None


def test_a_damaged_entry_is_replaced(kept, stage, result):
    folder, place = kept
    place.write_bytes(b"?")
    Cache(folder).keep(KEY, stage, result)
    assert Cache(folder).find(KEY, stage).result == result


def test_only_earlier_runs_count_as_unchanged(kept):
    cache = Cache(kept[0])
    cache.count(time.time() - 60)
    cache.count(time.time() + 60)
    assert cache.unchanged == 1


def test_a_cache_that_is_gone_stops_nothing(tmp_path, stage, result):
    cache = Cache(tmp_path / "cache")
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("a file now", encoding="utf-8")
    cache.keep(KEY, stage, result)
    assert cache.find(KEY, stage) is None


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
def test_where_anyone_may_write_nothing_is_kept(tmp_path):
    tmp_path.chmod(0o777)
    with pytest.raises(UsageError, match="anyone may write"):
        Cache(tmp_path)


def test_others_cannot_look_into_a_new_cache(tmp_path):
    made = Cache(tmp_path / "new").folder
    assert os.name != "posix" or made.stat().st_mode & 0o077 == 0


def test_a_place_that_is_no_folder_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="no results can be kept there"):
        Cache(tmp_path / "file")
