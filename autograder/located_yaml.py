"""YAML read without running any tag of it, with the line of everything that was read.

Knows text and lines; knows nothing of courses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from autograder.errors import Complaint

Path = tuple[str | int, ...]

Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick one, where PyYAML was built with it."""


class Located:
    """A YAML document as plain data, and where each part of it stands.

    Attributes:
        data: dicts, lists and scalars.
        complaints: syntax errors, aliases and keys given twice, each with its line.
    """

    def __init__(self, text: str) -> None:
        self.complaints: list[Complaint] = []
        self._lines: dict[Path, int] = {}
        self.data = self._read(text)

    def line(self, path: Path) -> int:
        """The line (from 1) of the nearest part of the document that exists on `path`."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _read(self, text: str) -> Any:
        try:
            refused = next(_aliases(text), None)
            if refused is not None:
                self.complaints.append(Complaint(refused, "an alias (*name) is not allowed here"))
                return None
            loader = Loader(text)
            try:
                node = loader.get_single_node()
                return None if node is None else self._plain(loader, node, ())
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self.complaints.append(Complaint(mark.line + 1 if mark else 1, _problem(error)))
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            self.complaints.append(Complaint(1, f"not readable as YAML: {error}"[:300]))
        return None

    def _plain(self, loader: yaml.SafeLoader, node: yaml.Node, path: Path) -> Any:
        self._lines[path] = node.start_mark.line + 1
        if not node.tag.startswith("tag:yaml.org,2002:") or ":python/" in node.tag:
            said = f"the YAML tag {node.tag} is not allowed here"
            self.complaints.append(Complaint(node.start_mark.line + 1, said))
            return None
        if isinstance(node, yaml.SequenceNode):
            return [
                self._plain(loader, item, (*path, place)) for place, item in enumerate(node.value)
            ]
        if isinstance(node, yaml.MappingNode):
            return dict(self._entries(loader, node, path))
        return loader.construct_object(node)

    def _entries(
        self, loader: yaml.SafeLoader, node: yaml.MappingNode, path: Path
    ) -> Iterator[tuple[str, Any]]:
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in seen:
                line = key_node.start_mark.line + 1
                self.complaints.append(Complaint(line, f"{key!r} is given twice"))
            seen.add(key)
            yield key, self._plain(loader, value_node, (*path, key))
            self._lines[(*path, key)] = key_node.start_mark.line + 1


def _aliases(text: str) -> Iterator[int]:
    for event in yaml.parse(text, Loader=Loader):
        if isinstance(event, yaml.AliasEvent):
            mark = event.start_mark
            yield mark.line + 1 if mark else 1


def _problem(error: yaml.MarkedYAMLError) -> str:
    parts = [part for part in (error.context, error.problem) if part]
    return "not readable as YAML: " + ", ".join(parts)
