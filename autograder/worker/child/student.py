"""Imports a submitted file and serves calls of its functions, by `protocol`.

Knows nothing of limits or isolation: by the time `serve` reads the first frame they are in force.
Everything the student's code can do to this process it may do; the other side believes none of it.
"""

from __future__ import annotations

import builtins
import functools
import io
import linecache
import random
import sys
import tokenize
import types
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .channel import Channel
from .plain import Unreadable, read_argument, read_one, read_result, type_name
from .protocol import (
    OUT_OF_MEMORY,
    Reader,
    UnencodableError,
    Writer,
)

MAX_EXCEPTION_TEXT = 500
_CUSHION = 4 * 1024 * 1024 - 4096  # for 4 MB and more NumPy asks for huge pages, which costs
_SILENT = [("ignore", None, Warning, None, 0)]
_seeded = -1
_IMMUTABLE = (type(None), bool, int, float, str, np.generic)

# Kept here because the student's code may rebind them where they live.
_errstate = np.errstate
_seterr = np.seterr


def _stand(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """How arguments stand, to be compared; one that cannot be told soon equals nothing."""
    return [_stands(value) for value in (*args, *kwargs.values())]


def _stands(value: Any) -> Any:
    if type(value) is np.ndarray:
        return value.dtype, value.shape, value.tobytes()
    return value if isinstance(value, _IMMUTABLE) else object()


def _seed(seed: int) -> None:
    global _seeded
    if seed != _seeded:
        random.seed(seed)
        np.random.seed(seed)
        _seeded = seed


class Student:
    """The submitted file and the channel over which it is asked.

    Args:
        channel: the channel to the grader.
        quiet: whether warnings are silenced.
        cushion: memory to let go of when there is no more.
    """

    def __init__(self, channel: Channel, quiet: bool, cushion: list[Any]) -> None:
        self._channel = channel
        self._cushion = cushion
        self._quiet = quiet
        self._module = types.ModuleType("")
        self._filename = ""
        self._number = 0

    def serve(self) -> None:
        """Answer frames until the grader closes the channel."""
        while True:
            try:
                kind, body = self._channel.receive()
            except EOFError:
                return
            if kind == b"L":
                self._load(Reader(body))
            elif kind == b"C":
                self._call(body)
            else:
                raise SystemExit(f"unexpected frame {kind!r}")

    def _load(self, reader: Reader) -> None:
        name, self._filename, source = reader.text(), reader.text(), reader.data()
        seed = reader.number()
        self._module = module = types.ModuleType(name)
        module.__file__ = self._filename
        sys.modules[name] = module
        sys.argv[:] = [self._filename]
        _seed(seed)
        self._calm()
        try:
            code = compile(source, self._filename, "exec", dont_inherit=True)
            # inspect.getsource then works, if it is asked, though there is no such file in view
            linecache.cache[self._filename] = (functools.partial(_text, source),)
            exec(code, module.__dict__)
        except BaseException as error:  # noqa: BLE001 - whatever the file raises is the outcome
            self._send(self._raised(error))
        else:
            self._send(_Returned(None))

    def _calm(self) -> None:
        # What the file sets here must not change what its functions answer.
        _seterr(divide="warn", over="warn", under="ignore", invalid="warn")
        if warnings.filters != (_SILENT if self._quiet else []):
            warnings.resetwarnings()
            if self._quiet:
                warnings.simplefilter("ignore")

    def _call(self, body: bytes) -> None:
        reader = Reader(body, proxy=self._proxy, scalars=True)
        self._number = reader.number()
        name, returns = reader.text(), reader.text()
        args, kwargs = reader.value(), reader.value()
        try:
            function = self._find(name)
        except BaseException as error:  # noqa: BLE001 - a module's own __getattr__ may raise any
            self._send(self._raised(error))
            return
        before = _stand(args, kwargs)
        self._calm()
        outcome: _Returned | _Raised
        try:
            outcome = _Returned(read_result(function(*args, **kwargs), returns))
        except BaseException as error:  # noqa: BLE001 - whatever it raises is the outcome
            outcome = self._raised(error)
        as_sent = _stand(args, kwargs) == before
        self._send(outcome, None if as_sent else (args, kwargs))

    def _find(self, name: str) -> Callable[..., Any]:
        try:
            found = getattr(self._module, name)
        except AttributeError:
            raise NotImplementedError(f"{name} is not in the file") from None
        if not callable(found):
            raise TypeError(f"{name} is not a function but of type {type_name(found)}")
        return found  # type: ignore[no-any-return]  # callable() does not narrow Any

    def _send(self, outcome: _Returned | _Raised, arguments: tuple[Any, Any] | None = None) -> None:
        """Tell what came of a call, and its arguments where they do not stand as they were sent."""
        after: tuple[Any, Any] = (None, None)
        try:
            if arguments is not None:
                with _errstate(all="ignore"):
                    after = read_argument(arguments[0]), read_argument(arguments[1])
            frame = self._frame(outcome, after)
        except MemoryError:
            self._cushion.clear()
            frame = self._frame(_Raised("MemoryError", ("MemoryError",), "", None, None), ((), {}))
        except (UnencodableError, UnicodeError) as error:
            said = _Raised("ValueError", ("ValueError", "Exception"), str(error)[:200], None, None)
            frame = self._frame(said, ((), {}))
        if not self._quiet:
            _flush()
        self._channel.send(frame)

    def _frame(self, outcome: _Returned | _Raised, after: tuple[Any, Any]) -> bytes:
        writer = Writer(unreadable=Unreadable)
        writer.number(self._number)
        if isinstance(outcome, _Returned):
            writer.value(outcome.value)
        else:
            writer.text(outcome.kind)
            writer.value(outcome.kinds)
            writer.text(outcome.text)
            writer.value(outcome.line)
            writer.value(outcome.function)
        for arguments in after:
            writer.value(arguments)
        return writer.frame(b"R" if isinstance(outcome, _Returned) else b"E")

    def _raised(self, error: BaseException) -> _Raised:
        if isinstance(error, MemoryError):
            self._cushion.clear()
        kinds = tuple(_class_name(kind) for kind in type(error).__mro__[:16])
        line, function = self._place(error)
        text = _text_of(error)
        if isinstance(error, SyntaxError) and line is None and error.filename == self._filename:
            line = error.lineno if type(error.lineno) is int and error.lineno > 0 else None
            text = error.msg if type(error.msg) is str else text
        return _Raised(kinds[0], kinds, text[:MAX_EXCEPTION_TEXT], line, function)

    def _place(self, error: BaseException) -> tuple[int | None, str | None]:
        line = function = None
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            if code.co_filename == self._filename:
                line, function = step.tb_lineno, code.co_name[:100]
            step = step.tb_next
        return line, function

    def _proxy(self, index: int) -> Callable[..., Any]:
        number = self._number

        def function(*args: Any, **kwargs: Any) -> Any:
            """Answered by the grader."""
            if number != self._number:
                raise RuntimeError("this function belonged to an earlier call")
            return self._ask(index, args, kwargs)

        return function

    def _ask(self, index: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            frame = self._question(index, args, kwargs)
        except UnencodableError as error:
            raise ValueError(f"an argument cannot be sent: {error}") from None
        self._channel.send(frame)
        kind, body = self._channel.receive()
        reader = Reader(body, scalars=True)
        if kind == b"A":
            return reader.value()
        raise _rebuild(reader.text(), reader.text())

    def _question(self, index: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
        with _errstate(all="ignore"):
            writer = Writer(unreadable=Unreadable)
            writer.number(self._number)
            writer.number(index)
            writer.value(tuple(read_one(item) for item in args))
            writer.value({key: read_one(item) for key, item in kwargs.items()})
            return writer.frame(b"Q")


class _Returned(NamedTuple):
    value: Any


class _Raised(NamedTuple):
    kind: str
    kinds: tuple[str, ...]
    text: str
    line: int | None
    function: str | None


def _class_name(kind: type) -> str:
    return str.__getitem__(type.__dict__["__name__"].__get__(kind), slice(0, 100))


def _text_of(error: BaseException) -> str:
    try:
        return str.__getitem__(str(error), slice(0, MAX_EXCEPTION_TEXT))
    except BaseException:  # noqa: BLE001 - its own __str__ may raise anything
        return ""


def _rebuild(kind: str, text: str) -> Exception:
    found = getattr(builtins, kind, None)
    if isinstance(found, type) and issubclass(found, Exception):
        try:
            return found(text)
        except TypeError:
            pass
    return RuntimeError(f"{kind}: {text}")


def _text(source: bytes) -> str | None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return io.TextIOWrapper(io.BytesIO(source), encoding).read()
    except (SyntaxError, UnicodeError, LookupError):
        return None


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # noqa: BLE001 - the student's code may have closed or replaced it
            continue


def greeting(facts: str) -> bytes:
    """The first frame of a worker; `facts` are the layers in force, in words."""
    writer = Writer()
    writer.text(facts)
    return writer.frame(b"H")


def run(channel: Channel, greeting: bytes, quiet: bool) -> int:
    """Serve one file from greeting to end; return the exit status.

    Args:
        channel: the channel to the grader; all limits are in force already.
        greeting: its first frame.
        quiet: whether warnings are silenced.
    """
    cushion = [np.empty(_CUSHION, np.uint8)]  # address space only: never written to
    if not quiet and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # in step with stderr
    try:
        channel.send(greeting)
        channel.ring()
        Student(channel, quiet, cushion).serve()
    except MemoryError:
        cushion.clear()
        return OUT_OF_MEMORY
    return 0


def refuse(channel: Channel, text: str) -> None:
    """Tell the grader that this worker could not be locked down."""
    writer = Writer()
    writer.text(text[:1000])
    channel.send(writer.frame(b"X"))
