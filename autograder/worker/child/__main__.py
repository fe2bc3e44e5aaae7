"""Starts this folder as a program: `python -s -B <folder> <task in JSON>`.

Reads the task, makes NumPy importable and nothing else beside it, and becomes a fork server
(`zygote`) or serves one file over its stdin and stdout (`alone`).
"""

import importlib
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys

_PACKAGE = "grading_worker"
_PACKAGES = ("site-packages", "dist-packages")


def _load_own_package(folder: str) -> None:
    # As a package under a name of its own: nothing of this folder can be shadowed by, or shadow,
    # a module that a student's file imports.
    place = f"{folder}/__init__.py"
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, place, submodule_search_locations=[folder]
    )
    assert spec is not None
    sys.modules[_PACKAGE] = importlib.util.module_from_spec(spec)


def _import_without_fork_hooks() -> None:
    # What these ask to have done in every fork, new locks and a new seed, takes as long as ten
    # calls. Here there is one thread, and every worker is seeded.
    register = getattr(os, "register_at_fork", None)
    if register is not None:
        # A .pth file may have had it loaded, with its hook: every fork were then seeded by chance.
        sys.modules.pop("random", None)
        os.register_at_fork = lambda **_: None
        for name in ("random", "threading"):
            importlib.import_module(name)
        os.register_at_fork = register


def main() -> None:
    """Do the task that the command line names."""
    folder = str(pathlib.Path(__file__).resolve().parent)
    task = json.loads(sys.argv[1])
    # Without the folder that Python puts first on its path, and without any other package: a file
    # may use the standard library and NumPy, the same here as everywhere.
    del sys.path[0]
    sys.path[:] = [entry for entry in sys.path if not entry.endswith(_PACKAGES)]
    _import_without_fork_hooks()
    sys.path.insert(0, task["numpy_folder"])
    importlib.import_module("numpy")
    del sys.path[0]
    _load_own_package(folder)
    importlib.import_module(f"{_PACKAGE}.{task['role']}").main(task)


if __name__ == "__main__":
    main()
