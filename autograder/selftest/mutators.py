"""Small changes of a function that a grader ought to notice, one at a time.

Own operators over `ast`: mutmut and cosmic-ray both write each mutant to disk and start a test run
for it, where here a mutant is a name bound anew in this process; and neither swaps arguments,
operands or axes, nor drops a call or a statement, which is what goes wrong in array code.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

MAX_SHOWN = 100
CONTEXT = 30

Node: TypeAlias = Any
Replacements: TypeAlias = Iterator[ast.AST]


@dataclass(frozen=True)
class Change:
    """One changed function.

    Attributes:
        function: the changed definition.
        was: the lines that changed, before.
        becomes: the same lines after.
    """

    function: ast.FunctionDef
    was: str
    becomes: str


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Every changed form of a function, each once, in the order of its code.

    Args:
        function: a definition; its name, parameters and docstring stay.
    """
    function = copy.deepcopy(function)
    before = ast.unparse(function)
    seen = {before}
    for parent, name, place in list(_slots(function)):
        node = _get(parent, name, place)
        for other in _replacements(node):
            _set(parent, name, place, other)
            after = ast.unparse(ast.fix_missing_locations(function))
            if after not in seen:
                seen.add(after)
                yield Change(copy.deepcopy(function), *_changed_lines(before, after))
        _set(parent, name, place, node)


Slot: TypeAlias = tuple[ast.AST, str, int | None]


def _slots(function: ast.FunctionDef) -> Iterator[Slot]:
    """Every place in a function's body where a node stands."""
    start = 1 if ast.get_docstring(function) is not None else 0
    for place in range(start, len(function.body)):
        yield function, "body", place
        yield from _below(function.body[place])


def _below(node: ast.AST) -> Iterator[Slot]:
    if isinstance(node, ast.JoinedStr):
        return  # what a message says to people
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield node, name, None
            yield from _below(value)
        elif isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield node, name, place
                    yield from _below(item)


def _get(parent: ast.AST, name: str, place: int | None) -> Node:
    value = getattr(parent, name)
    return value if place is None else value[place]


def _set(parent: ast.AST, name: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[place] = node


def _replacements(node: ast.AST) -> Replacements:
    for kind, replace in _OPERATORS:
        if isinstance(node, kind):
            yield from replace(node)


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    was = [line[2:].strip() for line in lines if line.startswith("- ")]
    becomes = [line[2:].strip() for line in lines if line.startswith("+ ")]
    return _cut("\n".join(was), "\n".join(becomes))


def _cut(was: str, becomes: str) -> tuple[str, str]:
    """Both texts, long ones cut down to what differs and a little on either side of it."""
    if max(len(was), len(becomes)) <= MAX_SHOWN:
        return was, becomes
    pairs = list(zip(was, becomes, strict=False))
    start = next((k for k, (one, two) in enumerate(pairs) if one != two), len(pairs))
    back = list(zip(reversed(was[start:]), reversed(becomes[start:]), strict=False))
    end = next((k for k, (one, two) in enumerate(back) if one != two), len(back))
    first, last = max(0, start - CONTEXT), max(0, end - CONTEXT)
    shown = (text[first : len(text) - last] for text in (was, becomes))
    left, right = ("…" if first else ""), ("…" if last else "")
    one, two = (f"{left}{text}{right}" for text in shown)
    return one, two


# One function a kind of node


def _operation(node: Node) -> Replacements:
    for other in _ARITHMETIC.get(type(node.op), ()):
        yield ast.BinOp(node.left, other(), node.right)
    if isinstance(node.op, _ORDERED):
        yield ast.BinOp(node.right, node.op, node.left)
    yield node.left
    yield node.right


def _assigned_operation(node: Node) -> Replacements:
    for other in _ARITHMETIC.get(type(node.op), ()):
        yield ast.AugAssign(node.target, other(), node.value)


def _comparison(node: Node) -> Replacements:
    for place, op in enumerate(node.ops):
        for other in _COMPARISONS.get(type(op), ()):
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _alternatives(node: Node) -> Replacements:
    yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
    yield from node.values


def _unary(node: Node) -> Replacements:
    if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        if type(value) is int:
            yield from (ast.Constant(-value + 1), ast.Constant(-value - 1))
    yield node.operand


def _constant(node: Node) -> Replacements:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, (int, float)):
        yield from (ast.Constant(value + 1), ast.Constant(value - 1))
    elif isinstance(value, str) and value.isidentifier():  # a key or a name, not a message
        yield ast.Constant(value + "_")
    elif value is Ellipsis:
        yield ast.Slice()


def _condition(node: Node) -> Replacements:
    changed = copy.copy(node)
    changed.test = ast.UnaryOp(ast.Not(), node.test)
    yield changed


def _choice(node: Node) -> Replacements:
    yield ast.IfExp(node.test, node.orelse, node.body)
    yield from (node.body, node.orelse)


def _call(node: Node) -> Replacements:
    if node.args and not any(isinstance(item, ast.Starred) for item in node.args):
        for place in range(len(node.args) - 1):
            yield ast.Call(node.func, _swapped(node.args, place), node.keywords)
        yield node.args[0]
    for place in range(len(node.keywords)):
        rest = [*node.keywords[:place], *node.keywords[place + 1 :]]
        yield ast.Call(node.func, node.args, rest)


def _attribute(node: Node) -> Replacements:
    for other in _NAMES.get(node.attr, ()):
        yield ast.Attribute(node.value, other, node.ctx)


def _tuple(node: Node) -> Replacements:
    if isinstance(node.ctx, ast.Load):
        for place in range(len(node.elts) - 1):
            yield ast.Tuple(_swapped(node.elts, place), node.ctx)


def _statement(_node: Node) -> Replacements:
    yield ast.Pass()


def _swapped(items: list[Any], place: int) -> list[Any]:
    return [*items[:place], items[place + 1], items[place], *items[place + 2 :]]


_ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_NAMES = {
    "sum": ("mean", "max"),
    "mean": ("sum",),
    "max": ("min",),
    "min": ("max",),
    "all": ("any",),
    "any": ("all",),
    "zeros": ("ones",),
    "ones": ("zeros",),
    "logical_or": ("logical_and", "logical_xor"),
    "logical_and": ("logical_or",),
    "sqrt": ("cbrt",),
    "exp": ("exp2", "expm1"),
    "sin": ("cos",),
    "cos": ("sin",),
    "argmax": ("argmin",),
    "tril": ("triu",),
    "triu": ("tril",),
    "isneginf": ("isposinf",),
    "isposinf": ("isneginf",),
}
_OPERATORS: tuple[tuple[Any, Callable[[Node], Replacements]], ...] = (
    (ast.BinOp, _operation),
    (ast.AugAssign, _assigned_operation),
    (ast.Compare, _comparison),
    (ast.BoolOp, _alternatives),
    (ast.UnaryOp, _unary),
    (ast.Constant, _constant),
    ((ast.If, ast.While), _condition),
    (ast.IfExp, _choice),
    (ast.Call, _call),
    (ast.Attribute, _attribute),
    (ast.Tuple, _tuple),
    ((ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.If, ast.For), _statement),
)
