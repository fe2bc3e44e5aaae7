"""A function in a file that students are given: public examples name it, and a check runs it."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Given:
    """One such function; it is called like the function itself, whose file is then read.

    Attributes:
        folder: the folder of the stage, as students have it.
        file: name of the file in it.
        name: the function.
    """

    folder: Path
    file: str
    name: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns."""
        return getattr(_module(self.folder / self.file), self.name)(*args, **kwargs)


@cache
def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"given_{path.stem}", path)
    assert spec is not None, "a .py file has one"
    assert spec.loader is not None, "a .py file has one"
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made
