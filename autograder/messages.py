"""The sentence a student reads about one object, made from the facts of its finding.

The one place where verdicts become words. Student text in it is quoted and bounded. What a hidden
case may reveal is the course's policy: with `none`, no value of a case is told.
"""

from __future__ import annotations

from typing import Any

from autograder.compare import Difference
from autograder.finding import Finding
from autograder.outcome import Died, Outcome, Raised
from autograder.result import Evidence

MAX_MESSAGE = 2000
MAX_QUOTE = 200

_PLAIN = {
    "right": "right",
    "not_filled": "not filled in yet",
    "not_handed_in": "not handed in",
    "no_time": "not reached: the stage's time had run out",
    "unreadable": "not reached: the file could not be run",
}


def message(finding: Finding, file: str, *, evidence: str) -> str:
    """One to four sentences: the fact first, then its cause, then where to look.

    Args:
        finding: the verdict on one object.
        file: the name of the student's file.
        evidence: the course's policy, `none` or `entry`.
    """
    if finding.reason in _PLAIN:
        return _PLAIN[finding.reason]
    sentences = _SENTENCES[finding.reason](finding, file, evidence)
    return bounded(" ".join(part for part in sentences if part), MAX_MESSAGE)


def evidence_of(finding: Finding, policy: str) -> Evidence | None:
    """One entry that shows the fault, as far as the policy lets it be seen."""
    found = finding.difference
    if found is None or finding.case is None or policy == "none":
        return None
    return Evidence(finding.case, found.index, _plain(found.expected), _plain(found.got))


def load_error(outcome: Outcome, file: str) -> str:
    """Why a student's file could not be run: the stage's `error`, with its line."""
    if isinstance(outcome, Died):
        return f"{file} could not be imported: it {outcome.detail}"
    if not isinstance(outcome, Raised):
        return ""
    line = "" if outcome.line is None else f", line {outcome.line}"
    return f"{file}{line}: {bounded(outcome.kind, 60)}: {quoted(outcome.text, 300)[1:-1]}"


