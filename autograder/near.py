"""Which known name a misspelt one was meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest, whatever its capitals; None: none is near."""
    folded = {other.casefold(): other for other in reversed([*known])}
    close = difflib.get_close_matches(name.casefold(), folded, 1)
    return folded[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question whether that name was meant, to end a message with; empty: none is near."""
    meant = nearest(name, known)
    return f" (did you mean {meant}?)" if meant else ""
