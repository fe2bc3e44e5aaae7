"""What crosses between the grader and a worker. This docstring is the protocol.

A *frame* is one byte of kind, the body's length as an unsigned 32-bit number, and the body. All
numbers are little-endian. A body longer than `MAX_FRAME` is malformed, and so is every frame that
does not read to its last byte by the rules below. Nothing is ever unpickled or evaluated.

    towards the worker
      L load     module, filename (texts), source (u32 length, bytes), seed (u32)
      C call     number (u32), function (text), returns (text), args (value), kwargs (value)
      A answer   value                        the callback returned
      F failure  kind, text (texts)           the callback raised
    from the worker
      H hello    facts (text)                 it is locked down and waits for its file
      R returned number, value, args, kwargs  (values; the load counts as call 0)
      E raised   number, kind, kinds (value), text, line (value), function (value), args, kwargs
                 args and kwargs as they stand after the call: None for both where that is as sent
      Q question number, index (u32), args, kwargs    a callback: the index-th callable of the call
      X refusal  text                         it could not be locked down: no student code ran

Each L and each C is answered by one R or E with its number; before it come as many Q as the
student's code asks, each answered by one A or F before anything else is sent. Of calls that hand
over no callable several may be sent ahead: they are answered one by one, in their order.

A *text* is a u32 length and UTF-8 (lone surrogates pass). A *value* is a tag and what it needs:

    N None   T True   F False   f float64   i int64   I decimal text of a longer integer
    s text   a array  t tuple (u32 count, values)   l list (the same)
    d dict (u32 count, then a text and a value each)
    towards the worker only: g NumPy scalar (as an array without axes), c callable (u32 index)
    from the worker only: u unreadable (type name)

An *array* is its dtype's place in `DTYPES` (u8), its number of axes (u8), each length (u64), and
its entries in C order. Values nest at most `MAX_DEPTH` deep, and a frame has at most `MAX_VALUES`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

MAX_FRAME = 128 * 1024 * 1024
MAX_ARRAY = 64 * 1024 * 1024
MAX_NDIM = 8
MAX_DEPTH = 10
MAX_VALUES = 100_000
MAX_TEXT = 20_000
MAX_DIGITS = 100
CHUNK = 64 * 1024
OUT_OF_MEMORY = 78
"""Exit status of a worker that had no memory left even to say so."""

DTYPES = tuple(
    np.dtype(name)
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    )
)
_WIRE = tuple(dtype.newbyteorder("<") for dtype in DTYPES)
_CODES = {
    dtype.newbyteorder(order): code for code, dtype in enumerate(DTYPES) for order in ("=", "S")
}

HEADER = struct.Struct("<cI")
NUMBER = struct.Struct("<I")
_I64 = struct.Struct("<q")
_F64 = struct.Struct("<d")
_ARRAY = struct.Struct("<BB")

KINDS_FROM_WORKER = frozenset((b"H", b"R", b"E", b"Q", b"X"))


class MalformedError(Exception):
    """Bytes that are no frame of this protocol."""


class UnencodableError(Exception):
    """A value that has no place in the protocol, or is too large for it."""


class Writer:
    """Collects the body of one frame.

    Args:
        callables: where callables met in values are put, their place being what is sent; None
            where no callable may be sent.
        unreadable: the record type, with a `type_name`, that is sent under the tag `u`, or None.
    """

    def __init__(
        self,
        callables: list[Callable[..., Any]] | None = None,
        unreadable: type[Any] | None = None,
    ) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self._callables = callables
        self._unreadable = unreadable
        self._depth = 0
        self._values = 0

    def _put(self, data: bytes) -> None:
        self.size += len(data)
        if self.size > MAX_FRAME:
            raise UnencodableError(f"more than {MAX_FRAME >> 20} MB in one message")
        self.parts.append(data)

    def number(self, number: int) -> None:
        """Put a u32."""
        self._put(NUMBER.pack(number))

    def text(self, text: str) -> None:
        """Put a text; it must be no longer than `MAX_TEXT` characters."""
        if len(text) > MAX_TEXT:
            raise UnencodableError(f"a text of {len(text)} characters")
        data = text.encode("utf-8", "surrogatepass")
        self._put(NUMBER.pack(len(data)) + data)

    def data(self, data: bytes) -> None:
        """Put a length and bytes."""
        self._put(NUMBER.pack(len(data)))
        self._put(data)

    def value(self, value: Any) -> None:
        """Put a value; `UnencodableError` for what has no place in the protocol."""
        self._values += 1
        if self._values > MAX_VALUES:
            raise UnencodableError(f"more than {MAX_VALUES} values in one message")
        write = self._WRITE.get(type(value))
        if write is not None:
            write(self, value)
        elif isinstance(value, np.generic):
            self._array(np.asarray(value), b"g")
        else:
            self._other(value)

    def _none(self, _: None) -> None:
        self._put(b"N")

    def _bool(self, value: bool) -> None:
        self._put(b"T" if value else b"F")

    def _float(self, value: float) -> None:
        self._put(b"f" + _F64.pack(value))

    def _text(self, value: str) -> None:
        self._put(b"s")
        self.text(value)

    def _sequence(self, value: tuple[Any, ...] | list[Any]) -> None:
        self._open(b"t" if type(value) is tuple else b"l", len(value))
        for item in value:
            self.value(item)
        self._depth -= 1

    def _dict(self, value: dict[str, Any]) -> None:
        self._open(b"d", len(value))
        for key, item in value.items():
            if type(key) is not str:
                raise UnencodableError(f"a key of type {type(key).__name__}")
            self.text(key)
            self.value(item)
        self._depth -= 1

    def _open(self, tag: bytes, count: int) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnencodableError(f"values nested more than {MAX_DEPTH} deep")
        self._put(tag + NUMBER.pack(count))

    def _int(self, value: int) -> None:
        if -(2**63) <= value < 2**63:
            self._put(b"i" + _I64.pack(value))
        elif abs(value) < 10**MAX_DIGITS:
            self._put(b"I")
            self.text(str(value))
        else:
            raise UnencodableError(f"an integer of more than {MAX_DIGITS} digits")

    def _array(self, array: np.ndarray[Any, Any], tag: bytes = b"a") -> None:
        code = _CODES.get(array.dtype)
        if code is None:
            raise UnencodableError(f"an array of dtype {array.dtype}")
        if array.ndim > MAX_NDIM or array.nbytes > MAX_ARRAY:
            raise UnencodableError(f"an array of {array.ndim} axes and {array.nbytes} bytes")
        self._put(tag + struct.pack(f"<BB{array.ndim}Q", code, array.ndim, *array.shape))
        self._put(array.astype(_WIRE[code], copy=False).tobytes())

    def _other(self, value: Any) -> None:
        if self._unreadable is not None and type(value) is self._unreadable:
            self._put(b"u")
            self.text(value.type_name)
        elif self._callables is not None and callable(value):
            self._put(b"c" + NUMBER.pack(len(self._callables)))
            self._callables.append(value)
        else:
            raise UnencodableError(f"a value of type {type(value).__name__}")

    _WRITE: ClassVar[dict[type, Callable[[Writer, Any], None]]] = {
        type(None): _none,
        bool: _bool,
        int: _int,
        float: _float,
        str: _text,
        np.ndarray: _array,
        tuple: _sequence,
        list: _sequence,
        dict: _dict,
    }

    def frame(self, kind: bytes) -> bytes:
        """Return the whole frame."""
        return b"".join((HEADER.pack(kind, self.size), *self.parts))


class Reader:
    """Reads the body of one frame; a breach raises `MalformedError` before memory is taken for it.

    Args:
        body: the body.
        proxy: makes a callable from its index; None where no callable may come.
        unreadable: makes the record of a value that could not cross from its type's name; None
            where none may come.
        scalars: whether NumPy scalars may come.
    """

    def __init__(
        self,
        body: bytes | bytearray | memoryview,
        proxy: Callable[[int], Any] | None = None,
        unreadable: Callable[[str], Any] | None = None,
        scalars: bool = False,
    ) -> None:
        self._body = memoryview(body)
        self._at = 0
        self._depth = 0
        self._values = 0
        self._proxy = proxy
        self._scalars = scalars
        self._unreadable = unreadable

    def _take(self, size: int) -> memoryview:
        end = self._at + size
        if end > len(self._body):
            raise MalformedError("a frame ends too early")
        piece = self._body[self._at : end]
        self._at = end
        return piece

    def end(self) -> None:
        """Raise `MalformedError` unless all was read."""
        if self._at != len(self._body):
            raise MalformedError("a frame has too many bytes")

    def number(self) -> int:
        """Return a u32."""
        (number,) = NUMBER.unpack(self._take(4))
        return int(number)

    def text(self) -> str:
        """Return a text."""
        size = self.number()
        if size > 4 * MAX_TEXT:
            raise MalformedError("a text is too long")
        return self._decode(self._take(size))

    def _decode(self, data: memoryview) -> str:
        try:
            return str(data, "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise MalformedError("a text is not UTF-8") from None

    def data(self) -> bytes:
        """Return bytes."""
        return bytes(self._take(self.number()))

    def value(self) -> Any:
        """Return a value; arrays come as fresh, writable, C-contiguous ndarrays."""
        self._values += 1
        if self._values > MAX_VALUES:
            raise MalformedError("a frame has too many values")
        read = self._READ.get(self._take(1)[0])
        if read is None:
            raise MalformedError("a value has an unknown tag")
        return read(self)

    def _none(self) -> None:
        return None

    def _true(self) -> bool:
        return True

    def _false(self) -> bool:
        return False

    def _int64(self) -> int:
        (value,) = _I64.unpack(self._take(8))
        return int(value)

    def _float64(self) -> float:
        (value,) = _F64.unpack(self._take(8))
        return float(value)

    def _long(self) -> int:
        text = self.text()
        digits = text[1:] if text[:1] == "-" else text
        if not (0 < len(digits) <= MAX_DIGITS and digits.isascii() and digits.isdigit()):
            raise MalformedError("an integer is no integer")
        return int(text)

    def _open(self) -> int:
        count = self.number()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise MalformedError("values are nested too deep")
        return count

    def _list(self) -> list[Any]:
        items = [self.value() for _ in range(self._open())]
        self._depth -= 1
        return items

    def _tuple(self) -> tuple[Any, ...]:
        return tuple(self._list())

    def _dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self._open()):
            key = self.text()
            found[key] = self.value()
        self._depth -= 1
        return found

    def _array(self) -> np.ndarray[Any, Any]:
        code, ndim = _ARRAY.unpack(self._take(2))
        if code >= len(DTYPES) or ndim > MAX_NDIM:
            raise MalformedError("an array has an unknown dtype or too many axes")
        shape = struct.unpack(f"<{ndim}Q", self._take(8 * ndim))
        size = DTYPES[code].itemsize
        for length in shape:
            size *= length
        # numpy refuses shapes whose other axes overflow, even where one of them is 0
        if size > MAX_ARRAY or any(length > MAX_ARRAY for length in shape):
            raise MalformedError("an array is too large")
        try:
            flat = np.frombuffer(self._take(size), dtype=_WIRE[code])
            return flat.reshape(shape).astype(DTYPES[code])
        except ValueError:
            raise MalformedError("an array has an impossible shape") from None

    def _scalar(self) -> Any:
        array = self._array()
        if array.ndim or not self._scalars:
            raise MalformedError("a NumPy scalar came where none may")
        return array[()]

    def _callable(self) -> Any:
        if self._proxy is None:
            raise MalformedError("a callable came from the worker")
        return self._proxy(self.number())

    def _unread(self) -> Any:
        if self._unreadable is None:
            raise MalformedError("a value has an unknown tag")
        return self._unreadable(self.text())

    _READ: ClassVar[dict[int, Callable[[Reader], Any]]] = {
        ord("N"): _none,
        ord("T"): _true,
        ord("F"): _false,
        ord("f"): _float64,
        ord("i"): _int64,
        ord("I"): _long,
        ord("s"): text,
        ord("a"): _array,
        ord("g"): _scalar,
        ord("t"): _tuple,
        ord("l"): _list,
        ord("d"): _dict,
        ord("c"): _callable,
        ord("u"): _unread,
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
            MalformedError: the length announced is above `MAX_FRAME`.
        """
        if len(self._buffer) < HEADER.size:
            return None
        kind, size = HEADER.unpack_from(self._buffer)
        if size > MAX_FRAME:
            raise MalformedError("a frame is too large")
        end = HEADER.size + size
        if len(self._buffer) < end:
            return None
        body = bytes(memoryview(self._buffer)[HEADER.size : end])
        del self._buffer[:end]
        return kind, body
