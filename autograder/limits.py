"""How long and how much a student's code may run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Isolation: TypeAlias = Literal["auto", "strong", "confined", "limits"]
"""How student code is to be shut in; `auto` takes the strongest that holds."""


@dataclass(frozen=True)
class Limits:
    """Limits of one worker.

    Attributes:
        call_cpu_s: CPU seconds of one call.
        call_wall_s: wall seconds of one call.
        stage_cpu_s: CPU seconds of all calls together, the import of the file included.
        stage_wall_s: wall seconds of all of them together.
        memory_mb: mebibytes that the code may have beyond what Python and NumPy take.
        callback_calls: how often one call may ask the functions it was given.
        callback_numbers: numbers in the arguments of one such question.
    """

    call_cpu_s: float = 2.0
    call_wall_s: float = 5.0
    stage_cpu_s: float = 10.0
    stage_wall_s: float = 20.0
    memory_mb: int = 512
    callback_calls: int = 200
    callback_numbers: int = 100_000
