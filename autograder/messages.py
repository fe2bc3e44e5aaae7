"""The sentence a student reads about one object, made from the facts of its finding.

The one place where verdicts become words. Student text in it is quoted and bounded. What a hidden
case may reveal is the course's policy: with `none`, no value of a case is told.
"""

from __future__ import annotations

from typing import Any

from autograder.compare import numeric
from autograder.finding import Finding
from autograder.outcome import Died, Outcome, Raised, Returned
from autograder.result import Evidence
from autograder.words import case_name, course_text, say

MAX_MESSAGE = 2000
MAX_QUOTE = 200
MAX_ENTRIES = 256
"""Entries of an array that feedback shows whole."""

_PLAIN = frozenset(("right", "not_handed_in", "no_time", "unreadable"))
"""Reasons that need no facts: their own ids say all."""


def message(finding: Finding, file: str, *, evidence: str) -> str:
    """One to four sentences: the fact first, then its cause, then where to look.

    Args:
        finding: the verdict on one object.
        file: the name of the student's file.
        evidence: the course's policy, `none`, `entry` or `case`.
    """
    if finding.reason in _PLAIN:
        return say(finding.reason)
    sentences: list[str] = getattr(_Wording(finding, file, evidence), finding.reason)()
    return bounded(" ".join(part for part in sentences if part), MAX_MESSAGE)


def evidence_of(finding: Finding, policy: str) -> Evidence | None:
    """One entry that shows the fault, as far as the policy lets it be seen."""
    found = finding.difference
    if found is None or finding.case is None or policy == "none":
        return None
    arrays = _arrays(finding.values) if policy == "case" else None
    case = case_name(finding.case)
    return Evidence(case, found.index, _plain(found.expected), _plain(found.got), arrays)


def _arrays(values: tuple[Any, Any] | None) -> tuple[Any, Any] | None:
    """Both arrays as nested lists, where both are small numeric arrays."""
    if values is None:
        return None
    expected, got = numeric(values[0]), numeric(values[1])
    if expected is None or got is None or max(expected.size, got.size) > MAX_ENTRIES:
        return None
    if "c" in (expected.dtype.kind, got.dtype.kind):
        return None
    return expected.tolist(), got.tolist()


def load_error(outcome: Outcome, file: str) -> str:
    """Why a student's file could not be run: the stage's `error`, with its line."""
    if isinstance(outcome, Died):
        return say("error.import", file=file, detail=outcome.detail)
    if not isinstance(outcome, Raised):
        return ""
    line = "" if outcome.line is None else say("error.line", line=outcome.line)
    kind, text = quoted(outcome.kind, 60)[1:-1], quoted(outcome.text, 300)[1:-1]
    return f"{file}{line}: {kind}: {text}{_alone(outcome)}"


def _alone(outcome: Outcome | None) -> str:
    """Where a module was not found: which are there."""
    if isinstance(outcome, Raised) and "ModuleNotFoundError" in outcome.kinds:
        return say("stands_alone")
    return ""


