"""Shapes as a course writes them, with numbers put in the place of their letters.

A shape is text for people, such as `(B, T, degree + 1)` or `broadcasts to (B, m, 1)`. What stands
in round brackets and reads as a tuple of sizes is reckoned; everything else stays as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

MAX_SIZE = 1_000_000_000
_TUPLE = re.compile(r"\(([^()]*)\)")
_SIGNS = str.maketrans({"−": "-", "·": "*", "×": "*"})


class SizeFault(Exception):
    """A size that is none, or that cannot stand in a shape; the text says why."""


def size_names(shape: str) -> list[str]:
    """The names of sizes in a shape, in order."""
    parts = (part for inner in _TUPLE.findall(shape) for part in _parts(inner))
    return list(dict.fromkeys(name for part in parts for name in _names(part)))


def parse_sizes(given: Iterable[str]) -> dict[str, int]:
    """Sizes by name.

    Args:
        given: each as in `B=2`.

    Raises:
        SizeFault: one has no name, no whole number of 0 or more, or comes twice.
    """
    sizes: dict[str, int] = {}
    for text in given:
        name, _, value = (part.strip() for part in text.partition("="))
        if not name.isidentifier() or not re.fullmatch(r"[0-9]{1,10}", value):
            raise SizeFault(f"{text!r}: a size is a name and a whole number, as in B=2")
        if int(value) > MAX_SIZE:
            raise SizeFault(f"{text!r}: a size is at most {MAX_SIZE:,}")
        if name in sizes:
            raise SizeFault(f"{name} is given twice")
        sizes[name] = int(value)
    return sizes


def stem(name: str) -> str:
    """What a size is a kind of: T for T_x."""
    return name.split("_")[0]


def taken(shape: str, sizes: Mapping[str, int]) -> dict[str, int]:
    """What each name in a shape stands for: its own size, else that of its stem."""
    found = {name: sizes.get(name, sizes.get(stem(name))) for name in size_names(shape)}
    return {name: size for name, size in found.items() if size is not None}


def sized(shape: str, sizes: Mapping[str, int]) -> str:
    """A shape with numbers for the names that have one; the others stay letters.

    Args:
        shape: as the course writes it.
        sizes: by name.

    Raises:
        SizeFault: an entry would be no whole number of 0 or more.
    """
    return _TUPLE.sub(lambda found: _reckoned(found[0], found[1], taken(shape, sizes)), shape)


def _reckoned(whole: str, inner: str, sizes: Mapping[str, int]) -> str:
    parts = _parts(inner)
    if not parts:
        return whole
    comma = "," if inner.rstrip().endswith(",") else ""
    return f"({', '.join(_entry(part, sizes) for part in parts)}{comma})"


def _parts(inner: str) -> list[str]:
    """The entries of a tuple of sizes; none where it is not one."""
    parts = [part.strip() for part in inner.split(",")]
    if parts[-1] == "":
        parts.pop()
    return parts if all(part == "..." or _tree(part) for part in parts) else []


def _entry(part: str, sizes: Mapping[str, int]) -> str:
    if not any(name in sizes for name in _names(part)):
        return part
    put_in = re.sub(r"[^\W\d]\w*", lambda name: str(sizes.get(name[0], name[0])), part)
    tree = _tree(part)
    if tree is None or any(name not in sizes for name in _names(part)):
        return put_in
    value = _value(tree, sizes)
    if value is None or value.denominator != 1 or value < 0:
        raise SizeFault(f"{part} is {put_in} here, which is no whole number of 0 or more")
    return str(value)


def _names(part: str) -> Iterator[str]:
    tree = _tree(part)
    if tree is not None:
        yield from (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _tree(part: str) -> ast.expr | None:
    """An entry of a shape as an expression of names, whole numbers, + − * and /; else None."""
    try:
        tree = ast.parse(part.translate(_SIGNS), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if _is_reckonable(tree) else None


def _is_reckonable(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
        return _is_reckonable(node.left) and _is_reckonable(node.right)
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Constant) and type(node.value) is int
    )


def _value(node: ast.expr, sizes: Mapping[str, int]) -> Fraction | None:
    """What an entry comes to; None where it divides by 0."""
    if isinstance(node, ast.Name):
        return Fraction(sizes[node.id])
    if isinstance(node, ast.Constant):
        return Fraction(str(node.value))
    assert isinstance(node, ast.BinOp), "nothing else is reckonable"
    left, right = _value(node.left, sizes), _value(node.right, sizes)
    if left is None or right is None:
        return None
    if isinstance(node.op, ast.Add):
        return left + right
    if isinstance(node.op, ast.Sub):
        return left - right
    if isinstance(node.op, ast.Mult):
        return left * right
    return left / right if right else None
