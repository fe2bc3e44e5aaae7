"""From findings to points. Pure: a course's policy and what was found, nothing else."""

from __future__ import annotations

from autograder.finding import Finding
from autograder.result import Status


def points(finding: Finding, carried_forward: float) -> float:
    """What a finding earns, rounded to a ten-thousandth of a point.

    Args:
        finding: the verdict on one object.
        carried_forward: share of its points that a following object earns.
    """
    return round(finding.object.points * share(finding, carried_forward), 4)


def share(finding: Finding, carried_forward: float) -> float:
    """The share of an object's points, from 0 to 1."""
    if finding.status is Status.CORRECT:
        return 1.0
    if finding.status is Status.FOLLOWS:
        return carried_forward
    return finding.share or 0.0
