"""What a student's function receives, and how what it does is told."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from autograder.outcome import Died, Raised, Returned, Unreadable
from autograder.worker import Launcher
from autograder.worker.view import CHILD_FOLDER

from .conftest import LIMITS, Call, Open, linux_only, session


def value(outcome: object) -> Any:
    assert isinstance(outcome, Returned), outcome
    return outcome.value


def test_every_level_calls_with_arrays_and_reports_changes(launcher: Launcher) -> None:
    source = """
        def f(x, *, scale):
            x[0] = 7
            return x @ x.T * scale
    """
    with session(launcher, source) as opened:
        assert opened.loaded == Returned(None)
        outcome = opened.call("f", (np.eye(2),), {"scale": 2.0})
    np.testing.assert_array_equal(value(outcome), [[196.0, 14.0], [14.0, 2.0]])
    assert isinstance(outcome, Returned)
    np.testing.assert_array_equal(outcome.args[0], [[7.0, 7.0], [0.0, 1.0]])
    assert outcome.kwargs == {"scale": 2.0}
    assert not opened.alive


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("None", None),
        ("True", True),
        ("3", 3),
        ("2.5", 2.5),
        ("'text'", "text"),
        ("2**70", 2**70),
        ("-2**63", -(2**63)),
        ("'x' * 50_000", "x" * 10_000),
        ("(1, 'two')", (1, "two")),
        ("[None, 3.0]", (None, 3.0)),
        ("{'a': 1, 2: None}", {"a": 1, "2": None}),
        ("collections.OrderedDict(b=True)", {"b": True}),
        ("types.MappingProxyType({'k': 1})", {"k": 1}),
        ("{i: i for i in range(100)}", {str(i): i for i in range(64)}),
        ("(i for i in range(3))", Unreadable("generator")),
        ("{1, 2}", Unreadable("set")),
        ("object()", Unreadable("object")),
        ("b'bytes'", Unreadable("bytes")),
        ("len", Unreadable("builtin_function_or_method")),
        ("np.array(['a'])", Unreadable("ndarray")),
        ("np.array([1, None])", Unreadable("ndarray")),
        ("np.datetime64('2020-01-01')", Unreadable("datetime64")),
        ("np.str_('word')", "word"),
        ("type('F', (float,), {})(1.5)", 1.5),
        ("enum.IntEnum('E', 'a b').b", 2),
    ],
)
def test_plain_results(call: Call, expression: str, expected: Any) -> None:
    source = (
        f"import collections, enum, types\nimport numpy as np\ndef f():\n    return {expression}"
    )
    got = value(call(source))
    assert got == expected
    assert type(got) is type(expected)


@pytest.mark.parametrize(
    ("expression", "dtype", "shape"),
    [
        ("np.float32(1)", "float32", ()),
        ("np.int64(1)", "int64", ()),
        ("np.bool_(True)", "bool", ()),
        ("np.array(1.0)", "float64", ()),
        ("1j", "complex128", ()),
        ("[[1, 2], [3, 4]]", "int64", (2, 2)),
        ("[]", "float64", (0,)),
        ("(1.0, 2.0)", "float64", (2,)),
        ("np.matrix([[1, 2]])", "int64", (1, 2)),
        ("np.ones((2, 3)).T[::2]", "float64", (2, 2)),
        ("np.broadcast_to(1.0, (4, 5))", "float64", (4, 5)),
        ("np.ma.masked_array([1, 2], mask=[True, False])", "int64", (2,)),
        ("np.ones(2, np.longdouble)", "float64", (2,)),
        ("np.ones(2, np.clongdouble)", "complex128", (2,)),
        ("np.ones(2, np.float16)", "float16", (2,)),
        ("np.ones(2, '>f4')", "float32", (2,)),
        ("np.zeros((0, 3))", "float64", (0, 3)),
        ("memoryview(b'ab')", "uint8", (2,)),
        ("array.array('d', [1, 2])", "float64", (2,)),
        (
            "np.eye(3).view(type('A', (np.ndarray,), {}))",
            "float64",
            (3, 3),
        ),
    ],
)
def test_array_results(call: Call, expression: str, dtype: str, shape: tuple[int, ...]) -> None:
    got = value(call(f"import array\nimport numpy as np\ndef f():\n    return {expression}"))
    assert type(got) is np.ndarray
    assert (got.dtype, got.shape) == (np.dtype(dtype), shape)
    assert got.flags.c_contiguous
    assert got.flags.writeable


def test_ragged_lists_are_read_item_by_item(call: Call) -> None:
    got = value(call("def f():\n    return [[1.0, 2.0], [3.0]]"))
    assert [item.tolist() for item in got] == [[1.0, 2.0], [3.0]]


def test_a_sequence_keeps_its_items_apart(call: Call) -> None:
    source = "import numpy as np\ndef f(kind):\n    return kind((np.ones(2), np.zeros(2)))"
    for kind in ("tuple", "list", "np.stack"):
        got = value(call(source.replace("kind((", f"{kind}(("), None, returns="sequence"))
        assert type(got) is tuple
        assert [item.tolist() for item in got] == [[1.0, 1.0], [0.0, 0.0]]


def test_a_mapping_is_read_by_name(call: Call) -> None:
    got = value(call("def f():\n    return {'A': [1, 2], 'B': None}", returns="mapping"))
    assert got["A"].tolist() == [1, 2]
    assert got["B"] is None


@pytest.mark.parametrize(
    "argument",
    [
        None,
        True,
        5,
        2**80,
        1.5,
        "text",
        (1, (2.0, None)),
        [1, 2],
        {"a": (1,)},
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.ones((2, 2), np.float32).T,
        np.zeros((0, 4)),
        np.array(True),
        np.float64(0.1),
        np.int32(3),
        np.array([1 + 2j]),
    ],
    ids=repr,
)
def test_arguments_arrive_as_they_are(call: Call, argument: Any) -> None:
    outcome = call("def f(x):\n    return repr((type(x), x, getattr(x, 'dtype', 0)))", argument)
    assert value(outcome) == repr((type(argument), argument, getattr(argument, "dtype", 0)))


def test_array_arguments_are_fresh_and_writable(call: Call) -> None:
    sent = np.ones((2, 3)).T
    sent.setflags(write=False)
    source = "def f(x):\n    return x.flags.writeable and x.flags.c_contiguous and x.flags.owndata"
    assert value(call(source, sent)) is True


def test_an_exception_is_told_with_its_line(call: Call) -> None:
    source = """