def bounded(text: str, length: int) -> str:
    """`text`, cut to `length` characters with a mark where it was cut."""
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(text: str, length: int = MAX_QUOTE) -> str:
    """A student's text on one line, bounded, with what is not printable escaped."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: length + 1])
    return "“" + bounded(shown, length) + "”"


def _value(finding: Finding, file: str, evidence: str) -> list[str]:
    told = [made.says for made in finding.known]
    look = [made.look for made in finding.known] or [finding.object.hint]
    if not told:
        told = [_difference(finding, evidence)]
        told += [_sentence("; ".join(finding.notes))]
    elif evidence != "none":
        told += [_difference(finding, evidence)]
    return [*told, *dict.fromkeys(look)]


def _follows(finding: Finding, file: str, evidence: str) -> list[str]:
    upstream = _names(finding.upstream)
    if finding.part is not None:
        return [f"It changes with its company because {upstream} does already; nothing new here."]
    return [f"Right, made from your own {upstream}: it only carries that fault forward."]


def _cannot_tell(finding: Finding, file: str, evidence: str) -> list[str]:
    upstream = _names(finding.upstream)
    return [f"Your {upstream} holds too little to tell whether this step is right."]


def _needs_missing(finding: Finding, file: str, evidence: str) -> list[str]:
    return [f"Not reached: it needs {_names(finding.upstream)}, which is not there."]


def _unreached(finding: Finding, file: str, evidence: str) -> list[str]:
    if finding.upstream:
        return [f"Not reached: the call stopped before ({_names(finding.upstream)})."]
    return [f"Not reached: {finding.object.call} gave nothing to judge."]


def _exception(finding: Finding, file: str, evidence: str) -> list[str]:
    return [_raised(finding, file, evidence), finding.object.hint]


def _died(finding: Finding, file: str, evidence: str) -> list[str]:
    detail = finding.outcome.detail if isinstance(finding.outcome, Died) else ""
    return [f"{finding.object.call} {detail}{_on(finding, evidence)}."]


def _changes_input(finding: Finding, file: str, evidence: str) -> list[str]:
    entry = _entry(finding, "was", "became", evidence)
    return [
        f"{finding.object.call} changes an array it was given; arguments must stay as they are.",
        entry,
        "Look for an operation that writes into its operand.",
    ]


def _unstable(finding: Finding, file: str, evidence: str) -> list[str]:
    if finding.cause == "not_repeatable":
        return [
            f"{finding.object.call} gives different results for the same arguments: "
            "something in it is random.",
            finding.object.hint,
        ]
    return [
        f"{finding.object.call} gives another result when other calls came before: it keeps "
        "something from call to call.",
        "Look for what outlives a call: a global, a cache, a default that is changed.",
    ]


def _company(finding: Finding, file: str, evidence: str) -> list[str]:
    told = [made.says for made in finding.known]
    look = [made.look for made in finding.known] or [finding.object.hint]
    where = "" if evidence == "none" else f" ({finding.case})"
    if finding.part is not None:
        told.append(f"{finding.part} is wrong there{where}, though right in other batches.")
        told.append(_entry(finding, "expected", "got", evidence))
    else:
        told.append(f"Right in other batches, but here{where} the call fails.")
        told.append(_raised(finding, file, evidence) if finding.outcome else "")
    return [*told, *look]


def _share(finding: Finding, file: str, evidence: str) -> list[str]:
    notes = finding.notes if evidence != "none" else finding.notes[:1]
    failed = _raised(finding, file, evidence) if finding.outcome is not None else ""
    return [_sentence("; ".join(notes)), failed, finding.object.hint]


def _waits(finding: Finding, file: str, evidence: str) -> list[str]:
    return [f"Waits for {_names(finding.upstream)}."]


_SENTENCES = {
    "value": _value,
    "follows": _follows,
    "cannot_tell": _cannot_tell,
    "needs_missing": _needs_missing,
    "unreached": _unreached,
    "exception": _exception,
    "died": _died,
    "changes_input": _changes_input,
    "unstable": _unstable,
    "company": _company,
    "share": _share,
    "waits": _waits,
}


def _raised(finding: Finding, file: str, evidence: str) -> str:
    outcome = finding.outcome
    if isinstance(outcome, Died):
        return f"{finding.object.call} {outcome.detail}{_on(finding, evidence)}."
    if not isinstance(outcome, Raised):
        return ""
    line = "" if outcome.line is None else f" at line {outcome.line} of {file}"
    text = f": {quoted(outcome.text)}" if outcome.text and evidence != "none" else ""
    said = f"{finding.object.call} raises {bounded(outcome.kind, 60)}{line}"
    return f"{said}{text}{_on(finding, evidence)}."


def _on(finding: Finding, evidence: str) -> str:
    return "" if evidence == "none" or finding.case is None else f" (case {finding.case})"


def _difference(finding: Finding, evidence: str) -> str:
    found = finding.difference
    if found is None:
        return ""
    name = finding.object.name
    place = f"{name}[{found.key!r}]" if found.key is not None else name
    if found.kind == "shape":
        if evidence == "none":
            return f"The shape of {name} is not the one due."
        return f"{name} has shape {_shape(found.got)}, due is {_shape(found.expected)}."
    if found.kind == "keys":
        return f"{place} is not there."
    if found.kind == "type":
        return f"{place} must be {_shown(found.expected)}, not {_shown(found.got)}."
    if evidence == "none":
        return f"{place} is not right on every hidden case."
    return _entry(finding, "expected", "got", evidence)


def _entry(finding: Finding, right: str, wrong: str, evidence: str) -> str:
    found = finding.difference
    if found is None or evidence == "none":
        return ""
    if found.kind == "shape":
        return f"{right} shape {_shape(found.expected)}, {wrong} {_shape(found.got)}."
    index = "" if found.index is None else f"at {list(found.index)} "
    key = "" if found.key is None else f"{found.key}: "
    told = f"{key}{index}{right} {_shown(found.expected)}, {wrong} {_shown(found.got)}"
    return f"Case {finding.case}: {told}{_exact(found)}."


def _exact(found: Difference) -> str:
    return " (it must be exactly 0)" if found.kind == "zero" else ""


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return _shape(value)
    return bounded(str(value), MAX_QUOTE)


def _shape(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"


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
