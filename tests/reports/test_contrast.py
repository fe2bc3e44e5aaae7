"""Colours of the pages: text is readable on every ground it stands on, light and dark."""

import re
from pathlib import Path

import pytest

import autograder.reports
from autograder.reports.looks import LOOKS

CSS = (Path(autograder.reports.__file__).parent / "templates" / "common.css").read_text("utf-8")
SCHEMES = ["light", "dark", "print"]
TEXT = ["ink", "soft", "link", "correct", "incorrect", "follows", "missing", "unjudged"]


def colours(scheme):
    """The colours of a scheme by name; print changes the light one."""
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for block in blocks[:2])
    (paper,) = (block for block in blocks if "--paper: #fff;" in block)
    return {
        "light": light,
        "dark": light | dark,
        "print": light | dict(re.findall(r"--([\w-]+): ([^;]+);", paper)),
    }[scheme]


def rgb(colour):
    if not colour.startswith("#"):
        return [int(part) for part in colour.split()]
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return [int(digits[at : at + 2], 16) for at in (0, 2, 4)]


def luminance(parts):
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in parts)
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def over(tint, share, paper):
    return [share * t + (1 - share) * p for t, p in zip(tint, paper, strict=True)]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", TEXT)
def test_text(scheme, name):
    found = colours(scheme)
    for ground in ("paper", "sheet"):
        assert contrast(rgb(found[name]), rgb(found[ground])) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("tint", ["warm", "cold"])
def test_numbers_on_their_tints(scheme, tint):
    found = colours(scheme)
    ground = over(rgb(found[tint]), 0.36, rgb(found["paper"]))
    assert contrast(rgb(found["ink"]), ground) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_first_fault_and_lines(scheme):
    found = colours(scheme)
    assert contrast(rgb(found["on-first"]), rgb(found["incorrect"])) >= 4.5
    assert contrast(rgb(found["line"]), rgb(found["paper"])) >= 3


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.kind)
@pytest.mark.parametrize("ground", ["#ffffff", "#111111"])
def test_fragments_on_grounds_they_do_not_know(look, ground):
    assert contrast(rgb(look.colour), rgb(ground)) >= 3
