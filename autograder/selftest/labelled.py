"""Submissions labelled by their fault, graded as any other, and held against their labels.

`<folder>/<name>/{label.yml, <stage>/<stage>.py}`. A label without a `stage` belongs to a sound
submission: all that it hands in is right. Else it names the stage and its objects by the status
they should get; of objects that it does not name nothing is known. `cause` is that of the first
incorrect object; `error` says that the stage has one; `doubtful` says that it is not settled what
is right, which is then reported but not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from autograder.course import Course, Stage
from autograder.errors import Complaint, CourseError
from autograder.limits import Isolation
from autograder.pool import grade_all
from autograder.result import FAULTS, StageResult, Status
from autograder.selftest.trial import Due, Said, Trial, tried
from autograder.submission import Submission

FOLDERS = ("tests/submissions/faulty", "tests/submissions/sound", "submissions")
"""Where a course keeps its labelled submissions, unless told otherwise."""

STATUSES = {str(status): status for status in Status}


@dataclass(frozen=True)
class Labelled:
    """One labelled submission.

    Attributes:
        folder: where it is.
        stage: the stage its fault is in; None for a sound one.
        due: the right status of each object that the label names.
        cause: the cause of the first incorrect object, where the label says it.
        has_error: whether the stage must have an error, as where its file cannot be read.
        is_doubtful: whether it is not settled what is right.
    """

    folder: Path
    stage: str | None
    due: dict[str, Status]
    cause: str | None = None
    has_error: bool = False
    is_doubtful: bool = False

    @property
    def name(self) -> str:
        """Its folder and the one above, which together are unique."""
        return f"{self.folder.parent.name}/{self.folder.name}"


def find_labelled(course: Course, folder: Path | None) -> list[Labelled]:
    """The labelled submissions that concern the course's stages, by name.

    Args:
        course: the course, or as many of its stages as are wanted.
        folder: where they are; where a course keeps them by default.

    Raises:
        CourseError: a label is not as it must be.
    """
    trees = [course.root / name for name in FOLDERS]
    if folder is not None:
        trees = [folder, folder / "faulty", folder / "sound"]
    found = [
        _read(course, path.parent) for tree in trees for path in sorted(tree.glob("*/label.yml"))
    ]
    return [each for each in found if each is not None and _concerns(course, each)]


def trials(course: Course, labelled: Sequence[Labelled], jobs: int) -> Iterator[Trial]:
    """What grading said of labelled submissions, in their order.

    Args:
        course: the course, or as many of its stages as are wanted.
        labelled: the submissions.
        jobs: processes to use.
    """
    submissions = [Submission(each.name, each.folder) for each in labelled]
    levels: list[Isolation] = []
    results = grade_all(course, submissions, jobs=jobs, on_level=levels.append)
    for each, result in zip(labelled, results, strict=True):
        for stage in result.stages:
            is_meant = stage.name == each.stage if each.stage else stage.handed_in
            if stage.name in course.stages and is_meant:
                yield _trial(course.stages[stage.name], each, stage)


def _trial(stage: Stage, labelled: Labelled, result: StageResult) -> Trial:
    names = [item.name for item in stage.objects]
    said = {
        item.name: Said(item.status, item.cause) for item in result.objects if item.name in names
    }
    wanted = labelled.due if labelled.stage else dict.fromkeys(names, Status.CORRECT)
    due = {name: Due(frozenset({wanted[name]})) for name in names if name in wanted}
    first = next((name for name in due if due[name].status in FAULTS), None)
    if first is not None and labelled.cause is not None:
        due[first] = replace(due[first], cause=labelled.cause)
    source = "submission" if labelled.stage else "sound"
    made = tried(
        stage.name,
        source,  # type: ignore[arg-type]  # one of the sources
        labelled.name,
        due,
        said,
        is_counted=not labelled.is_doubtful,
    )
    return replace(made, wrong=(*made.wrong, *_other_faults(labelled, result, made)))


def _other_faults(labelled: Labelled, result: StageResult, trial: Trial) -> Iterator[str]:
    if result.points is None:
        yield f"the mark is withheld: {result.error}"
    elif labelled.has_error and result.error is None:
        yield "the stage has no error, one is due"
    if trial.said_first is not None and trial.said_first != trial.due_first:
        unnamed = all(told.object != trial.said_first for told in trial.objects)
        if unnamed:
            yield f"{trial.said_first} is the first incorrect object, due is {trial.due_first}"


def _concerns(course: Course, labelled: Labelled) -> bool:
    if labelled.stage is not None:
        return labelled.stage in course.stages
    return any((labelled.folder / stage).is_dir() for stage in course.stages)


def _read(course: Course, folder: Path) -> Labelled | None:
    path = folder / "label.yml"
    try:
        label = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise CourseError(path, [Complaint(1, f"cannot be read: {error}")]) from error
    if not isinstance(label, dict):
        raise CourseError(path, [Complaint(1, "must be a mapping")])
    stage = label.get("stage")
    if stage is None:
        return Labelled(folder, None, {})
    if stage not in course.stages:
        return None
    due = {name: status for key, status in STATUSES.items() for name in label.get(key) or ()}
    if label.get("first_incorrect") is not None:
        due.setdefault(label["first_incorrect"], Status.INCORRECT)
    _check(path, label, due, course.stages[stage])
    return Labelled(
        folder, stage, due, label.get("cause"), bool(label.get("error")), "doubtful" in label
    )


def _check(path: Path, label: dict[str, Any], due: dict[str, Status], stage: Stage) -> None:
    names = [item.name for item in stage.objects]
    unknown = sorted(set(due) - set(names))
    complaints = [Complaint(1, f"stage {stage.name} has no object {name}") for name in unknown]
    first = next((name for name in names if due.get(name) in FAULTS), None)
    if label.get("first_incorrect") != first:
        said = f"first_incorrect is {label.get('first_incorrect')}, by the lists it is {first}"
        complaints.append(Complaint(1, said))
    if complaints:
        raise CourseError(path, complaints)
