"""What crosses between the grader and a worker. This docstring is the protocol.

A *frame* is one byte of kind, the body's length as an unsigned 32-bit number, and the body. All
numbers are little-endian. A body longer than `MAX_FRAME` is malformed, and so is every frame that
does not read to its last byte by the rules below. Nothing is ever unpickled or evaluated.

    towards the worker
      L load     module, filename (texts), source (u32 length, bytes)
      C call     number (u32), function (text), returns (text), args (value), kwargs (value)
      A answer   value                        the callback returned
      F failure  kind, text (texts)           the callback raised
    from the worker
      H hello    facts (text)                 it is locked down and waits for its file
      R returned number, value, args, kwargs  (values; the load counts as call 0)
      E raised   number, kind, kinds (value), text, line (value), function (value), args, kwargs
      Q question number, index (u32), args, kwargs    a callback: the index-th callable of the call
      X refusal  text                         it could not be locked down: no student code ran

Each L and each C is answered by one R or E with its number; before it come as many Q as the
student's code asks, each answered by one A or F before anything else is sent.

A *text* is a u32 length and UTF-8 (lone surrogates pass). A *value* is a tag and what it needs:

    N None   T True   F False   f float64   i int64   I decimal text of a longer integer
    s text   a array  t tuple (u32 count, values)   l list (the same)
    d dict (u32 count, then a text and a value each)
    c callable (u32 index; towards the worker only)   u unreadable (type name; from the worker only)

An *array* is its dtype's place in `DTYPES` (u8), its number of axes (u8), each length (u64), and
its entries in C order. Values nest at most `MAX_DEPTH` deep.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

MAX_FRAME = 128 * 1024 * 1024
MAX_ARRAY = 64 * 1024 * 1024
MAX_NDIM = 8
MAX_DEPTH = 10
MAX_ITEMS = 100_000
MAX_TEXT = 20_000
MAX_DIGITS = 100
CHUNK = 1024 * 1024
OUT_OF_MEMORY = 78
"""Exit status of a worker that had no memory left even to say so."""

DTYPES = tuple(
    np.dtype(name)
    for name in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
        "float16 float32 float64 complex64 complex128"
    ).split()
)
_WIRE = tuple(dtype.newbyteorder("<") for dtype in DTYPES)
_CODES = {dtype: code for code, dtype in enumerate(DTYPES)}

HEADER = struct.Struct("<cI")
_U32 = struct.Struct("<I")
_I64 = struct.Struct("<q")
_F64 = struct.Struct("<d")
_ARRAY = struct.Struct("<BB")

KINDS_FROM_WORKER = frozenset((b"H", b"R", b"E", b"Q", b"X"))


class Malformed(Exception):
    """Bytes that are no frame of this protocol."""


class Unencodable(Exception):
    """A value that has no place in the protocol, or is too large for it."""


class Writer:
    """Collects the body of one frame.

    Args:
        callables: where callables met in values are put, their place being what is sent; None
            where no callable may be sent.
        unreadable: the record type that is sent under the tag `u`, or None.
    """

    def __init__(
        self,
        callables: list[Callable[..., Any]] | None = None,
        unreadable: type | None = None,
    ) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self._callables = callables
        self._unreadable = unreadable

    def _put(self, data: bytes) -> None:
        self.size += len(data)
        if self.size > MAX_FRAME:
            raise Unencodable(f"more than {MAX_FRAME >> 20} MB in one message")
        self.parts.append(data)

    def number(self, number: int) -> None:
        """Put a u32."""
        self._put(_U32.pack(number))

    def text(self, text: str) -> None:
        """Put a text; it must be no longer than `MAX_TEXT` characters."""
        if len(text) > MAX_TEXT:
            raise Unencodable(f"a text of {len(text)} characters")
        self.data(text.encode("utf-8", "surrogatepass"))

    def data(self, data: bytes) -> None:
        """Put a length and bytes."""
        self._put(_U32.pack(len(data)))
        self._put(data)

    def value(self, value: Any, depth: int = 0) -> None:
        """Put a value. Raises `Unencodable` for what has no place in the protocol."""
        if depth > MAX_DEPTH:
            raise Unencodable(f"values nested more than {MAX_DEPTH} deep")
        kind = type(value)
        if kind is np.ndarray or isinstance(value, np.generic):
            self._array(np.asarray(value))
        elif value is None:
            self._put(b"N")
        elif kind is bool:
            self._put(b"T" if value else b"F")
        elif kind is int:
            self._int(value)
        elif kind is float:
            self._put(b"f" + _F64.pack(value))
        elif kind is str:
            self._put(b"s")
            self.text(value)
        elif kind is tuple or kind is list:
            self._count(b"t" if kind is tuple else b"l", len(value))
            for item in value:
                self.value(item, depth + 1)
        elif kind is dict:
            self._count(b"d", len(value))
            for key, item in value.items():
                if type(key) is not str:
                    raise Unencodable(f"a key of type {type(key).__name__}")
                self.text(key)
                self.value(item, depth + 1)
        else:
            self._other(value)

    def _count(self, tag: bytes, count: int) -> None:
        if count > MAX_ITEMS:
            raise Unencodable(f"{count} items in one container")
        self._put(tag + _U32.pack(count))

    def _int(self, value: int) -> None:
        if -(2**63) <= value < 2**63:
            self._put(b"i" + _I64.pack(value))
        elif abs(value) < 10**MAX_DIGITS:
            self._put(b"I")
            self.text(str(value))
        else:
            raise Unencodable(f"an integer of more than {MAX_DIGITS} digits")

    def _array(self, array: np.ndarray[Any, Any]) -> None:
        code = _CODES.get(array.dtype.newbyteorder("="))
        if code is None:
            raise Unencodable(f"an array of dtype {array.dtype}")
        if array.ndim > MAX_NDIM or array.nbytes > MAX_ARRAY:
            raise Unencodable(f"an array of {array.ndim} axes and {array.nbytes} bytes")
        self._put(b"a" + _ARRAY.pack(code, array.ndim))
        self._put(struct.pack(f"<{array.ndim}Q", *array.shape))
        self._put(array.astype(_WIRE[code], copy=False).tobytes())

    def _other(self, value: Any) -> None:
        if self._unreadable is not None and type(value) is self._unreadable:
            self._put(b"u")
            self.text(value.type_name)
        elif self._callables is not None and callable(value):
            self._put(b"c" + _U32.pack(len(self._callables)))
            self._callables.append(value)
        else:
            raise Unencodable(f"a value of type {type(value).__name__}")

    def frame(self, kind: bytes) -> bytes:
        """Return the whole frame."""
        return b"".join((HEADER.pack(kind, self.size), *self.parts))


class Reader:
    """Reads the body of one frame; every breach raises `Malformed`, before memory is taken for it.

    Args:
        body: the body.
        proxy: makes a callable from its index; None where no callable may come.
        unreadable: makes the record of a value that could not cross from its type's name; None
            where none may come.
    """

    def __init__(
        self,
        body: bytes | bytearray | memoryview,
        proxy: Callable[[int], Any] | None = None,
        unreadable: Callable[[str], Any] | None = None,
    ) -> None:
        self._body = memoryview(body)
        self._at = 0
        self._proxy = proxy
        self._unreadable = unreadable

    def _take(self, size: int) -> memoryview:
        end = self._at + size
        if end > len(self._body):
            raise Malformed("a frame ends too early")
        piece = self._body[self._at : end]
        self._at = end
        return piece

    def end(self) -> None:
        """Raise `Malformed` unless all was read."""
        if self._at != len(self._body):
            raise Malformed("a frame has too many bytes")

    def number(self) -> int:
        """Return a u32."""
        (number,) = _U32.unpack(self._take(4))
        return int(number)

    def text(self) -> str:
        """Return a text."""
        size = self.number()
        if size > 4 * MAX_TEXT:
            raise Malformed("a text is too long")
        return self._decode(self._take(size))

    def _decode(self, data: memoryview) -> str:
        try:
            return str(data, "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Malformed("a text is not UTF-8") from None

    def data(self) -> bytes:
        """Return bytes."""
        return bytes(self._take(self.number()))

    def value(self, depth: int = 0) -> Any:
        """Return a value; arrays come as fresh, writable, C-contiguous ndarrays."""
        if depth > MAX_DEPTH:
            raise Malformed("values are nested too deep")
        tag = bytes(self._take(1))
        read = self._READ.get(tag)
        if read is None:
            raise Malformed("a value has an unknown tag")
        return read(self, depth)

    def _int64(self, depth: int) -> int:
        (value,) = _I64.unpack(self._take(8))
        return int(value)

    def _float64(self, depth: int) -> float:
        (value,) = _F64.unpack(self._take(8))
        return float(value)

    def _long(self, depth: int) -> int:
        text = self.text()
        digits = text[1:] if text[:1] == "-" else text
        if not (0 < len(digits) <= MAX_DIGITS and digits.isascii() and digits.isdigit()):
            raise Malformed("an integer is no integer")
        return int(text)

    def _items(self, depth: int) -> list[Any]:
        return [self.value(depth + 1) for _ in range(self._counted())]

    def _counted(self) -> int:
        count = self.number()
        if count > MAX_ITEMS or count > len(self._body) - self._at:
            raise Malformed("a container has too many items")
        return count

    def _dict(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self._counted()):
            key = self.text()
            found[key] = self.value(depth + 1)
        return found

    def _array(self, depth: int) -> np.ndarray[Any, Any]:
        code, ndim = _ARRAY.unpack(self._take(2))
        if code >= len(DTYPES) or ndim > MAX_NDIM:
            raise Malformed("an array has an unknown dtype or too many axes")
        shape = struct.unpack(f"<{ndim}Q", self._take(8 * ndim))
        size = DTYPES[code].itemsize
        for length in shape:
            size *= length
        # numpy refuses shapes whose other axes overflow, even where one of them is 0
        if size > MAX_ARRAY or any(length > MAX_ARRAY for length in shape):
            raise Malformed("an array is too large")
        try:
            flat = np.frombuffer(self._take(size), dtype=_WIRE[code])
            return np.array(flat.reshape(shape), dtype=DTYPES[code], order="C")
        except ValueError:
            raise Malformed("an array has an impossible shape") from None

    def _callable(self, depth: int) -> Any:
        if self._proxy is None:
            raise Malformed("a callable came from the worker")
        return self._proxy(self.number())

    def _unread(self, depth: int) -> Any:
        if self._unreadable is None:
            raise Malformed("a value has an unknown tag")
        return self._unreadable(self.text())

    _READ: dict[bytes, Callable[[Reader, int], Any]] = {
        b"N": lambda self, depth: None,
        b"T": lambda self, depth: True,
        b"F": lambda self, depth: False,
        b"f": _float64,
        b"i": _int64,
        b"I": _long,
        b"s": lambda self, depth: self.text(),
        b"a": _array,
        b"t": lambda self, depth: tuple(self._items(depth)),
        b"l": _items,
        b"d": _dict,
        b"c": _callable,
        b"u": _unread,
    }


class Frames:
    """Cuts a stream of bytes into frames, holding at most one frame's worth."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def __len__(self) -> int:
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add bytes that came."""
        self._buffer += data

    def next(self) -> tuple[bytes, bytes] | None:
        """Return kind and body of the first whole frame, or None while it is not all there.

        Raises:
            Malformed: the length announced is above `MAX_FRAME`.
        """
        if len(self._buffer) < HEADER.size:
            return None
        kind, size = HEADER.unpack_from(self._buffer)
        if size > MAX_FRAME:
            raise Malformed("a frame is too large")
        end = HEADER.size + size
        if len(self._buffer) < end:
            return None
        body = bytes(memoryview(self._buffer)[HEADER.size : end])
        del self._buffer[:end]
        return kind, body
