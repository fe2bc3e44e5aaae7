"""How far a run is: a line on stderr, where that is a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator

from autograder.result import SubmissionResult

RECENT = 100
"""Results that the rate shown is made from: those kept from an earlier run come faster."""


def with_progress(results: Iterable[SubmissionResult], total: int) -> Iterator[SubmissionResult]:
    """The same results; where stderr is a terminal, a line on it tells how far they are."""
    if total == 1 or not sys.stderr.isatty():
        yield from results
        return
    times = deque([time.monotonic()], RECENT)
    failures = 0
    for done, result in enumerate(results, 1):
        sys.stderr.write("\r\x1b[K")  # whoever takes the result may have something to print
        sys.stderr.flush()
        yield result
        failures += result.points is None
        times.append(time.monotonic())
        if done < total:
            rate = (len(times) - 1) / max(times[-1] - times[0], 1e-9)
            bar = "█" * (20 * done // total)
            left = _duration((total - done) / rate)
            line = f"{bar:░<20} {done}/{total}  {rate:.1f}/s  {left} left  {failures} failed"
            sys.stderr.write(line[: shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()


def show_step(what: str, done: int, total: int) -> None:
    """A line on stderr that tells what is being done; where that is a terminal, until all is."""
    if sys.stderr.isatty():
        bar = "█" * (20 * done // max(total, 1))
        line = f"{bar:░<20} {done}/{total}  {what}" if done < total else ""
        sys.stderr.write(f"\r{line}\x1b[K")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
