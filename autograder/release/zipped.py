"""Zip files that are the same bytes for the same contents, on every machine."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

_TIME = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16
_UNIX = 3


def write_zip(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write a zip of the contents by name, in the order given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as made:
        for name, content in contents.items():
            member = zipfile.ZipInfo(name, _TIME)
            member.create_system = _UNIX
            member.external_attr = _PLAIN_FILE
            # Stored, since compressed bytes differ between versions of zlib.
            member.compress_type = zipfile.ZIP_STORED
            made.writestr(member, content)
