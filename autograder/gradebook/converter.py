"""nbgrader's Autograde, but with every mark from our grader and no student code in a kernel.

Knows nbgrader's folders, its database and which submission is graded when. Knows nothing of how a
verdict is reached or drawn.
"""

from __future__ import annotations

import fnmatch
import glob
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.converters.autograde import Autograde
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.utils import find_all_files
from traitlets import Enum

from autograder.course import Course, Stage
from autograder.course_file import read_course
from autograder.errors import AutograderError, IsolationError
from autograder.gradebook.cells import misfit
from autograder.gradebook.changes import changes, previous_marks
from autograder.gradebook.mend import Notebook, UnreadableNotebook, mend, parse
from autograder.gradebook.plain_files import copy_plain, plain_files, reached_plainly
from autograder.gradebook.stamp import only_one
from autograder.lesson import notebook_path
from autograder.result import StageResult
from autograder.submission import MAX_NOTEBOOK_BYTES, read_file
from autograder.words import speaking

if TYPE_CHECKING:
    from autograder.grading import Grader

VERDICT = "autograder_verdict"
"""Under this key of nbconvert's resources the preprocessors find the `Verdict`."""


class Verdict:
    """What one notebook is to show.

    Attributes:
        stage: the stage it belongs to.
        result: what grading found.
    """

    def __init__(self, stage: Stage, result: StageResult) -> None:
        self.stage = stage
        self.result = result

    def __deepcopy__(self, memo: dict[int, Any]) -> Verdict:
        return self  # nbconvert copies its resources at every step; this never changes


class _PlainCopies(BaseConverter):  # type: ignore[misc]  # nbgrader has no types
    """Copies what was handed in, as `BaseConverter` does, but plain files only.

    Stands behind `Autograde` in the order of classes, so that nbgrader's own steps around the
    copying are kept.
    """

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Fill the destination with the submission's files, notebooks apart."""
        source = Path(self._format_source(assignment_id, student_id))
        target = Path(self._format_dest(assignment_id, student_id))
        target.mkdir(parents=True, exist_ok=True)
        if not reached_plainly(source):
            self.log.error("%s is reached through a symbolic link: nothing is copied", source)
            return
        ignored = [*self.coursedir.ignore, "*.ipynb"]
        ours = self.course_files(assignment_id)
        for path in plain_files(source):
            steps = path.relative_to(source).parts
            if any(fnmatch.fnmatch(step, glob_) for step in steps for glob_ in ignored):
                continue
            if steps[0] in ours:  # the course's own file comes there next
                continue
            if not copy_plain(path, target.joinpath(*steps)):
                self.log.warning("Not copied (too large or unreadable): %s", path)


