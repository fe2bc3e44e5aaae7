"""A stage's code out of a notebook's cells, read and never run.

Two ways of handing in code so are known: a cell that writes the file (`%%writefile scores.py`),
and functions defined in cells. Of the latter the result holds the statements that the stage's
functions are made of, in the order of the notebook, and nothing else that the cells do.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MAX_CODE = 1_000_000

_WRITES = re.compile(r"%%(?:writefile|file)\s+(?P<options>(?:-a\s+|--append\s+)?)(?P<path>.+?)\s*$")
_HARMLESS_CELL_MAGIC = re.compile(r"%%(?:time|timeit|capture|prun)\b")
_LINE_MAGIC = re.compile(r"^(\s*)[%!?].*$|^\s*\S.*\?\s*$")


class Unsure(Exception):
    """The cells do not say for certain what the code is; the text says why."""


@dataclass(frozen=True)
class _Statement:
    cell: int
    text: str
    binds: frozenset[str]
    uses: frozenset[str]


def code_cells(content: bytes) -> list[str]:
    """The sources of a notebook's code cells, those that came with the course apart.

    Raises:
        Unsure: it is no notebook of format 4.
    """
    try:
        cells = json.loads(content.decode("utf-8-sig"))["cells"]
        return [_source(cell) for cell in cells if _is_own_code(cell)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unsure("not a readable notebook") from None


def grade_ids(content: bytes) -> set[str]:
    """The nbgrader ids in a notebook, or none where it cannot be read."""
    found = re.findall(rb'"grade_id"\s*:\s*"([A-Za-z0-9_-]{1,64})"', content)
    return {name.decode("ascii") for name in found}


def written_file(cells: list[str], file: str) -> str | None:
    """What running the cells would write into `file`; None: they write no such file.

    Raises:
        Unsure: several cells write it, differently.
    """
    texts: list[str] = []
    for source in cells:
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


def defined_code(cells: list[str], functions: Iterable[str]) -> str | None:
    """A module of the stage's functions as cells define them; None: they define none.

    Raises:
        Unsure: a function is defined several times, differently.
    """
    wanted = set(functions)
    statements = [item for number, cell in enumerate(cells, 1) for item in _parts(number, cell)]
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


def _is_own_code(cell: Any) -> bool:
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return False
    ours = (cell.get("metadata") or {}).get("nbgrader") or {}
    return not ours.get("locked")


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
        yield _Statement(number, part, frozenset(_bound(node)), frozenset(_used(node)))


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


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
        return
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Import, ast.ImportFrom)):
            for name in inner.names:
                yield (name.asname or name.name).partition(".")[0]
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id
        elif isinstance(inner, (ast.FunctionDef, ast.ClassDef)):  # inside an if or try
            yield inner.name


def _used(node: ast.stmt) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            yield inner.id


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
