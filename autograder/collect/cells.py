"""A stage's code out of a notebook's cells, read and never run.

Two ways of handing in code so are known: a cell that writes the file (`%%writefile scores.py`),
and functions defined in cells. Of the latter the result holds the statements that the stage's
functions are made of, in the order of the notebook, and nothing else that the cells do.
"""

from __future__ import annotations

import ast
import json
import re
import symtable
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MAX_CODE = 1_000_000

_WRITES = re.compile(r"%%(?:writefile|file)\s+(?P<options>(?:-a\s+|--append\s+)?)(?P<path>.+?)\s*$")
_HARMLESS_CELL_MAGIC = re.compile(r"%%(?:time|timeit|capture|prun)\b")
_LINE_MAGIC = re.compile(r"^(\s*)[%!?].*$|^\s*\S.*\?\s*$")


Cell = tuple[int, str]
"""Its number among the notebook's code cells, and its source."""


class Unsure(Exception):
    """The cells do not say for certain what the code is; the text says why."""


@dataclass(frozen=True)
class _Statement:
    cell: int
    text: str
    binds: frozenset[str]
    uses: frozenset[str]


def code_cells(content: bytes, released: bytes = b"") -> list[Cell]:
    """A notebook's code cells, without those that came with the released notebook.

    Raises:
        Unsure: it is no notebook of format 4.
    """
    came = {_source(cell) for _, cell in _code(released)} if released else set()
    try:
        found = [(number, _source(cell)) for number, cell in _code(content) if not _is_locked(cell)]
        return [(number, source) for number, source in found if source not in came]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unsure("not a readable notebook") from None


def grade_ids(content: bytes) -> set[str]:
    """The nbgrader ids in a notebook, or none where it cannot be read."""
    found = re.findall(rb'"grade_id"\s*:\s*"([A-Za-z0-9_-]{1,64})"', content)
    return {name.decode("ascii") for name in found}


def written_file(cells: list[Cell], file: str) -> str | None:
    """What running the cells would write into `file`; None: they write no such file.

    Raises:
        Unsure: several cells write it, differently.
    """
    texts: list[str] = []
    for _, source in cells:
        first, _, rest = source.lstrip("\n").partition("\n")
        match = _WRITES.match(first)
        if match is None or not _names(match["path"], file):
            continue
        if match["options"] and texts:
            texts[-1] += rest
        else:
            texts.append(rest)
    if len(set(texts)) > 1:
        raise Unsure(f"{len(texts)} cells write {file}, differently")
    return texts[-1] if texts else None


def defined_code(cells: list[Cell], functions: Iterable[str]) -> str | None:
    """A module of the stage's functions as cells define them; None: they define none.

    Raises:
        Unsure: a function is defined several times, differently.
    """
    wanted = set(functions)
    statements = [item for cell in cells for item in _parts(*cell)]
    if not any(wanted & item.binds for item in statements):
        return None
    for name in sorted(wanted):
        forms = {_form(item.text): item.cell for item in statements if name in item.binds}
        if len(forms) > 1:
            where = ", ".join(str(number) for number in sorted(forms.values()))
            raise Unsure(f"{name} is defined in several cells ({where}), differently")
    return _module(_needed(statements, wanted))


def functions_of(source: bytes | str) -> set[str]:
    """Names of the functions that a module defines at its top; none where it cannot be parsed."""
    tree = _parsed(source)
    if tree is None:
        return set()
    return {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}


def same_code(one: bytes | str, other: bytes | str) -> bool:
    """Whether two modules differ in layout and comments at most."""
    first, second = _parsed(one), _parsed(other)
    if first is None or second is None:
        return _plain(one) == _plain(other)
    try:
        return ast.dump(first) == ast.dump(second)
    except RecursionError:
        return _plain(one) == _plain(other)


def _code(content: bytes) -> list[tuple[int, dict[str, Any]]]:
    """The code cells, counted from 1 as running them from the top would."""
    cells = json.loads(content.decode("utf-8-sig"))["cells"]
    code = [c for c in cells if isinstance(c, dict) and c.get("cell_type") == "code"]
    return list(enumerate(code, 1))


def _is_locked(cell: dict[str, Any]) -> bool:
    ours = (cell.get("metadata") or {}).get("nbgrader") or {}
    return bool(ours.get("locked"))


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    text = "".join(source) if isinstance(source, list) else str(source)
    return text[:MAX_CODE].replace("\r\n", "\n")


def _names(path: str, file: str) -> bool:
    return path.strip("'\"").replace("\\", "/").rpartition("/")[2] == file


def _parts(number: int, cell: str) -> Iterator[_Statement]:
    """The statements of a cell; a cell that does not parse is one, by the names it defines."""
    lines = cell.split("\n")
    if lines and lines[0].startswith("%%"):
        if not _HARMLESS_CELL_MAGIC.match(lines[0]):
            return
        lines[0] = ""
    tree = _parsed("\n".join(lines))
    if tree is None:
        lines = [_LINE_MAGIC.sub(r"\1pass", line) for line in lines]
        tree = _parsed("\n".join(lines))
    text = "\n".join(lines)
    if tree is None:
        names = re.findall(r"^(?:async )?def\s+(\w+)", text, re.MULTILINE)
        yield _Statement(number, text, frozenset(names), frozenset())
        return
    for node in tree.body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        part = "\n".join(lines[first - 1 : node.end_lineno])
        yield _Statement(number, part, *_names_in(part))


def _needed(statements: list[_Statement], wanted: set[str]) -> list[_Statement]:
    """The statements that bind the wanted names, and those that bind what these use."""
    names, grown = set(wanted), True
    taken: set[int] = set()
    while grown:
        fresh = {
            place
            for place, item in enumerate(statements)
            if place not in taken and names & item.binds
        }
        grown = bool(fresh)
        taken |= fresh
        names.update(*(statements[place].uses for place in fresh))
    return [statements[place] for place in sorted(taken)]


def _module(statements: list[_Statement]) -> str:
    parts, cell = ["# Collected from the code cells of the notebook.\n"], 0
    for item in statements:
        if item.cell != cell:
            cell = item.cell
            parts.append(f"\n# code cell {cell}\n")
        parts.append(item.text.rstrip() + "\n")
    return "".join(parts)


def _names_in(part: str) -> tuple[frozenset[str], frozenset[str]]:
    """The global names that a statement binds, and those that it uses, functions' insides too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tables = [symtable.symtable(part, "cell", "exec")]
    except (SyntaxError, RecursionError):  # it parses, but would not compile
        return frozenset(re.findall(r"^(?:async )?def\s+(\w+)", part, re.MULTILINE)), frozenset()
    binds: set[str] = set()
    uses: set[str] = set()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            if not (symbol.is_global() or table.get_type() == "module"):
                continue
            if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace():
                binds.add(symbol.get_name())
            if symbol.is_referenced():
                uses.add(symbol.get_name())
    return frozenset(binds), frozenset(uses)


def _form(text: str) -> str:
    tree = _parsed(text)
    try:
        return text.strip() if tree is None else ast.dump(tree)
    except RecursionError:
        return text.strip()


def _parsed(source: bytes | str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the student's code, shown when it is graded
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _plain(source: bytes | str) -> str:
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()