class StageAutograde(Autograde, _PlainCopies):  # type: ignore[misc]  # nbgrader has no types
    """Grades `submitted/<student>/<stage>/` for one stage of the course.

    A submission needs no notebook: the released one stands in for one that is missing or broken,
    and what is in `submitted/` stays as it is.
    """

    isolation = Enum(
        ["auto", "strong", "confined", "limits"],
        default_value="auto",
        help="How student code is shut in; auto takes the strongest that holds here.",
    ).tag(config=True)

    def __init__(self, coursedir: Any = None, **kwargs: Any) -> None:
        super().__init__(coursedir=coursedir, **kwargs)
        self._course: Course | None = None
        self._grader: Grader | None = None
        self._result: StageResult | None = None
        self._locked = ExitStack()
        self._course_files: dict[str, set[str]] = {}
        self._sanitizers = [step(parent=self) for step in self.sanitize_preprocessors]
        self.preprocessors = self.autograde_preprocessors
        self.coursedir.get_existing_timestamp = _tolerant(self.coursedir, self.log)

    def start(self) -> None:
        """Grade the assignment for all students asked for.

        Raises:
            NbGraderException: some submission could not be processed, or the gradebook and
                course.yml do not belong together.
        """
        from autograder.grading import Grader  # nbgrader's other commands need none of it

        try:
            self._course = read_course(Path(self.coursedir.root))
            stage = self._stage(self.coursedir.assignment_id)
            self._compare_gradebook(stage)
            with Grader(self._course, self.isolation) as self._grader:
                self._prepare(stage)
                super().start()
        except AutograderError as error:
            raise self._failure(str(error)) from None

    def _prepare(self, stage: Stage) -> None:
        """Find faults of the course and of the machine before any student is touched.

        Raises:
            CourseError: the stage's reference cannot be used.
            IsolationError: student code would run with our own rights, and nobody has asked for it.
        """
        assert self._grader is not None, "start() opens it"
        self._grader.reference(stage.name)
        if self._grader.isolation == "limits" and self.isolation != "limits":
            raise IsolationError(
                "no isolation holds here, so marks could be forged and files read; "
                "`autograder doctor` says what is missing. To grade all the same, on a machine and "
                'for code that you trust: c.StageAutograde.isolation = "limits"'
            )

    def init_notebooks(self) -> None:
        """List a notebook for every student's folder, whether it is there or not."""
        stage = self._stage(self.coursedir.assignment_id)
        self.assignments: dict[str, list[str]] = {}
        self.notebooks: list[str] = []
        if not fnmatch.fnmatchcase(stage.name, self.coursedir.notebook_id):
            raise self._failure(f"Stage {stage.name} has one notebook, {stage.name}.ipynb")
        pattern = self._format_source(stage.name, self.coursedir.student_id)
        for folder in sorted(glob.glob(pattern)):
            if self._acceptable(folder):
                self.assignments[folder] = [str(Path(folder, f"{stage.name}.ipynb"))]
        if not self.assignments:
            raise self._failure(f"No submissions were matched by {pattern!r}")

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Grade the submission and prepare its destination and its rows in the gradebook."""
        folder = Path(self._format_source(assignment_id, student_id))
        self._result = self._verdict(assignment_id, folder)
        super().init_assignment(assignment_id, student_id)

    def convert_notebooks(self) -> None:
        """Convert all submissions, each under the lock that keeps other runs away from it."""
        with ExitStack() as self._locked:
            super().convert_notebooks()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Whether the submission is to be processed; from now on no other run touches it."""
        self._locked.close()  # the submission before is done with
        root = Path(self.coursedir.root)
        self._locked.enter_context(only_one(root, assignment_id, student_id))
        return super().init_destination(assignment_id, student_id)  # type: ignore[no-any-return]

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Mend the notebook, draw the verdict in and save the marks.

        nbgrader's two passes, but what is between them is not written.
        """
        assert self._course is not None, "start() reads it"
        assert self._result is not None, "init_assignment() grades"
        resources = self.init_single_notebook_resources(notebook_filename)
        stage = self._course.stages[resources["nbgrader"]["assignment"]]
        resources[VERDICT] = Verdict(stage, self._result)
        notebook = self._mended(Path(notebook_filename), stage.name)
        self.log.info("Marking %s", resources["nbgrader"]["student"])
        with speaking(self._course.words):
            for step in self._sanitizers:
                notebook, resources = step(notebook, resources)
            output, made = self.exporter.from_notebook_node(notebook, resources=resources)
        self.write_single_notebook(output, made)

    def course_files(self, assignment_id: str) -> set[str]:
        """First steps of the paths that nbgrader copies over the student's from the course."""
        if assignment_id not in self._course_files:
            source = self.coursedir.format_path(self.coursedir.source_directory, ".", assignment_id)
            found = find_all_files(source, [*self.coursedir.ignore, "*.ipynb"])
            names = {Path(path).relative_to(Path(source)).parts[0] for path in found}
            left_out = self.exclude_overwriting.get(assignment_id, [])
            self._course_files[assignment_id] = names - set(left_out)
        return self._course_files[assignment_id]

    def _verdict(self, assignment_id: str, folder: Path) -> StageResult:
        assert self._grader is not None, "start() opens it"
        result = self._grader.grade_stage(assignment_id, folder)
        student = folder.parent.name
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            old = previous_marks(gradebook, assignment_id, student)
        for change in changes(student, old, result):
            self.log.warning("Mark changes: %s", change)
        return result

    def _stage(self, assignment_id: str) -> Stage:
        assert self._course is not None, "start() reads it"
        if assignment_id not in self._course.stages:
            known = ", ".join(self._course.stages)
            raise self._failure(f"{assignment_id!r} is no stage of course.yml; stages: {known}")
        return self._course.stages[assignment_id]

    def _compare_gradebook(self, stage: Stage) -> None:
        """Refuse to write marks into cells that belong to another state of the course.

        Raises:
            NbGraderException: cells or points differ.
        """
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            said = misfit(gradebook, stage)
        if said is not None:
            raise self._failure(said)

    def _acceptable(self, folder: str) -> bool:
        """Whether nbgrader can hold this folder's name; others are named in the log."""
        pattern = self._format_source("(?P<assignment_id>.*)", "(?P<student_id>.*)", escape=True)
        try:
            folder.encode("utf-8")
        except UnicodeEncodeError:
            readable = False
        else:
            readable = re.fullmatch(pattern, folder) is not None
        if not readable:
            self.log.error("Not graded: nbgrader cannot hold a student named so: %r", folder)
        return readable and Path(folder).is_dir()

    def _mended(self, path: Path, assignment_id: str) -> Any:
        assert self._course is not None, "start() reads it"
        released = notebook_path(self._course, self._course.stages[assignment_id])
        taken = read_file(path.parent, path.name, MAX_NOTEBOOK_BYTES)
        student: Notebook | None = None
        why = taken.error
        if taken.content is not None:
            try:
                student = parse(taken.content)
            except UnreadableNotebook as error:
                why = str(error)
        if student is None:
            said = why or "it was not handed in"
            self.log.warning("The released notebook stands in for %s: %s", path, said)
        return nbformat.from_dict(mend(student, parse(released.read_bytes())))

    def _failure(self, said: str) -> NbGraderException:
        self.log.error(said)
        return NbGraderException(said)


def _tolerant(coursedir: Any, log: Any) -> Callable[[str], Any]:
    """`get_existing_timestamp` of `coursedir`, with None for a file that holds no time."""
    original = type(coursedir).get_existing_timestamp

    def get_existing_timestamp(folder: str) -> Any:
        try:
            return original(coursedir, folder)
        except Exception as error:  # noqa: BLE001 - nbgrader itself fails in several ways here
            log.warning("The timestamp in %s is passed over: %s", folder, error)
            return None

    return get_existing_timestamp
