"""One open gradebook for a run, and one transaction a submission.

Every step of nbgrader opens the database anew and commits what it did. Inside `one_gradebook` they
all share one session, and their commits only become visible to each other: what one submission
changes is committed as a whole, or not at all. Knows nothing of marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nbgrader.api import Gradebook

from autograder.errors import HarnessError
from autograder.gradebook.remembering import Remembering


class Transaction:
    """The database as all steps of a run see it.

    Attributes:
        gradebook: nbgrader's own interface to it.
    """

    def __init__(self, gradebook: Remembering, commit: Callable[[], None]) -> None:
        self.gradebook = gradebook
        self._commit = commit

    @contextmanager
    def __call__(self) -> Iterator[Callable[[], None]]:
        """Gives the function that commits; what is left uncommitted is taken back."""
        failed = True
        try:
            yield self._commit
            failed = False
        finally:
            self.gradebook.db.rollback()
            self.gradebook.forget(failed=failed)


@contextmanager
def as_one_commit(gradebook: Any) -> Iterator[None]:
    """What is committed within this block is committed at its end, or, if it raises, not at all."""
    session = gradebook.db
    commit = session.commit
    session.commit = lambda: _settle(session)
    try:
        yield
        commit()
    finally:
        session.rollback()  # nothing is left to take back after a commit
        session.commit = commit


@contextmanager
def one_gradebook(url: str, course_id: str) -> Iterator[Transaction]:
    """Within this block every `Gradebook(url)` of this process is the same one.

    Raises:
        HarnessError: somebody asks for another database meanwhile.
    """
    opened = Remembering(url, course_id)
    commit = opened.db.commit

    def share(self: Any, db_url: str, course_id: str = "", authenticator: Any = None) -> None:
        del course_id, authenticator  # those of the one that is open
        if db_url != url:
            raise HarnessError(f"a step of nbgrader asks for another gradebook: {db_url}")
        self.__class__, self.__dict__ = Remembering, opened.__dict__

    begin = Gradebook.__init__
    opened.db.commit = opened.settle
    Gradebook.__init__ = share
    try:
        yield Transaction(opened, commit)
    finally:
        Gradebook.__init__ = begin
        opened.db.commit = commit
        Gradebook.close(opened)


def _settle(session: Any) -> None:
    session.flush()
    session.expire_all()  # scores are computed by the database, from what was just written
