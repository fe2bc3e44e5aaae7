"""Rivals timed in turn, round after round, so that what the machine does besides hits all alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bench.rivals import Rival


def timed(rivals: Sequence[Rival], rounds: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """By name: what each round took, or why there is nothing to tell."""
    found: dict[str, Any] = {}
    for rival in rivals:
        why = rival.missing()
        found[rival.name] = {"missing": why} if why else {"wall_s": [], "cpu_s": [], "start_s": []}
        if not why:
            tell(f"preparing: {rival.name}")
            rival.prepare()
    for number in range(rounds):
        for rival in rivals:
            if "missing" in found[rival.name]:
                continue
            tell(f"round {number + 1} of {rounds}: {rival.name}")
            spent = rival.once()
            for key, value in vars(spent).items():
                found[rival.name][key].append(round(value, 6))
    return found