def bounded(text: str, length: int) -> str:
    """`text`, cut to `length` characters with a mark where it was cut."""
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(text: str, length: int = MAX_QUOTE) -> str:
    """A student's text on one line, bounded, with what is not printable escaped."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: length + 1])
    return say("quoted", text=bounded(shown, length))


class _Wording:
    """One method a reason: the sentences of its message, empty ones left out by the caller."""

    def __init__(self, finding: Finding, file: str, evidence: str) -> None:
        self._finding = finding
        self._file = file
        self._is_open = evidence != "none"
        self._call = finding.object.call
        self._upstream = _names(finding.upstream)

    def value(self) -> list[str]:
        known = self._finding.known
        if not known:
            notes = _sentence("; ".join(self._finding.notes)) if self._is_open else ""
            return [self._difference(), notes, self._finding.object.hint]
        shown = self._difference() if self._is_open else ""
        return [*self._told(), shown, *self._looks()]

    def not_filled(self) -> list[str]:
        outcome = self._finding.outcome
        if isinstance(outcome, Raised) and outcome.text.endswith("is not in the file"):
            return [say("verdict.no_function", file=self._file, call=self._call)]
        if isinstance(outcome, Returned):
            id_ = "verdict.gives_none" if outcome.value is None else "verdict.gives_nothing"
            return [say(id_, call=self._call, name=self._finding.object.name)]
        return [say("verdict.not_filled")]

    def follows(self) -> list[str]:
        if self._finding.part is not None:
            return [say("verdict.follows_company", upstream=self._upstream)]
        return [say("verdict.follows", upstream=self._upstream)]

    def cannot_tell(self) -> list[str]:
        return [say("verdict.cannot_tell", upstream=self._upstream)]

    def needs_missing(self) -> list[str]:
        return [say("verdict.needs_missing", upstream=self._upstream)]

    def unreached(self) -> list[str]:
        beyond = "_beyond" if self._finding.upstream else ""
        return [say(f"verdict.unreached{beyond}", call=self._call, upstream=self._upstream)]

    def exception(self) -> list[str]:
        return [self._failure()]

    def died(self) -> list[str]:
        return [self._failure()]

    def changes_input(self) -> list[str]:
        return [
            say("verdict.changes_input", call=self._call),
            self._entry("became"),
            say("verdict.changes_input.look"),
        ]

    def unstable(self) -> list[str]:
        if self._finding.cause == "not_repeatable":
            said = say("verdict.not_repeatable", call=self._call)
            return [said, self._finding.object.hint]
        return [say("verdict.keeps_state", call=self._call), say("verdict.keeps_state.look")]

    def company(self) -> list[str]:
        finding = self._finding
        where = f" ({case_name(finding.case or '')})" if self._is_open else ""
        told = self._told()
        if finding.part is not None:
            told.append(say("verdict.company", part=finding.part, where=where))
            told.append(self._entry("expected"))
        else:
            told.append(say("verdict.company_fails", where=where))
            told.append(self._failure())
        if finding.cause in ("keeps_state", "not_repeatable"):
            return [*told, *self.unstable()]
        return [*told, *self._looks()]

    def share(self) -> list[str]:
        notes = self._finding.notes if self._is_open else self._finding.notes[:1]
        return [_sentence("; ".join(notes)), self._failure(), self._finding.object.hint]

    def not_recorded(self) -> list[str]:
        return [
            _sentence("; ".join(self._finding.notes)) if self._is_open else "",
            say("verdict.not_recorded", call=self._call),
        ]

    def no_example(self) -> list[str]:
        return [say("verdict.no_example")]

    def waits(self) -> list[str]:
        return [say("verdict.waits", upstream=self._upstream)]

    def _told(self) -> list[str]:
        name = self._finding.object.name
        return [course_text(made.says).replace("{}", name) for made in self._finding.known]

    def _looks(self) -> list[str]:
        name = self._finding.object.name
        looks = [course_text(made.look).replace("{}", name) for made in self._finding.known]
        return list(dict.fromkeys(looks or [self._finding.object.hint]))

    def _on_case(self) -> str:
        case = self._finding.case
        is_told = self._is_open and case is not None
        return say("on_case", case=case_name(case or "")) if is_told else ""

    def _failure(self) -> str:
        outcome = self._finding.outcome
        if isinstance(outcome, Died):
            return say(
                "verdict.ended", call=self._call, detail=outcome.detail, case=self._on_case()
            )
        if not isinstance(outcome, Raised):
            return ""
        line = "" if outcome.line is None else say("at_line", line=outcome.line, file=self._file)
        text = f": {quoted(outcome.text)}" if outcome.text and self._is_open else ""
        kind = quoted(outcome.kind, 60)[1:-1]
        return say(
            "verdict.raises",
            call=self._call,
            kind=kind,
            line=line,
            text=text,
            case=self._on_case(),
            more=_alone(outcome),
        )

    def _difference(self) -> str:
        found = self._finding.difference
        if found is None:
            return ""
        name = self._finding.object.name
        place = name if found.key is None else f"{name}[{found.key!r}]"
        if found.kind == "keys":
            return say("verdict.key_missing", place=place)
        if not self._is_open:
            what = found.kind if found.kind in ("type", "shape") else "value"
            return _capital(say(f"verdict.hidden_{what}", place=place))
        if found.kind in ("type", "shape"):
            expected = _shown(found.expected)
            if isinstance(found.expected, int):
                expected = say("kind.integer", value=expected)
            return say(
                f"verdict.wrong_{found.kind}",
                place=place,
                expected=expected,
                got=_shown(found.got),
            )
        return self._entry("expected")

    def _entry(self, sides: str) -> str:
        found = self._finding.difference
        if found is None or not self._is_open:
            return ""
        expected, got = _shown_apart(found.expected, found.got)
        told = say(
            f"{sides}_shape" if found.kind == "shape" else sides,
            key="" if found.key is None else f"{found.key}: ",
            place="" if found.index is None else say("at_index", index=list(found.index)),
            expected=expected,
            got=got,
            exact=say("exactly_zero") if found.kind == "zero" else "",
        )
        return say("verdict.case", case=case_name(str(self._finding.case)), told=told)


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"
    return quoted(str(value))[1:-1]


def _shown_apart(one: Any, two: Any) -> tuple[str, str]:
    """Two values that differ, with all their digits where fewer would look alike."""
    shown = _shown(one), _shown(two)
    return shown if shown[0] != shown[1] else (bounded(repr(one), 60), bounded(repr(two), 60))


def _plain(value: Any) -> Any:
    """A value as a report may hold it: bounded text, numbers, lists of numbers."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return quoted(value)[1:-1]
    return str(value) if isinstance(value, complex) else value


def _names(names: tuple[str, ...]) -> str:
    *rest, last = names or (say("an_earlier_object"),)
    return say("both", rest=", ".join(rest), last=last) if rest else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return _capital(text) + "." if text else ""
