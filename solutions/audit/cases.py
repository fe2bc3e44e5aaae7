"""Stage audit: the hidden cases, a layer each."""

from autograder.authoring import Case

from .bank import bank


def audit(rng):
    """The whole bank; a case's name tells neither whether its layer is faulty nor how."""
    for number, entry in enumerate(bank(rng), start=1):
        yield Case(
            f"layer {number}",
            (entry.layer, *entry.args),
            entry.kwargs,
            expected={"audit": entry.answer},
            kind=entry.kind,
        )
