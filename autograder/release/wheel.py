"""The engine as a wheel, made from the files it is running from: no build tool, no network.

A wheel is a zip of the package and of what pip needs to know; for a package of plain Python that
is four small files. The bytes depend on the engine's files only.

Source:
    https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

from __future__ import annotations

import base64
import hashlib
from email.message import Message
from importlib import metadata
from pathlib import Path

import autograder
from autograder.errors import UsageError
from autograder.release.zipped import write_zip

DISTRIBUTION = "first-incorrect"
_KEPT = ("Summary", "Requires-Python", "Requires-Dist", "Provides-Extra")
_LEFT_OUT = {"__pycache__", ".DS_Store"}


def wheel_name() -> str:
    """The wheel's file name."""
    return f"{_stem()}-py3-none-any.whl"


def write_wheel(out: Path) -> Path:
    """The wheel in `out`.

    Raises:
        UsageError: the engine runs without having been installed.
    """
    contents = _package()
    info = f"{_stem()}.dist-info"
    told = _metadata()
    contents[f"{info}/METADATA"] = told
    contents[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: autograder\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    contents[f"{info}/entry_points.txt"] = b"[console_scripts]\nautograder = autograder.cli:main\n"
    record = f"{info}/RECORD"
    lines = [_recorded(name, content) for name, content in contents.items()]
    contents[record] = "".join([*lines, f"{record},,\n"]).encode("utf-8")
    path = out / wheel_name()
    write_zip(path, contents)
    return path


def _stem() -> str:
    return f"{DISTRIBUTION.replace('-', '_')}-{autograder.__version__}"


def _package() -> dict[str, bytes]:
    """The engine's files by their path in the wheel."""
    root = Path(autograder.__file__).parent
    files = sorted(
        path
        for path in root.rglob("*")
        if path.is_file() and not _LEFT_OUT & {*path.relative_to(root).parts}
    )
    return {f"{root.name}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in files}


def _metadata() -> bytes:
    try:
        known = metadata.metadata(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        said = "the wheel needs the engine installed: pip install --editable . in its folder"
        raise UsageError(said) from None
    made = Message()
    made["Metadata-Version"] = "2.1"
    made["Name"] = DISTRIBUTION
    made["Version"] = autograder.__version__
    for key in _KEPT:
        for value in known.get_all(key) or []:
            made[key] = value
    return made.as_string(maxheaderlen=0).encode("utf-8")


def _recorded(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"
