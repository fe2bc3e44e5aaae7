"""What a student's file imports that has no use where marks are made. Runs nothing."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

OUT_OF_REACH = frozenset(
    {
        "_thread",
        "asyncio",
        "concurrent",
        "multiprocessing",
        "socket",
        "socketserver",
        "subprocess",
        "threading",
    }
)
"""Modules of the standard library for threads, processes and the network."""


def out_of_reach(source: bytes) -> dict[str, int]:
    """Modules for threads, processes and the network that a file imports, each with its line.

    Args:
        source: the file; what is no Python imports nothing.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        for name in _imported(node):
            if name.split(".")[0] in OUT_OF_REACH:
                found.setdefault(name, getattr(node, "lineno", 1))
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (item.name for item in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
