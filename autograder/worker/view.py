"""How a worker's interpreter is started, and what of the file tree it may see.

Only the interpreter, its standard library, NumPy, shared libraries and the child's own folder:
never the folder that other packages are installed in, a home, a course or a submission.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

CHILD_FOLDER = Path(__file__).resolve().parent / "child"

_NUMPY = Path(np.__file__).resolve().parent
_SYSTEM = (
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/nix/store",
)
_DEVICES = ("/dev/null", "/dev/urandom")
_KEPT = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_KEPT_ON_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "PATH", "WINDIR")


@dataclass(frozen=True)
class View:
    """What a worker sees.

    Attributes:
        readable: files and folders, each existing.
        masked: folders below them that stay hidden, where other packages are installed.
        kept: folders that are seen even below a masked one: NumPy's and the child's.
    """

    readable: tuple[str, ...]
    masked: tuple[str, ...]
    kept: tuple[str, ...]


def interpreter() -> str:
    """The interpreter itself, not the link or launcher of a virtual environment."""
    program = str(getattr(sys, "_base_executable", None) or sys.executable)
    return str(Path(program).resolve()) if sys.platform == "linux" else program


def command(task: dict[str, Any]) -> list[str]:
    """Return the command that starts the child's folder for `task`."""
    # Not -I, which would ignore PYTHONHASHSEED; the environment is ours, so it gives the same.
    task = {**task, "numpy_folder": str(_NUMPY.parent)}
    return [interpreter(), "-s", "-B", str(CHILD_FOLDER), json.dumps(task)]


def environment() -> dict[str, str]:
    """Return the whole environment of a worker: nothing of the grader's own but BLAS's choice."""
    kept = _KEPT + (_KEPT_ON_WINDOWS if sys.platform == "win32" else ())
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
    return {
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        **dict.fromkeys(threads, "1"),
        **{name: os.environ[name] for name in kept if name in os.environ},
    }


def look() -> View:
    """Find what this interpreter needs to run NumPy."""
    prefixes = {Path(sys.base_prefix), Path(sys.base_exec_prefix)}
    prefixes |= {prefix.resolve() for prefix in prefixes}
    roots = [prefix / name for prefix in sorted(prefixes) for name in ("lib", "lib64")]
    roots += map(Path, _SYSTEM)
    library = Path(os.__file__).resolve().parent
    masked = [
        found
        for root in roots
        for kind in ("site-packages", "dist-packages")
        for found in sorted(root.glob(f"python3*/{kind}"))
    ]
    return View(
        readable=_existing([*roots, library, Path(interpreter())]),
        masked=_existing(masked),
        kept=_existing([_NUMPY, _NUMPY.parent / "numpy.libs", CHILD_FOLDER]),
    )


def _existing(paths: list[Path]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(path) for path in paths if path.exists()))


def bubblewrap() -> tuple[str | None, str]:
    """Return the program's path or None, and in the latter case the reason why."""
    if sys.platform != "linux":
        return None, "bubblewrap exists for Linux only"
    program = shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin")
    if program is None:
        return None, "bubblewrap is not installed (apt install bubblewrap)"
    if Path(program).stat().st_mode & stat.S_ISUID:
        return None, "bubblewrap is installed setuid, which is refused here"
    return program, ""


def wrapped(program: str, view: View, inner: list[str]) -> list[str]:
    """Return `inner` run by bubblewrap, as process 1, with nothing in view but `view`."""
    binds = [part for path in view.readable for part in ("--ro-bind", path, path)]
    binds += [part for path in view.masked for part in ("--tmpfs", path)]
    binds += [part for path in view.kept for part in ("--ro-bind", path, path)]
    binds += [part for path in view.masked for part in ("--remount-ro", path)]
    # not --dev: its /dev/shm could be written to
    devices = [
        part for name in ("null", "urandom") for part in ("--dev-bind", *[f"/dev/{name}"] * 2)
    ]
    shut = ["--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session"]
    shut += ["--cap-drop", "ALL"]
    rest = ["--proc", "/proc", "--chdir", "/", "--remount-ro", "/"]
    return [program, *shut, *binds, *devices, *rest, "--", *inner]