def helper(x):
    return {}[x]

def f(x):
    return helper(x)
"""
    outcome = call(source, 3)
    assert isinstance(outcome, Raised)
    assert (outcome.kind, outcome.text) == ("KeyError", "3")
    assert outcome.kinds[:3] == ("KeyError", "LookupError", "Exception")
    assert (outcome.line, outcome.function) == (3, "helper")
    assert outcome.args == (3,)


def test_an_exception_inside_numpy_is_told_where_it_was_called(call: Call) -> None:
    outcome = call("import numpy as np\ndef f(x):\n\n    return np.ones(2) @ x", np.ones(3))
    assert isinstance(outcome, Raised)
    assert (outcome.kind, outcome.line, outcome.function) == ("ValueError", 4, "f")


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("raise SystemExit(0)", "SystemExit"),
        ("exit()", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("f()", "RecursionError"),
        ("raise NotImplementedError", "NotImplementedError"),
        ("raise type('Odd', (BaseException,), {})", "Odd"),
        ("return input()", "EOFError"),
        ("return 10**100", "OverflowError"),
        ("return type('A', (), {'__array__': lambda *a, **k: 1 / 0})()", "ZeroDivisionError"),
        ("return type('D', (dict,), {'__iter__': lambda s: 1 / 0})()", "ZeroDivisionError"),
        ("return np.zeros((1,) * 9)", "ValueError"),
        ("return [np.ones(10**6)] * 0 or np.zeros(9 * 2**20)", "ValueError"),
    ],
)
def test_every_exception_is_an_outcome_and_the_worker_lives(
    opened: Open, statement: str, kind: str
) -> None:
    with opened(f"import numpy as np\ndef f():\n    {statement}\ndef g():\n    return 1") as worker:
        outcome = worker.call("f", (), {})
        assert isinstance(outcome, Raised)
        assert outcome.kind == kind
        assert value(worker.call("g", (), {})) == 1


def test_the_text_of_an_exception_is_bounded_and_may_fail(call: Call) -> None:
    huge = call("def f():\n    raise ValueError('x' * 10**6)")
    assert isinstance(huge, Raised)
    assert huge.text == "x" * 500
    odd = call(
        "class Odd(Exception):\n    def __str__(self):\n        1 / 0\ndef f():\n    raise Odd"
    )
    assert isinstance(odd, Raised)
    assert (odd.kind, odd.text, odd.line) == ("Odd", "", 5)


def test_absent_and_uncallable_names(opened: Open) -> None:
    worker = opened("g = 3\n")
    absent = worker.call("f", (np.ones(2),), {})
    assert isinstance(absent, Raised)
    assert (absent.kind, absent.text, absent.line) == (
        "NotImplementedError",
        "f is not in the file",
        None,
    )
    uncallable = worker.call("g", (), {})
    assert isinstance(uncallable, Raised)
    assert uncallable.kind == "TypeError"


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        (b"x = 1\ny = (\n", "SyntaxError", 2),
        (b"def f():\n  a\n b\n", "IndentationError", 3),
        (b"if 1:\n\ta\n        b\n", "TabError", 3),
        (b"x = 1\n1 / 0\n", "ZeroDivisionError", 2),
        (b"import no_such_library\n", "ModuleNotFoundError", 1),
        (b"raise SystemExit\n", "SystemExit", 1),
        (b"# coding: no-such-coding\n", "SyntaxError", None),
        (b"x = '\xff'\n", "SyntaxError", None),
        (b"x = 1\x00\n", "SyntaxError", None),
        (b"(" * 500 + b")" * 500, "SyntaxError", None),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_a_file_that_cannot_be_imported(
    opened: Open, source: bytes, kind: str, line: int | None
) -> None:
    loaded = opened(source).loaded
    assert isinstance(loaded, Raised)
    # before Python 3.11.4 a null byte was a ValueError
    assert loaded.kind == kind or b"\x00" in source
    if line is not None:
        assert loaded.line == line


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfdef f():\n    return 'caf\xc3\xa9'\n",
        b"# -*- coding: latin-1 -*-\ndef f():\n    return 'caf\xe9'\n",
        b"def f():\r\n    return 'caf\xc3\xa9'\r\n",
        b"def f():\r    return 'caf\xc3\xa9'\r",
    ],
    ids=["BOM", "latin-1", "CRLF", "CR"],
)
def test_a_file_is_read_as_python_reads_it(opened: Open, source: bytes) -> None:
    assert value(opened(source).call("f", (), {})) == "café"


def test_the_module_is_a_proper_one(opened: Open) -> None:
    source = '''
        """What it is."""
        import dataclasses, inspect, os, pickle, sys, typing

        @dataclasses.dataclass
        class Point:
            x: "typing.ClassVar[int]" = 1
            y: int = 2

        def f():
            return {
                "name": __name__, "file": __file__, "doc": __doc__, "argv": len(sys.argv),
                "registered": sys.modules["work"].f is f, "cwd": os.getcwd(),
                "source": inspect.getsource(f).splitlines()[0],
                "point": pickle.loads(pickle.dumps(Point())) == Point(),
                "main": __name__ == "__main__", "environment": len(os.environ),
            }
    '''
    assert value(opened(source).call("f", (), {})) == {
        "name": "work",
        "file": "work.py",
        "doc": "What it is.",
        "argv": 1,
        "registered": True,
        "cwd": "/",
        "source": "def f():",
        "point": True,
        "main": False,
        "environment": 0,
    }


def test_lazy_imports_work_and_other_packages_are_not_there(launcher: Launcher) -> None:
    source = """
        def f():
            import numpy.testing, numpy.polynomial, asyncio, decimal, sqlite3, unittest.mock
            import multiprocessing, concurrent.futures, xml.dom.minidom, zoneinfo, ctypes
        def g():
            import pytest
    """
    with session(launcher, source) as worker:
        assert value(worker.call("f", (), {})) is None
        outcome = worker.call("g", (), {})
    assert isinstance(outcome, Raised)
    assert outcome.kind == "ModuleNotFoundError"


def test_random_numbers_and_hashes_are_the_same_in_every_worker(launcher: Launcher) -> None:
    source = """
        import random
        import numpy as np
        def f():
            return [random.random(), np.random.rand(), float(hash("text"))]
    """
    seen = set()
    for _ in range(2):
        with session(launcher, source) as worker:
            seen.add(tuple(value(worker.call("f", (), {})).tolist()))
    assert len(seen) == 1


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_random_numbers_are_those_of_the_seed(launcher: Launcher, seed: int) -> None:
    source = b"""
