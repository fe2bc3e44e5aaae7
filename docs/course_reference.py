"""Writes docs/course.md, the reference of course.yml, from the schema that a course is held to.

Run as `python docs/course_reference.py` after a change of the schema.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCHEMA = HERE.parent / "autograder" / "course.schema.json"
PAGE = HERE / "course.md"

INTRODUCTION = """\
# The keys of course.yml

<!-- Made from autograder/course.schema.json by docs/course_reference.py. -->

A mistake in the file is reported with its line and what is allowed. **Bold** keys must be given.
"""
SECTIONS = {"stage": "A stage", "call": "A call", "object": "An object", "question": "A question"}
KINDS = {"string": "text", "integer": "whole number", "object": "mapping", "array": "list"}

Schema = dict[str, Any]


def page() -> str:
    """The whole page as Markdown."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    parts = [INTRODUCTION, "## The course\n", table(schema)]
    for name, title in SECTIONS.items():
        parts += [f"## {title}\n", table(schema["definitions"][name])]
    return "\n".join(parts)


def table(schema: Schema) -> str:
    """The keys of a mapping, those of mappings within it as `outer.inner`."""
    rows = ["| key | value | default | what it says |", "|---|---|---|---|"]
    rows += [f"| {' | '.join(row)} |" for row in keys(schema, "")]
    return "\n".join(rows) + "\n"


def keys(schema: Schema, above: str) -> Iterator[tuple[str, str, str, str]]:
    """Key, what its value may be, its default and what it says, in the schema's order."""
    for name, item in schema["properties"].items():
        shown = f"`{above}{name}`"
        if name in schema.get("required", ()) and not above:
            shown = f"**{shown}**"
        default = f"`{json.dumps(item['default'])}`" if "default" in item else ""
        yield shown, value(item), default, item["description"]
        named = item.get("additionalProperties")
        if "properties" in item:
            yield from keys(item, f"{above}{name}.")
        elif isinstance(named, dict) and "properties" in named:
            yield from keys(named, f"{above}{name}.NAME.")


def value(item: Schema) -> str:
    """What a key may hold, in words."""
    if "$ref" in item:
        return f"a {item['$ref'].rsplit('/')[-1]}"
    if "enum" in item:
        return " or ".join(f"`{choice}`" for choice in item["enum"])
    if "items" in item:
        listed, many = value(item["items"]), "s" if "$ref" in item["items"] else ""
        return f"list of {listed.removeprefix('a ')}{many}"
    if "oneOf" in item:
        return " or ".join(value(choice) for choice in item["oneOf"])
    kind = KINDS.get(item.get("type", ""), item.get("type", ""))
    bounds = [
        f"{word} {item[key]}"
        for key, word in (
            ("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to"),
        )
        if key in item
    ]  # fmt: skip
    return " ".join([kind, *bounds])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
