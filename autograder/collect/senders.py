"""Whose each entry is: by the layout of a platform's download, or by folders.

One source has one layout. What does not fit it is listed. Paths inside a student's own zip never
say whose they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from autograder.collect.bounds import MAX_OF_A_STUDENT, Refused
from autograder.collect.gradescope import Sender, read_metadata
from autograder.collect.layouts import (
    LAYOUTS,
    METADATA,
    PLAIN,
    SUBMITTED,
    ZIP_COLLECT,
    ZIPPED,
    Layout,
)
from autograder.collect.roster import Roster
from autograder.collect.source import Entry, Fault, Parts, Source
from autograder.submission import escaped


@dataclass(frozen=True)
class File:
    """A file of a hand-in.

    Attributes:
        parts: its path as the student gave it.
        entry: where it came from.
        stage: the stage that folders around it, or the caller, name; empty: none.
    """

    parts: Parts
    entry: Entry
    stage: str


@dataclass
class HandIn:
    """All files of one student in one source.

    Attributes:
        student: what nbgrader is to call them.
        platform: where it came from.
        files: in the order of their paths.
        time: when, as the platform writes it; empty: it does not say.
        is_late: whether the platform calls it late.
    """

    student: str
    platform: str
    files: list[File] = field(default_factory=list)
    time: str = ""
    is_late: bool = False


@dataclass(frozen=True)
class Wanted:
    """What the caller says of a source.

    Attributes:
        stages: names of the course's stages.
        stage: the stage that everything in it is for; empty: not said.
        student: the student that everything in it is of; empty: not said.
        pattern: a layout of the caller's own.
        roster: the list of students.
    """

    stages: tuple[str, ...]
    stage: str = ""
    student: str = ""
    pattern: re.Pattern[str] | None = None
    roster: Roster | None = None


@dataclass(frozen=True)
class _Told:
    """One entry, as a layout reads it."""

    entry: Entry
    sender: Sender
    parts: Parts
    stage: str
    is_late: bool = False


def read_senders(source: Source, wanted: Wanted) -> tuple[list[HandIn], list[Fault]]:
    """The hand-ins of a source by student, and what belongs to nobody for certain."""
    faults: list[Fault] = []
    entries = _counted(list(_unwrapped(source, wanted)), faults)
    layout, told = _best(entries, wanted)
    matched = {item.entry for item in told}
    for entry, _, _ in entries:
        if entry not in matched and entry.parts[-1] != METADATA:
            faults.append(Fault(escaped(entry.path), _no_sender(layout)))
    return _gathered(told, layout, entries, wanted, faults), faults


def _no_sender(layout: Layout) -> str:
    if layout.platform == PLAIN:
        return (
            "no student is certain; expected <student>/<file>, <student>/<stage>/<file> or "
            "<student>.zip (or --students, --student, --pattern)"
        )
    return f"not as {layout.platform} names its files, as the others here are named"


_Placed = tuple[Entry, Parts, str]
"""An entry, its path from the download's top folder on, and the stage that folders name."""


def _unwrapped(source: Source, wanted: Wanted) -> Iterator[_Placed]:
    """Without the folders around a download: nbgrader's zip_collect, or a folder of all."""
    extracted_too = {
        entry.parts[:at]
        for entry in source.entries
        if (at := _collected_at(entry.parts, ZIP_COLLECT[0])) is not None
    }
    is_wrapped = _is_wrapped(source, wanted)
    for entry in source.entries:
        if (at := _collected_at(entry.parts, ZIP_COLLECT[0])) is None:
            at = _collected_at(entry.parts, ZIP_COLLECT[1])
            if at is not None and entry.parts[:at] in extracted_too:
                continue
        if at is not None:
            named = entry.parts[at - 1] if at else source.name
            stage = wanted.stage or (named if named in wanted.stages else "")
            yield entry, entry.parts[at + 1 :], stage
        elif is_wrapped and len(entry.parts) > 1:
            yield entry, entry.parts[1:], wanted.stage
        else:
            yield entry, entry.parts, wanted.stage


