"""Imports that have no use where marks are made, seen without running the file."""

import pytest

from autograder.imports import out_of_reach

FOUND = {
    "none": (b"import numpy as np\nimport math, json\n", {}),
    "plain": (b"import math\nimport threading\n", {"threading": 2}),
    "several": (b"import math, socket, subprocess\n", {"socket": 1, "subprocess": 1}),
    "from": (b"from multiprocessing import Pool\n", {"multiprocessing": 1}),
    "part of a package": (b"import concurrent.futures as f\n", {"concurrent.futures": 1}),
    "in a function": (b"def f():\n    import threading\n    return 1\n", {"threading": 2}),
    "twice": (b"import threading\nimport threading\n", {"threading": 1}),
    "another name": (b"import threading_of_mine\nfrom . import socket\n", {}),
    "words only": (b"# import threading\ns = 'import socket'\n", {}),
    "odd escape": (b"import socket\ns = '\\d'\n", {"socket": 1}),
    "no Python": (b"import threading\ndef f(:\n", {}),
    "no text": (b"\0\xff", {}),
    "too deep": (b"import socket\nx = " + b"(" * 5000, {}),
}


@pytest.mark.parametrize(("source", "due"), FOUND.values(), ids=FOUND)
def test_out_of_reach(source, due):
    assert out_of_reach(source) == due
