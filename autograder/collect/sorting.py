"""What of a hand-in belongs to which stage, where that is certain; else why it is not.

Of several files that may be a stage's, equal ones count once, and the untouched stub does not
count beside another. More than one left, or a file and cells that differ: a person must look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.collect.bounds import Refused
from autograder.collect.cells import (
    Unsure,
    code_cells,
    defined_code,
    functions_of,
    grade_ids,
    same_code,
    written_file,
)
from autograder.collect.layouts import TAKEN_ALONG
from autograder.collect.names import ANSWERS, Named, read_name
from autograder.collect.senders import File, HandIn
from autograder.course import Course, Stage
from autograder.exercises import UnreadableAnswers, read_answers
from autograder.lesson import grade_id
from autograder.submission import MAX_FILE_BYTES, MAX_NOTEBOOK_BYTES, escaped


@dataclass
class Sorted:
    """One student's hand-in for one stage.

    Attributes:
        student: who.
        stage: for which stage; empty: not certain.
        files: contents by the name they get.
        notes: what was done to get there, for the report.
        doubts: why a person must look; nothing is written then.
    """

    student: str
    stage: str
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Candidate:
    file: File
    named: Named
    content: bytes

    @property
    def shown(self) -> str:
        return escaped("/".join(self.file.parts))


class Sorter:
    """Sorts hand-ins for one course.

    Args:
        course: the course; its stubs and notebooks tell what is untouched.
    """

    def __init__(self, course: Course) -> None:
        self._stages = course.stages
        self._functions = {
            stage.name: {call.function for call in stage.calls} for stage in course.stages.values()
        }
        given = (name for stage in course.stages.values() for name in stage.files)
        self._came_along = TAKEN_ALONG.union(given)
        folder = course.root / "assignments"
        self._stubs = {name: _released(folder / name / f"{name}.py") for name in course.stages}
        self._notebooks = {
            name: _released(folder / name / f"{name}.ipynb") or b"" for name in course.stages
        }

    def sort(self, hand_in: HandIn) -> list[Sorted]:
        """What the hand-in holds, by stage; what belongs to none for certain comes last."""
        lost = Sorted(hand_in.student, "")
        found: dict[str, list[_Candidate]] = {}
        rest: list[_Candidate] = []
        others: list[str] = []
        for candidate in self._candidates(hand_in, lost, others):
            stage, why = self._stage_of(candidate)
            if stage:
                found.setdefault(stage, []).append(candidate)
            elif why:
                lost.doubts.append(f"{candidate.shown}: {why}")
            else:
                rest.append(candidate)
        self._place_rest(rest, found, lost)
        sorted_ = [
            self._sorted(hand_in.student, self._stages[name], found[name])
            for name in self._stages
            if name in found
        ]
        if not sorted_ and not lost.doubts:
            lost.doubts.append(f"no file of a stage; handed in: {', '.join(others) or 'nothing'}")
        elif others and sorted_:
            sorted_[0].notes.append(f"not taken: {', '.join(others[:5])}")
        return sorted_ + ([lost] if lost.doubts else [])

    def _candidates(self, hand_in: HandIn, lost: Sorted, others: list[str]) -> Iterable[_Candidate]:
        for file in hand_in.files:
            named = read_name(file.parts[-1], self._stages)
            is_known = file.parts[-1] in self._came_along
            if named is None or is_known or file.parts[-1] == f"test_{file.stage}.py":
                if not is_known:
                    others.append(escaped("/".join(file.parts)))
                continue
            limit = MAX_NOTEBOOK_BYTES if named.kind == "notebook" else MAX_FILE_BYTES
            try:
                yield _Candidate(file, named, file.entry.read(limit))
            except Refused as refused:
                lost.doubts.append(f"{escaped('/'.join(file.parts))}: {refused}")

    def _stage_of(self, candidate: _Candidate) -> tuple[str, str]:
        """The stage a file is for; or nothing, and, where that is a doubt of its own, why."""
        around = candidate.file.stage or self._folder(candidate.file.parts)
        named = candidate.named
        if named.kind == "answers":
            return (around, "") if named.is_answers else ("", "")
        if named.stage and around and named.stage != around:
            return "", f"named for stage {named.stage}, but handed in for {around}"
        return named.stage, ""

    def _folder(self, parts: tuple[str, ...]) -> str:
        inside = [part for part in parts[:-1] if part in self._stages]
        return inside[-1] if inside else ""

    def _place_rest(
        self, rest: list[_Candidate], found: dict[str, list[_Candidate]], lost: Sorted
    ) -> None:
        """Files whose names say no stage: by their content, answers last."""
        for candidate in sorted(rest, key=lambda each: each.named.kind == "answers"):
            fits = self._by_content(candidate, found)
            around = candidate.file.stage
            if len(fits) == 1 and (not around or fits == [around]):
                found.setdefault(fits[0], []).append(candidate)
            elif not self._is_idle(candidate, found):
                lost.doubts.append(f"{candidate.shown}: {self._unplaced(candidate, fits)}")

    def _by_content(self, candidate: _Candidate, found: dict[str, list[_Candidate]]) -> list[str]:
        tests: dict[str, Callable[[str], bool]] = {
            "code": lambda name: self._functions[name] <= functions_of(candidate.content),
            "notebook": lambda name: self._is_notebook_of(name, candidate.content),
            "answers": lambda name: self._are_answers_of(name, candidate, found),
        }
        return [name for name in self._stages if tests[candidate.named.kind](name)]

    def _is_notebook_of(self, name: str, content: bytes) -> bool:
        wanted = {grade_id(item.name) for item in self._stages[name].objects}
        if wanted <= grade_ids(content):
            return True
        try:
            cells = code_cells(content, self._notebooks[name])
            if written_file(cells, f"{name}.py") is not None:
                return True
            return self._functions[name] <= functions_of(
                defined_code(cells, self._functions[name]) or ""
            )
        except Unsure:
            return False

    def _are_answers_of(
        self, name: str, candidate: _Candidate, found: dict[str, list[_Candidate]]
    ) -> bool:
        """By the keys; or, where they cannot be read, the one stage that is handed in."""
        if not candidate.named.is_answers:
            return False
        try:
            keys = set(read_answers(candidate.content))
        except UnreadableAnswers:
            keys = set()
        if not keys:
            return list(found) == [name]
        return keys <= {exercise.key for exercise in self._stages[name].exercises}

    def _is_idle(self, candidate: _Candidate, found: dict[str, list[_Candidate]]) -> bool:
        """Whether nothing would be lost without the file: helpers beside a stage's own code."""
        if candidate.named.kind == "answers":
            return not candidate.named.is_answers
        if candidate.file.parts[-1].startswith("test_"):
            return True
        kinds = {each.named.kind for files in found.values() for each in files}
        return candidate.named.kind in kinds and not functions_of(candidate.content) & {
            name for names in self._functions.values() for name in names
        }

    def _unplaced(self, candidate: _Candidate, fits: list[str]) -> str:
        if len(fits) > 1:
            return f"may belong to several stages: {', '.join(fits)}"
        if candidate.named.is_answers:
            return "which stage's answers these are is not certain"
        if fits:
            return f"by its content of stage {fits[0]}, but handed in for {candidate.file.stage}"
        return "its stage is not certain, by its name or by the functions in it"

    def _sorted(self, student: str, stage: Stage, candidates: list[_Candidate]) -> Sorted:
        made = Sorted(student, stage.name)
        code = self._one(made, stage.file, [c for c in candidates if c.named.kind == "code"])
        notebook = self._one(
            made, f"{stage.name}.ipynb", [c for c in candidates if c.named.kind == "notebook"]
        )
        self._one(made, f"{ANSWERS}.yml", [c for c in candidates if c.named.kind == "answers"])
        if not made.doubts:
            self._settle_code(made, stage, code, notebook)
        return made

    def _one(self, made: Sorted, name: str, candidates: list[_Candidate]) -> bytes | None:
        """The one content that the candidates leave; it gets `name`."""
        stub = self._stubs[made.stage] if name.endswith(".py") else None
        left = [c for c in candidates if stub is None or not same_code(c.content, stub)]
        left = left or candidates
        if not left:
            return None
        if len({candidate.content for candidate in left}) > 1:
            made.doubts.append(f"several files may be {name}, and they differ: {_listed(left)}")
            return None
        taken = min(left, key=lambda candidate: (candidate.file.parts[-1] != name, candidate.shown))
        made.files[name] = taken.content
        if taken.file.parts[-1] != name:
            made.notes.append(f"{taken.shown} → {name}")
        return taken.content

    def _settle_code(
        self, made: Sorted, stage: Stage, code: bytes | None, notebook: bytes | None
    ) -> None:
        """Weigh the file against the notebook's cells."""
        untouched = code is not None and same_code(code, self._stubs[stage.name] or b"")
        try:
            cells = self._cells_code(stage, notebook)
        except Unsure as unsure:
            if code is None or untouched:
                made.doubts.append(f"{stage.name}.ipynb: {unsure}")
            else:
                made.notes.append(f"{stage.file} taken, not the notebook's cells: {unsure}")
            return
        if cells is None or (code is not None and same_code(code, cells)):
            if code is None:
                made.notes.append(f"{stage.file} was not handed in")
            elif untouched:
                made.notes.append(f"{stage.file} is the untouched stub")
        elif code is None or untouched:
            made.files[stage.file] = cells.encode("utf-8", "replace")
            made.notes.append(f"cells of {stage.name}.ipynb → {stage.file}")
        else:
            said = f"{stage.file} and the cells of {stage.name}.ipynb both hold code, and differ"
            made.doubts.append(said)

    def _cells_code(self, stage: Stage, notebook: bytes | None) -> str | None:
        """The stage's code in a notebook's cells, the stub's own apart.

        Raises:
            Unsure: the cells do not say for certain.
        """
        if notebook is None:
            return None
        cells = code_cells(notebook, self._notebooks[stage.name])
        written = written_file(cells, stage.file)
        defined = defined_code(cells, self._functions[stage.name])
        if written is not None and defined is not None:
            raise Unsure(f"some cells write {stage.file}, and others define its functions")
        code = written if written is not None else defined
        return None if code is None or same_code(code, self._stubs[stage.name] or "") else code


def _listed(candidates: list[_Candidate]) -> str:
    """By name where all lie in one folder, else by their whole paths."""
    folders = {candidate.file.entry.parts[:-1] for candidate in candidates}
    if len(folders) == 1:
        return ", ".join(candidate.shown for candidate in candidates)
    return ", ".join(escaped(candidate.file.entry.path) for candidate in candidates)


def _released(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
