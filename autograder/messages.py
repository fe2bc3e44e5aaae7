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

MAX_MESSAGE = 2000
MAX_QUOTE = 200
MAX_ENTRIES = 256
"""Entries of an array that feedback shows whole."""

_PLAIN = {
    "right": "right",
    "not_handed_in": "not handed in",
    "no_time": "not reached: the stage's time had run out",
    "unreadable": "not reached: the file could not be run",
}


def message(finding: Finding, file: str, *, evidence: str) -> str:
    """One to four sentences: the fact first, then its cause, then where to look.

    Args:
        finding: the verdict on one object.
        file: the name of the student's file.
        evidence: the course's policy, `none`, `entry` or `case`.
    """
    if finding.reason in _PLAIN:
        return _PLAIN[finding.reason]
    sentences: list[str] = getattr(_Wording(finding, file, evidence), finding.reason)()
    return bounded(" ".join(part for part in sentences if part), MAX_MESSAGE)


def evidence_of(finding: Finding, policy: str) -> Evidence | None:
    """One entry that shows the fault, as far as the policy lets it be seen."""
    found = finding.difference
    if found is None or finding.case is None or policy == "none":
        return None
    arrays = _arrays(finding.values) if policy == "case" else None
    return Evidence(finding.case, found.index, _plain(found.expected), _plain(found.got), arrays)


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
        return f"{file} could not be imported: it {outcome.detail}"
    if not isinstance(outcome, Raised):
        return ""
    line = "" if outcome.line is None else f", line {outcome.line}"
    kind, text = quoted(outcome.kind, 60)[1:-1], quoted(outcome.text, 300)[1:-1]
    return f"{file}{line}: {kind}: {text}{_alone(outcome)}"


def _alone(outcome: Outcome | None) -> str:
    """Where a module was not found: which are there."""
    if isinstance(outcome, Raised) and "ModuleNotFoundError" in outcome.kinds:
        return (
            ". A stage's file stands alone: it may import the standard library and NumPy, "
            "and no other file of yours"
        )
    return ""


def bounded(text: str, length: int) -> str:
    """`text`, cut to `length` characters with a mark where it was cut."""
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(text: str, length: int = MAX_QUOTE) -> str:
    """A student's text on one line, bounded, with what is not printable escaped."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: length + 1])
    return "“" + bounded(shown, length) + "”"


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
            return [f"{self._file} has no function {self._call}."]
        if isinstance(outcome, Returned):
            name = self._finding.object.name
            what = "None" if outcome.value is None else f"nothing for {name}"
            return [f"{self._call} gives {what}: not filled in yet, or a return is missing."]
        return ["Not filled in yet."]

    def follows(self) -> list[str]:
        if self._finding.part is not None:
            return [f"It changes with its company since {self._upstream} does; nothing new here."]
        return [f"Right, made from your own {self._upstream}: it only carries that fault forward."]

    def cannot_tell(self) -> list[str]:
        return [f"There is too little in your {self._upstream} to tell whether this step is right."]

    def needs_missing(self) -> list[str]:
        return [f"Not reached: it needs {self._upstream}, which is not there."]

    def unreached(self) -> list[str]:
        if self._finding.upstream:
            return [f"Not reached: {self._call} gave nothing to judge beyond {self._upstream}."]
        return [f"Not reached: {self._call} gave nothing to judge."]

    def exception(self) -> list[str]:
        return [self._failure()]

    def died(self) -> list[str]:
        return [self._failure()]

    def changes_input(self) -> list[str]:
        return [
            f"{self._call} changes an argument; all must stay as they are.",
            self._entry("was", "became"),
            "Look for an operation that writes into its operand.",
        ]

    def unstable(self) -> list[str]:
        if self._finding.cause == "not_repeatable":
            said = "gives different results for the same arguments: something in it is random."
            return [f"{self._call} {said}", self._finding.object.hint]
        return [
            f"{self._call} gives another result when other calls came before: it keeps something "
            "from call to call.",
            "Look for what outlives a call: a global, a cache, a default that is changed.",
        ]

    def company(self) -> list[str]:
        finding = self._finding
        where = f" ({finding.case})" if self._is_open else ""
        told = self._told()
        if finding.part is not None:
            told.append(f"{finding.part} is wrong there{where}, though right in other batches.")
            told.append(self._entry("expected", "got"))
        else:
            told.append(f"Right in other batches, but here{where} the call fails.")
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
            f"In the others {self._call} asks a public function what its recording does not hold: "
            "these the grader alone can tell.",
        ]

    def no_example(self) -> list[str]:
        return ["No public example tries it: the grader alone can tell."]

    def waits(self) -> list[str]:
        return [f"Waits for {self._upstream}."]

    def _told(self) -> list[str]:
        name = self._finding.object.name
        return [made.says.replace("{}", name) for made in self._finding.known]

    def _looks(self) -> list[str]:
        name = self._finding.object.name
        looks = [made.look.replace("{}", name) for made in self._finding.known]
        return list(dict.fromkeys(looks or [self._finding.object.hint]))

    def _on_case(self) -> str:
        case = self._finding.case
        return f" (case {case})" if self._is_open and case is not None else ""

    def _failure(self) -> str:
        outcome = self._finding.outcome
        if isinstance(outcome, Died):
            return f"{self._call} {outcome.detail}{self._on_case()}."
        if not isinstance(outcome, Raised):
            return ""
        line = "" if outcome.line is None else f" at line {outcome.line} of {self._file}"
        text = f": {quoted(outcome.text)}" if outcome.text and self._is_open else ""
        kind = quoted(outcome.kind, 60)[1:-1]
        return f"{self._call} raises {kind}{line}{text}{self._on_case()}{_alone(outcome)}."

    def _difference(self) -> str:
        found = self._finding.difference
        if found is None:
            return ""
        name = self._finding.object.name
        place = name if found.key is None else f"{name}[{found.key!r}]"
        if found.kind == "keys":
            return f"{place} is not there."
        if not self._is_open:
            what = {"type": "The kind of", "shape": "The shape of"}.get(found.kind, "")
            return _sentence(f"{what} {place} is not right on every hidden case".strip())
        if found.kind == "type":
            return f"{place} must be {_shown(found.expected)}, not {_shown(found.got)}."
        if found.kind == "shape":
            return f"{place} has shape {_shown(found.got)}, due is {_shown(found.expected)}."
        return self._entry("expected", "got")

    def _entry(self, right: str, wrong: str) -> str:
        found = self._finding.difference
        if found is None or not self._is_open:
            return ""
        shape = "shape " if found.kind == "shape" else ""
        index = "" if found.index is None else f"at {list(found.index)} "
        key = "" if found.key is None else f"{found.key}: "
        expected, got = _shown(found.expected), _shown(found.got)
        exact = " (it must be exactly 0)" if found.kind == "zero" else ""
        told = f"{key}{index}{right} {shape}{expected}, {wrong} {shape}{got}{exact}"
        return f"Case {self._finding.case}: {told}."


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"
    return quoted(str(value))[1:-1]


def _plain(value: Any) -> Any:
    """A value as a report may hold it: bounded text, numbers, lists of numbers."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return quoted(value)[1:-1]
    return str(value) if isinstance(value, complex) else value


def _names(names: tuple[str, ...]) -> str:
    *rest, last = names or ("an earlier object",)
    return f"{', '.join(rest)} and {last}" if rest else last


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""