import random
import numpy as np

def f():
    return [random.random(), np.random.rand()]
"""
    right = [random.Random(seed).random(), np.random.RandomState(seed).rand()]
    for _ in range(2):
        with launcher.session(source, "work", "work.py", LIMITS, seed) as worker:
            assert value(worker.call("f", (), {})).tolist() == right


@linux_only
def test_no_fork_is_seeded_by_chance_whoever_loaded_random_before() -> None:
    program = f"""
import os, random, runpy, sys
runpy.run_path({str(CHILD_FOLDER / "__main__.py")!r})["_import_without_fork_hooks"]()
import random
random.seed(1)
if os.fork() == 0:
    print(random.random(), flush=True)
    os._exit(0)
os.wait()
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout.split() == ["0.13436424411240122"], said.stderr


def test_state_stays_within_a_session_and_ends_with_it(opened: Open) -> None:
    source = "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)"
    first, second = opened(source), opened(source)
    assert [value(first.call("f", (1,), {})) for _ in range(3)] == [1, 2, 3]
    assert value(second.call("f", (1,), {})) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "print('x' * 100_000)",
        "np.seterr(all='raise')",
        "import warnings; warnings.simplefilter('error')",
        "import logging; logging.basicConfig(level=0); logging.error('no')",
        "import sys; sys.stdout.close(); sys.stderr.close(); sys.stdin.close()",
        "import sys; sys.stdout = sys.stderr = None",
        "import os; os.close(1); os.close(2); os.close(0)",
        "np.set_printoptions(precision=0); np.asarray = None; np.ndarray = list",
        "import os; os.write = os.read = None",
        "import gc; gc.disable()",
        "import sys; sys.setrecursionlimit(200)",
        "import sys; sys.modules.clear()",
    ],
)
def test_nothing_that_a_file_sets_changes_what_it_answers(
    launcher: Launcher, statement: str
) -> None:
    source = f"import numpy as np\n{statement}\ndef f(x):\n    return -x / 0.0 + 0 * x"
    with session(launcher, source) as worker:
        assert worker.loaded == Returned(None)
        outcome = worker.call("f", (np.array([1.0, -np.inf]),), {})
    np.testing.assert_array_equal(value(outcome), [-np.inf, np.nan])


