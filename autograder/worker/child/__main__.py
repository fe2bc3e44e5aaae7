"""Starts this folder as a program: `python -s -B <folder> <task in JSON>`.

Reads the task, makes NumPy importable and nothing else beside it, and becomes a fork server
(`zygote`) or serves one file over its stdin and stdout (`alone`).
"""

import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys

_PACKAGE = "grading_worker"


def _load_own_package(folder: str) -> None:
    # As a package under a name of its own: nothing of this folder can be shadowed by, or shadow,
    # a module that a student's file imports.
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, place, submodule_search_locations=[folder]
    )
    assert spec is not None
    sys.modules[_PACKAGE] = importlib.util.module_from_spec(spec)


def main() -> None:
    """Do the task that the command line names."""
    folder = os.path.dirname(os.path.abspath(__file__))
    task = json.loads(sys.argv[1])
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    sys.path.append(task["numpy_folder"])
    importlib.import_module("numpy")
    sys.path.remove(task["numpy_folder"])
    _load_own_package(folder)
    importlib.import_module(f"{_PACKAGE}.{task['role']}").main(task)


if __name__ == "__main__":
    main()
