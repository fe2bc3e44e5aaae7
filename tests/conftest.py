"""What holds for all tests."""

import pytest


@pytest.fixture(autouse=True)
def _nothing_is_kept_in_a_course_of_ours(tmp_path_factory, monkeypatch):
    """Results are kept from run to run within a test alone."""
    folder = tmp_path_factory.mktemp("autograder")
    monkeypatch.setattr("autograder.commands.grade.FOLDER", folder)
