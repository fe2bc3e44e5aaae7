"""What is striking about a wrong array: what is right in it, and how it is off.

Plain facts about two arrays, in words. Knows no object and no cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.compare import Array, numeric
from autograder.words import say

RTOL = 1e-4


def observations(expected: Any, got: Any, *, wrong: int, judged: int) -> tuple[str, ...]:
    """Facts that help to find a fault.

    Args:
        expected: the right value.
        got: the student's value.
        wrong: on how many cases it is wrong.
        judged: on how many cases it was looked at.
    """
    due, array = numeric(expected), numeric(got)
    if due is None or array is None:
        return ()
    return (*_facts(due, array), *_extent(wrong, judged))


def _extent(wrong: int, judged: int) -> Iterator[str]:
    if wrong < judged:
        yield say("note.right_on_cases", count=judged - wrong, total=judged)


def _facts(due: Array, got: Array) -> Iterator[str]:
    if due.shape != got.shape:
        if sorted(due.shape) == sorted(got.shape):
            yield say("note.axes_in_other_order")
        return
    if due.size == 0:
        return
    if due.ndim:
        yield say("note.shape_right")
    with np.errstate(all="ignore"):
        if np.isnan(got).any():
            yield say("note.nan", count=int(np.isnan(got).sum()), total=got.size)
        yield from _scale(due, got)
        yield from _axes(due, got)
        yield from _rows(due, got)


def _scale(due: Array, got: Array) -> Iterator[str]:
    used = np.isfinite(due) & np.isfinite(got) & (np.abs(due) > 1e-9)
    if used.sum() < 2 or not np.array_equal(np.isfinite(due), np.isfinite(got)):
        return
    ratio = got[used] / due[used]
    factor = ratio.flat[0]
    rest = np.abs(due[np.isfinite(due) & ~used])
    alike = np.allclose(ratio, factor, rtol=RTOL, atol=0)
    if alike and abs(factor - 1) > RTOL and abs(factor) > RTOL and not rest.any():
        yield say("note.factor", factor=f"{factor:.4g}")
    offset = got[used] - due[used]
    if not alike and np.allclose(offset, offset.flat[0], rtol=RTOL, atol=1e-9):
        yield say("note.offset", offset=f"{offset.flat[0]:.4g}")


def _axes(due: Array, got: Array) -> Iterator[str]:
    if due.ndim < 2:
        return
    turned = np.swapaxes(due, -1, -2)
    if turned.shape == got.shape and _close(turned, got).all() and not _close(due, got).all():
        yield say("note.swapped")


def _rows(due: Array, got: Array) -> Iterator[str]:
    if due.ndim < 1 or due.shape[-1] < 2:
        return
    sums = got.sum(axis=-1)
    if np.allclose(due.sum(axis=-1), 1) and got.shape == due.shape:
        if np.allclose(sums, 1):
            yield say("note.rows_sum_to_one")
        elif np.isfinite(sums).all():
            yield say("note.first_row_sum", sum=f"{sums.flat[0]:.4g}")
    if due.ndim == 2 and due.shape[0] > 2:
        bad = np.flatnonzero(~_close(due, got).all(axis=-1))
        if len(bad) == 1:
            yield say("note.one_row", row=bad[0])


def _close(due: Array, got: Array) -> Any:
    return np.isclose(due, got, rtol=RTOL, atol=1e-5, equal_nan=True)
