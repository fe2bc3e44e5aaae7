"""How each status looks in HTML: a sign, a word, a border and a colour, never a colour alone.

Knows no page. `Dress` lets one piece of drawing code serve two homes: a page with a style sheet,
which names classes, and a fragment in somebody else's page, which carries its styles with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from autograder.result import Status
from autograder.words import say


class Look(NamedTuple):
    """How one status is shown.

    Attributes:
        kind: its name in style sheets.
        sign: path of its sign in a square of 16 by 16.
        dash: dash pattern of its border; empty: an unbroken line.
        colour: of border and sign where the page's own colours are not known: at least 3 to 1
            on white and on near black.
    """

    kind: str
    sign: str
    dash: str
    colour: str

    @property
    def word(self) -> str:
        """What it is called in a sentence."""
        return say(f"status.long.{self.kind}")

    @property
    def short(self) -> str:
        """The same in a node of the drawing."""
        return say(f"status.{self.kind}")

    @property
    def meaning(self) -> str:
        """One sentence for the legend."""
        return say(f"status.meaning.{self.kind}")


LOOKS = {
    Status.CORRECT: Look("correct", "M3 9l3 3l7-8", "", "#2b8a57"),
    Status.INCORRECT: Look("incorrect", "M4 4l8 8M12 4l-8 8", "", "#d0453a"),
    Status.FOLLOWS: Look("follows", "M4 2v7h8M9 6l3 3l-3 3", "7 4", "#a8780c"),
    Status.MISSING: Look("missing", "M8 3a5 5 0 1 0 1 0z", "1 4", "#7a6bd0"),
    Status.NOT_JUDGED: Look("unjudged", "M4 8h8", "1 4", "#808080"),
}

Dress = Callable[[str], str]
"""From kinds, space between them, to an attribute with the space before it."""


def classes(kinds: str) -> str:
    """Kinds as classes, for a page that has a style sheet."""
    return f' class="{kinds}"'


def inline(kinds: str) -> str:
    """Kinds as styles of the element itself, for a fragment; those without a style are left out."""
    styles = [_STYLES[kind] for kind in kinds.split() if kind in _STYLES]
    return f' style="{"; ".join(styles)}"' if styles else ""


def sign(status: Status) -> str:
    """The sign of a status as a small picture; the word has to stand beside it."""
    look = LOOKS[status]
    return (
        f'<svg class="sign {look.kind}" viewBox="0 0 16 16" width="14" height="14" '
        f'aria-hidden="true" focusable="false"><path d="{look.sign}" fill="none" '
        f'stroke="{look.colour}" stroke-width="2" stroke-linecap="round"/></svg>'
    )


BAR_STEPS = 20
"""So many lengths has a bar, to each side of its zero."""

_EDGE = "border: 1px solid rgba(128, 128, 128, .5)"
_CELL = (
    f"{_EDGE}; padding: .15em .6em; text-align: right; white-space: nowrap; "
    "font-variant-numeric: tabular-nums"
)
_WARM, _COLD = "rgba(214, 140, 20, {})", "rgba(60, 120, 216, {})"


def _bar(step: int) -> str:
    """A bar beside a number, from a line in the left half of its cell, to either side."""
    left, right = sorted((26.0, 26 + 24 * step / BAR_STEPS))
    colour = (_WARM if step > 0 else _COLD).format(0.55)
    return (
        "min-width: 9em; background: linear-gradient(90deg, "
        f"transparent {left:g}%, {colour} {left:g}% {right:g}%, transparent {right:g}%), "
        "linear-gradient(currentColor, currentColor) 26% 0 / 1px 100% no-repeat"
    )


_STYLES = {
    "pair": "display: flex; flex-wrap: wrap; gap: .6em 1.6em; margin: .5em 0",
    "side": "overflow-x: auto; max-width: 100%; min-width: 12em; padding: 2px",
    "entry": "border-collapse: collapse; margin: .5em 0; min-width: min(24em, 100%)",
    "grid": "border-collapse: collapse; margin: 0; font-size: 1em",
    "row": "background: none",  # notebooks stripe the rows of any table; VS Code tints its head too
    "caption": "text-align: left; padding: .2em 0",
    "lines": "white-space: pre",
    "head": f"{_EDGE}; padding: .15em .6em; text-align: right; font-weight: normal; width: 1em",
    "cell": _CELL,
    "sum": "border-left: 3px double currentColor; font-style: italic",
    "wrong": "font-weight: bold; text-decoration: underline dotted",
    "here": "outline: 3px solid currentColor; outline-offset: -3px",
    "blank": "background: repeating-linear-gradient(45deg, rgba(128, 128, 128, .35) 0 2px, "
    "transparent 2px 6px)",
    "shut": "background: repeating-linear-gradient(45deg, rgba(128, 128, 128, .75) 0 2px, "
    "rgba(128, 128, 128, .2) 2px 5px)",
    "odd": "outline: 3px solid currentColor; outline-offset: -3px; font-weight: bold",
    **{f"bar{step:+d}": _bar(step) for step in range(-BAR_STEPS, BAR_STEPS + 1)},
    **{f"p{level}": f"background: {_WARM.format(level * 0.07)}" for level in range(1, 6)},
    **{f"n{level}": f"background: {_COLD.format(level * 0.07)}" for level in range(1, 6)},
}