def _is_wrapped(source: Source, wanted: Wanted) -> bool:
    """Whether all lies in one folder that is the download's, and not a student's own.

    That is nbgrader's, by its name, or one that has the download's name and several folders in
    it: `ada.zip` may be a student's, with a folder `ada` in it.
    """
    top = {entry.parts[0] for entry in source.entries}
    inside = {entry.parts[1] for entry in source.entries if len(entry.parts) > 2}
    several = len(inside.difference(wanted.stages)) > 1
    return top == {SUBMITTED} or (top == {source.name} and several)


def _collected_at(parts: Parts, step: str) -> int | None:
    return parts.index(step) if step in parts[:-1][:3] else None


def _counted(entries: list[_Placed], faults: list[Fault]) -> list[_Placed]:
    """Without the students' zips, or top folders, that hold far too many files."""
    numbers: dict[Parts, int] = {}
    for entry, _, _ in entries:
        if entry.ours < len(entry.parts):
            numbers[entry.parts[: entry.ours]] = numbers.get(entry.parts[: entry.ours], 0) + 1
    crowded = {parts for parts, number in numbers.items() if number > MAX_OF_A_STUDENT}
    faults += [
        Fault(escaped("/".join(parts)), f"more than {MAX_OF_A_STUDENT:,} files")
        for parts in sorted(crowded)
    ]
    return [item for item in entries if item[0].parts[: item[0].ours] not in crowded]


def _best(entries: list[_Placed], wanted: Wanted) -> tuple[Layout, list[_Told]]:
    """The layout that most entries have; folders, where no platform's fits more than half."""
    plain = Layout(PLAIN, re.compile(""))
    if wanted.student:
        sender = Sender(name=wanted.student)
        return plain, [_Told(entry, sender, parts, stage) for entry, parts, stage in entries]
    own = wanted.pattern
    layouts = LAYOUTS if own is None else (Layout("--pattern", own),)
    for layout in layouts:
        for placed in (entries, _below_top(entries)):
            told = [item for each in placed if (item := _told(layout, *each)) is not None]
            if told and (own is not None or 2 * len(told) > len(entries) - 1):
                return layout, told
    if own is not None:
        return layouts[0], []
    return plain, [item for each in entries if (item := _plain(*each, wanted)) is not None]


def _below_top(entries: list[_Placed]) -> list[_Placed]:
    """Without the one folder that all stand in, as an unpacked download has it."""
    if len({parts[0] for _, parts, _ in entries}) != 1:
        return []
    return [(entry, parts[1:], stage) for entry, parts, stage in entries if len(parts) > 1]


def _told(layout: Layout, entry: Entry, parts: Parts, stage: str) -> _Told | None:
    """What a platform's layout makes of an entry at the top of a download."""
    match = layout.pattern.fullmatch("/".join(parts))
    # The last part that a platform named: a student's zip, or the file itself.
    named_by_us = len("/".join(parts[: len(parts) - (len(entry.parts) - entry.ours)]))
    if match is None:
        return None
    found = {key: value or "" for key, value in match.groupdict().items()}
    given = found.get("file") or _file_of(found.get("file_id", ""), parts[-1])
    sent = "name" if "name" in found else "student_id" if "student_id" in found else "number"
    if match.end(sent) > named_by_us:
        return None
    sender = Sender(
        name=found.get("name", "") or found.get("student_id", ""),
        number=found.get("number", ""),
        time=found.get("time", "") or found.get("timestamp", ""),
    )
    inner = tuple(part for part in given.split("/") if part)
    return _Told(entry, sender, inner, stage, is_late=bool(found.get("late")))


def _file_of(file_id: str, name: str) -> str:
    """The `file_id` of nbgrader comes without an extension."""
    suffix = name[name.rfind(".") :] if "." in name else ""
    return file_id if not file_id or file_id.endswith(suffix) else file_id + suffix


