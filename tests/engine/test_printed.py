"""What student code prints: shown from its beginning, bounded, and harmless to a terminal."""

import os

import pytest

from autograder.printed import Printed

PRINTED = {
    "nothing": (b"", ""),
    "a line": (b"hello\n", "hello\n"),
    "a line not ended": (b"hello", "hello\n"),
    "other line ends": (b"one\r\ntwo\r\n", "one\ntwo\n"),
    "signs of all kinds": ("S = √d_k\tétude 学\n".encode(), "S = √d_k\tétude 学\n"),
    "orders to the terminal": (b"\x1b[2J\x07\n", "\\x1b[2J\\x07\n"),
    "no UTF-8": (b"\xff\n", "�\n"),
    "twenty lines": (b"x\n" * 20, "x\n" * 20),
    "a line too many": (b"x\n" * 21, "x\n" * 20 + "… 1 more lines left out\n"),
    "a line too long": (b"x" * 5000, "x" * 2000 + "\n… 3,000 more bytes left out\n"),
    "far too much": (b"ab\n" * 1_000_000, "ab\n" * 20 + "… 999,980 more lines left out\n"),
}


@pytest.mark.parametrize(("given", "due"), PRINTED.values(), ids=PRINTED)
def test_text(given, due):
    with Printed() as printed:
        rest = memoryview(given)
        while rest:
            rest = rest[os.write(printed.descriptor, rest) :]
    assert printed.text == due
