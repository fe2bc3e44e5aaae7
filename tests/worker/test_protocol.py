from __future__ import annotations

import contextlib
from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.worker.child import protocol
from autograder.worker.child.protocol import (
    Frames,
    MalformedError,
    Reader,
    UnencodableError,
    Writer,
)

ARRAYS = st.sampled_from(protocol.DTYPES).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0))
)
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-(10**99), 10**99)
    | st.floats()
    | st.text(max_size=50)
    | ARRAYS
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


def same(left: Any, right: Any) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, np.ndarray):
        return (
            left.dtype == right.dtype
            and left.shape == right.shape
            and left.tobytes() == right.tobytes()
        )
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    return left == right or (left != left and right != right)


def encoded(value: Any, **options: Any) -> bytes:
    writer = Writer(**options)
    writer.value(value)
    return b"".join(writer.parts)


@given(VALUES)
def test_decoding_undoes_encoding(value: Any) -> None:
    reader = Reader(encoded(value))
    assert same(reader.value(), value)
    reader.end()


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_malformed(body: bytes) -> None:
    reader = Reader(body, unreadable=str)
    try:
        reader.value()
        reader.end()
    except MalformedError:
        pass


@given(VALUES, st.data())
def test_a_changed_byte_is_a_value_or_malformed(value: Any, data: st.DataObject) -> None:
    body = bytearray(encoded(value))
    body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(MalformedError):
        Reader(body).value()


def test_arrays_come_fresh_writable_and_contiguous() -> None:
    sent = np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)[::2]
    sent.setflags(write=False)
    got = Reader(encoded(sent)).value()
    assert got.flags.writeable
    assert got.flags.c_contiguous
    assert got.flags.owndata
    np.testing.assert_array_equal(got, sent)


def test_big_endian_arrays_come_native() -> None:
    got = Reader(encoded(np.arange(3, dtype=">i4"))).value()
    assert got.dtype == np.dtype("int32")
    assert got.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "shape",
    [(2**40,), (2**31, 2**31), (0, 2**62), (2**32, 2**32, 0), (protocol.MAX_ARRAY // 8 + 1,)],
    ids=str,
)
def test_a_large_array_is_refused_before_memory_is_taken(shape: tuple[int, ...]) -> None:
    code = protocol.DTYPES.index(np.dtype("float64"))
    body = b"a" + bytes([code, len(shape)]) + np.array(shape, dtype="<u8").tobytes()
    with pytest.raises(MalformedError):
        Reader(body).value()


def test_scalars_stay_scalars_where_they_may_come() -> None:
    body = encoded(np.float32(0.5))
    got = Reader(body, scalars=True).value()
    assert type(got) is np.float32
    assert got == 0.5
    with pytest.raises(MalformedError):
        Reader(body).value()


def test_a_frame_announced_too_large_is_malformed() -> None:
    frames = Frames()
    frames.feed(protocol.HEADER.pack(b"R", protocol.MAX_FRAME + 1))
    with pytest.raises(MalformedError):
        frames.next()


def test_frames_are_cut_wherever_bytes_are_split() -> None:
    writer = Writer()
    writer.value((1, "two", np.ones(3)))
    frame = writer.frame(b"R")
    frames = Frames()
    seen = []
    for byte in frame * 2:
        frames.feed(bytes([byte]))
        found = frames.next()
        if found:
            seen.append(found)
    assert seen == [(b"R", frame[protocol.HEADER.size :])] * 2


def test_nesting_is_bounded_both_ways() -> None:
    value: Any = 0
    for _ in range(protocol.MAX_DEPTH + 1):
        value = (value,)
    with pytest.raises(UnencodableError):
        encoded(value)
    body = b"t\x01\x00\x00\x00" * (protocol.MAX_DEPTH + 1) + b"N"
    with pytest.raises(MalformedError):
        Reader(body).value()


def test_the_number_of_values_is_bounded() -> None:
    count = protocol.MAX_VALUES + 1
    with pytest.raises(UnencodableError):
        encoded([None] * count)
    with pytest.raises(MalformedError):
        Reader(b"t" + count.to_bytes(4, "little") + b"N" * count).value()


@pytest.mark.parametrize(
    "value",
    [object(), {1: 2}, np.array(["a"]), np.array([object()]), 10**100, {1, 2}, "a" * 30_000],
    ids=["object", "int key", "text array", "object array", "long", "set", "long text"],
)
def test_what_has_no_place_is_refused(value: Any) -> None:
    with pytest.raises(UnencodableError):
        encoded(value)


def test_callables_are_numbered_where_allowed() -> None:
    callables: list[Any] = []
    body = encoded((len, 1, abs), callables=callables)
    assert callables == [len, abs]
    assert Reader(body, proxy=lambda index: callables[index]).value() == (len, 1, abs)
    with pytest.raises(MalformedError):
        Reader(body).value()