def _plain(entry: Entry, parts: Parts, stage: str, wanted: Wanted) -> _Told | None:
    """What folders say: <student>/<stage>/…, <student>/<file> or <student>.zip/…."""
    outside = len(parts) - (len(entry.parts) - entry.ours)
    folders = parts[: min(outside, len(parts) - 1)]
    at = next((k for k in range(1, len(folders)) if folders[k] in wanted.stages), None)
    name = _person(folders[:at], wanted)
    if at is not None:
        is_certain = name not in wanted.stages
        inner, stage = parts[at + 1 :], stage or parts[at]
    else:
        is_certain = not any(each.casefold() in name.casefold() for each in wanted.stages)
        inner = parts[len(folders) :]
    if entry.ours < len(entry.parts) and name.lower().endswith(ZIPPED):
        name = name[: -len(ZIPPED[0])]
    return _Told(entry, Sender(name=name), inner, stage) if name and is_certain else None


def _person(folders: Parts, wanted: Wanted) -> str:
    """Whose the folders are: that of the only one, or of the only one on the list of students."""
    if len(folders) > 1 and wanted.roster is not None:
        known = wanted.roster
        folders = tuple(
            name for name in folders if known.find(Sender(name=name), is_number_lasting=False)
        )
    return folders[0] if len(folders) == 1 else ""


def _gathered(
    told: list[_Told], layout: Layout, entries: list[_Placed], wanted: Wanted, faults: list[Fault]
) -> list[HandIn]:
    metadata = _metadata(entries, faults) if layout.platform == "Gradescope" else None
    hand_ins: dict[str, HandIn] = {}
    senders: dict[str, set[Sender]] = {}
    for item in told:
        for sender in _people(item.sender, metadata):
            student, why = _student(sender, layout, wanted)
            why = why or f"{METADATA} does not say whose it is"
            if not student:
                faults.append(Fault(escaped(item.entry.path), why))
                continue
            made = hand_ins.setdefault(student, HandIn(student, layout.platform))
            made.time = max(made.time, sender.time)
            made.is_late |= item.is_late
            senders.setdefault(student, set()).add(
                replace(sender, time="", number=sender.number or item.sender.number)
            )
            if item.parts:
                made.files.append(File(item.parts, item.entry, item.stage))
    for student in sorted(senders):
        if len(senders[student]) > 1:
            faults.append(_confused(student, senders[student]))
            del hand_ins[student]
    return [hand_ins[student] for student in sorted(hand_ins)]


def _confused(student: str, senders: Iterable[Sender]) -> Fault:
    told = sorted(f"{sender.name or sender.sid} {sender.number}".strip() for sender in senders)
    said = f"{len(told)} submissions go by this name ({', '.join(told)}); tell them apart"
    return Fault(escaped(student), f"{said} with --students")


def _metadata(entries: list[_Placed], faults: list[Fault]) -> dict[str, list[Sender]]:
    for entry, parts, _ in entries:
        if parts[-1] == METADATA and len(parts) <= 2 and entry.ours == len(entry.parts):
            try:
                return read_metadata(entry)
            except Refused as refused:
                faults.append(Fault(escaped(entry.path), str(refused)))
    return {}


def _people(sender: Sender, metadata: dict[str, list[Sender]] | None) -> list[Sender]:
    """The people behind a submission; a group's are several."""
    if metadata is None:
        return [sender]
    return metadata.get(sender.number) or [Sender()]


def _student(sender: Sender, layout: Layout, wanted: Wanted) -> tuple[str, str]:
    """What nbgrader is to call a sender; or nothing, and why."""
    name = sender.sid or sender.email or sender.name
    if wanted.roster is not None and name:
        found = wanted.roster.find(sender, is_number_lasting=layout.is_number_lasting)
        if len(found) == 1:
            return _clean(next(iter(found))), ""
        shown = escaped(sender.name or name)
        return "", f"{shown} is {'several' if found else 'nobody'} in the list of students"
    if layout.is_number_lasting and sender.number:
        name = f"{name}_{sender.number}"
    cleaned = _clean(name)
    return cleaned, f"{escaped(name)!r} is no name for a folder" if name and not cleaned else ""


def _clean(name: str) -> str:
    """A name that nbgrader and every system can hold as a folder's."""
    name = unicodedata.normalize("NFC", name).strip()
    kept = "".join(c if c.isalnum() or c in "-_.@" else "_" for c in name)
    return kept.lstrip(".-").rstrip(".")[:80]
