"""Tells what isolates student code on this machine, by attacking it; and what is missing.

Every attempt is made unprotected first: one that fails even then says nothing about the layers.
"""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from dataclasses import dataclass
from typing import Literal, TextIO

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.outcome import Died
from autograder.worker import probe, view
from autograder.worker.launch import Launcher, Level

State = Literal["active", "absent", "held", "hole", "untestable"]

_LIMITS = Limits(1.0, 2.0, 20.0, 40.0, 128, 0, 0)
_BOMBS = b"""
def loop():
    while True:
        pass

def sleep():
    import time
    time.sleep(60)

def fill():
    return len([bytearray(1 << 20) for _ in range(400)])

def end():
    import os
    os._exit(0)
"""
_ENDS = {
    "loop": ("time_out", "compute for ever"),
    "sleep": ("time_out", "sleep for ever"),
    "fill": ("memory", "take more memory than allowed"),
    "end": ("crash", "end its process as if all were well"),
}
_MEANING = {
    "strong": "strong: marks can be given.",
    "confined": "confined: marks can be given; where a line above says hole, that much is open.",
    "limits": "limits only, no sandbox: student code runs with your own rights; marks from this "
    "machine can be forged and files could be read. Good for a student's own check.",
}


@dataclass(frozen=True)
class Layer:
    """One thing that was looked at.

    Attributes:
        name: the layer, or what student code must not be able to do.
        state: `active` or `absent` for a layer; `held`, `hole` or `untestable` for an attempt.
        detail: version, reason, or what to do; may be empty.
    """

    name: str
    state: State
    detail: str = ""


@dataclass(frozen=True)
class Examination:
    """What was found.

    Attributes:
        versions: of what matters, by name; "not installed" where it is not.
        layers: the layers, in the order in which student code would meet them.
        attempts: what was tried against them.
        level: the level that a grader on this machine would have.
    """

    versions: dict[str, str]
    layers: tuple[Layer, ...]
    attempts: tuple[Layer, ...]
    level: Level


def examine() -> Examination:
    """Try every layer and every attempt; takes some seconds.

    Raises:
        HarnessError: not even an unprotected worker can be started.
    """
    with Launcher("limits") as unprotected:
        control = _escapes(unprotected)
    with Launcher("auto") as launcher:
        escaped = _escapes(launcher)
        attempts = [_judge(name, control[name], escaped[name]) for name in control]
        attempts += _bombs(launcher)
        layers = _layers(launcher)
        return Examination(_versions(), tuple(layers), tuple(attempts), launcher.level)


def _versions() -> dict[str, str]:
    found = {"Python": platform.python_version(), "system": platform.platform(terse=True)}
    for package in ("numpy", "nbgrader"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def _layers(launcher: Launcher) -> list[Layer]:
    facts = dict(fact.partition(":")[::2] for fact in launcher.facts.split())
    layers = [_bubblewrap(launcher)]
    if sys.platform == "linux" and launcher.level == "limits":
        layers.append(Layer("confined", "absent", launcher.reasons["confined"]))
    for name, says in (
        ("landlock", "file access by rules"),
        ("seccomp", "system call filter"),
        ("uid", "another user (for a grader that is root, outside bubblewrap)"),
    ):
        version = facts.get(name)
        state: State = "absent" if version is None else "active"
        layers.append(Layer(name, state, f"{says}, ABI {version}" if version else says))
    return layers


def _bubblewrap(launcher: Launcher) -> Layer:
    if launcher.level == "strong":
        return Layer("bubblewrap", "active", str(view.bubblewrap()[0]))
    reason = launcher.reasons.get("strong", "")
    if "uid map" in reason or "RTM_NEWADDR" in reason or "namespace" in reason:
        reason += (
            ". User namespaces are refused here: in a container that is usual; on Ubuntu 24.04 "
            "an administrator loads the profile bwrap-userns-restrict of apparmor-profiles"
        )
    return Layer("bubblewrap", "absent", reason)


def _escapes(launcher: Launcher) -> dict[str, bool]:
    """Make every attempt in a worker of its own, against a target of its own."""
    found = {}
    for attempt in probe.ATTEMPTS:
        with (
            probe.target() as path,
            launcher.session(probe.SOURCE, "probe", "probe.py", _LIMITS) as session,
        ):
            found[attempt.says] = probe.succeeds(session, attempt, path)
    return found


def _judge(says: str, unprotected: bool, protected: bool) -> Layer:
    if protected:
        return Layer(says, "hole")
    if unprotected:
        return Layer(says, "held")
    return Layer(says, "untestable", "it fails without any protection too")


def _bombs(launcher: Launcher) -> list[Layer]:
    found = []
    for function, (cause, says) in _ENDS.items():
        with launcher.session(_BOMBS, "bombs", "bombs.py", _LIMITS) as session:
            outcome = session.call(function, (), {})
        held = isinstance(outcome, Died) and outcome.cause == cause
        found.append(Layer(says, "held" if held else "hole", "" if held else str(outcome)[:100]))
    return found


def run(stream: TextIO) -> int:
    """Write what was found to `stream`; return 0 where marks can be given, else 1."""
    try:
        found = examine()
    except HarnessError as error:
        stream.write(f"No worker can be started at all: {error}\n")
        return 1
    for name, version in found.versions.items():
        stream.write(f"{name:12} {version}\n")
    stream.write("\nLayers around student code\n")
    for layer in found.layers:
        stream.write(_line(layer))
    stream.write("\nAttempts of student code (each also made unprotected)\n")
    for attempt in found.attempts:
        stream.write(_line(attempt))
    stream.write(f"\nLevel: {_MEANING[found.level]}\n")
    return 0 if found.level != "limits" else 1


def _line(layer: Layer) -> str:
    detail = f"  ({layer.detail})" if layer.detail else ""
    return f"  {layer.state:10} {layer.name}{detail}\n"
