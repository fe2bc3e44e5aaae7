"""File names of pages: safe on every system, the same for the same student."""

from __future__ import annotations

import hashlib
import re

MAX_LENGTH = 50  # a letter may take four bytes, and file systems allow 255
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?|class|index")
SAFE = re.compile(r"[a-z0-9][a-z0-9._-]*")


def page_name(student: str) -> str:
    """`<student>.html`, the name cleaned of what a path or a link could trip over.

    A name that had to be changed, or that differs from another's by case alone, gets a part of its
    hash, so that no two students share a page.
    """
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in student)
    kept = kept[:MAX_LENGTH].strip(".") or "_"
    if kept == student and SAFE.fullmatch(student) and not RESERVED.fullmatch(student):
        return f"{student}.html"
    mark = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{kept}-{mark}.html"


def anchor(*parts: str) -> str:
    """An element's name on a page, made from a stage and an object."""
    return "-".join(re.sub(r"[^\w.]", "_", part) for part in parts)