def test_a_callback_is_answered_here(launcher: Launcher) -> None:
    asked: list[Any] = []

    def layer(*args: Any, **kwargs: Any) -> Any:
        asked.append((args, kwargs))
        return {"Y": args[0] * 2, "n": kwargs["k"]}

    source = (
        "def f(layer, x):\n    got = layer(x, k=[1, 2])\n    return got['Y'].sum() + got['n'][1]"
    )
    with session(launcher, source) as worker:
        outcome = worker.call("f", (layer, np.ones(3)), {})
    assert value(outcome) == 8.0
    assert isinstance(outcome, Returned)
    assert outcome.args[0] is None
    ((args, kwargs),) = asked
    assert args[0].tolist() == [1.0, 1.0, 1.0]
    assert kwargs["k"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("X does not fit"), "ValueError", "X does not fit"),
        (ZeroDivisionError("no"), "ZeroDivisionError", "no"),
        (np.linalg.LinAlgError("singular"), "ValueError", "singular"),
        (type("Own", (Exception,), {})("mine"), "RuntimeError", "mine"),
    ],
    ids=repr,
)
def test_a_callback_may_raise(call: Call, error: Exception, kind: str, text: str) -> None:
    def layer() -> None:
        raise error

    outcome = call("def f(layer):\n    return layer()", layer)
    assert isinstance(outcome, Raised)
    assert (outcome.kind, outcome.text, outcome.line) == (kind, text, 2)


def test_callbacks_are_capped_in_number_and_size(opened: Open) -> None:
    asked = []
    worker = opened("""
        import numpy as np
        def f(layer, n, size):
            for _ in range(n):
                layer(np.ones(size))
    """)
    assert value(worker.call("f", (asked.append, 50, 1000), {})) is None
    assert len(asked) == 50
    many = worker.call("f", (asked.append, 4, 1), {}, callback_calls=3)
    large = worker.call("f", (asked.append, 1, 1001), {})
    assert isinstance(many, Raised)
    assert (many.kind, many.text) == ("ValueError", "called more than 3 times")
    assert isinstance(large, Raised)
    assert "1000 numbers" in large.text
    assert len(asked) == 53


def test_a_callback_does_not_outlive_its_call(opened: Open) -> None:
    worker = opened("kept = []\ndef f(g):\n    kept.append(g)\ndef h(g):\n    return kept[0]()")
    worker.call("f", (len,), {})
    outcome = worker.call("h", (len,), {})
    assert isinstance(outcome, Raised)
    assert outcome.kind == "RuntimeError"


def test_large_arrays_pass_both_ways(launcher: Launcher) -> None:
    sent = np.arange(3_000_000.0)
    with session(launcher, "def f(x):\n    return x + 1") as worker:
        got = value(worker.call("f", (sent,), {}))
    np.testing.assert_array_equal(got, sent + 1)


def test_a_closed_session_answers_that_it_is_dead(opened: Open) -> None:
    worker = opened("def f():\n    return 1")
    worker.close()
    worker.close()
    assert isinstance(worker.call("f", (), {}), Died)
