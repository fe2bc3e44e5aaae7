"""Bytes to and from one worker, never blocking on a worker that does not read.

Two forms of one thing: by polling, for workers of the fork server (`QuietChannel`), and over a
pair of pipes by threads (`PipeChannel`), since pipes cannot be polled on every system.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import socket
import struct
import threading
import time
from collections import deque
from typing import IO, Protocol

from autograder.worker.child.protocol import CHUNK

_CREDENTIALS = struct.Struct("iII")  # pid, uid, gid

_LOOK_S = 0.05
"""How often a worker that does not ring is looked at, so that its calls are told apart in time."""


class Channel(Protocol):
    """Bytes to and from one worker."""

    def put(self, data: bytes) -> None:
        """Queue bytes towards the worker."""

    def take(self, until: float) -> bytes | None:
        """Wait for bytes from the worker, sending what is queued meanwhile.

        Args:
            until: the monotonic clock's reading at which to give up.

        Returns:
            What came; `b""` when the worker closed its end; None when the time was up.
        """

    def close(self) -> None:
        """Close this end."""


class QuietChannel:
    """A channel over a stream socket towards the worker, and a pipe from it.

    What comes through the pipe wakes nobody up, which costs more than most calls do: the worker
    rings, by a byte to the socket, when it waits for more or the pipe is full.

    Args:
        connection: this side's end; with SO_PASSCRED set, its peer's pid is learnt.
        answers: the pipe's end to read from; never blocking.

    Attributes:
        peer_pid: pid of whoever rang first, or None while nobody did.
    """

    def __init__(self, connection: socket.socket, answers: int) -> None:
        connection.setblocking(False)
        self._connection = connection
        self._answers = answers
        self.peer_pid: int | None = None
        self._out: deque[memoryview] = deque()
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)

    def put(self, data: bytes) -> None:
        """Queue bytes towards the worker, sending at once what fits."""
        self._out.append(memoryview(data))
        self._send()

    def take(self, until: float) -> bytes | None:
        """Wait for bytes; see `Channel.take`."""
        while True:
            events = select.POLLIN | (select.POLLOUT if self._out else 0)
            self._poll.modify(self._connection, events)
            left_s = max(0.0, until - time.monotonic())
            ready = self._poll.poll(min(left_s, _LOOK_S) * 1000)
            if ready and ready[0][1] & select.POLLOUT:
                self._send()
            closed = bool(ready) and ready[0][1] & ~select.POLLOUT and not self._hear()
            data = self._read()
            if data or closed:
                return data or b""
            if left_s <= 0 or (left_s <= _LOOK_S and not ready):
                return None  # at the time even to one who never stops ringing

    def _read(self) -> bytes | None:
        """What is in the pipe; None where nothing is, and the worker holds its other end."""
        try:
            return os.read(self._answers, CHUNK)
        except BlockingIOError:
            return None

    def _hear(self) -> bytes:
        """The rings that came; none where the worker has closed its end."""
        try:
            if self.peer_pid is None:
                return self._hear_first()
            return self._connection.recv(CHUNK)
        except OSError:
            return b""

    def _hear_first(self) -> bytes:
        # Sent by the worker before it reads any student's code, so this is its own pid.
        size = socket.CMSG_SPACE(_CREDENTIALS.size)
        data, extras, _, _ = self._connection.recvmsg(CHUNK, size)
        for level, kind, extra in extras:
            if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
                self.peer_pid = _CREDENTIALS.unpack(extra[: _CREDENTIALS.size])[0]
        return data

    def _send(self) -> None:
        try:
            while self._out:
                sent = self._connection.send(self._out[0][:CHUNK])
                rest = self._out[0][sent:]
                if rest:
                    self._out[0] = rest
                else:
                    self._out.popleft()
        except BlockingIOError:
            return
        except OSError:
            self._out.clear()  # the worker is gone, which `take` will tell

    def close(self) -> None:
        """Close this end."""
        self._connection.close()
        if self._answers >= 0:
            os.close(self._answers)
            self._answers = -1


class PipeChannel:
    """A channel over two pipes, with a thread for each.

    Args:
        towards: the pipe to the worker.
        back: the pipe from it.
    """

    def __init__(self, towards: IO[bytes], back: IO[bytes]) -> None:
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # bounded, so that a worker that floods is made to wait
        self._in: queue.Queue[bytes] = queue.Queue(maxsize=16)
        self._closed = threading.Event()
        for target, pipe in ((self._write, towards), (self._read, back)):
            threading.Thread(target=target, args=(pipe,), daemon=True).start()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (data := self._out.get()) is not None:
                pipe.write(data)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while data := pipe.read1(CHUNK):  # type: ignore[attr-defined]  # Popen's are buffered
                self._offer(data)
        self._offer(b"")

    def _offer(self, data: bytes) -> None:
        while not self._closed.is_set():
            try:
                self._in.put(data, timeout=0.1)
            except queue.Full:
                continue
            return

    def put(self, data: bytes) -> None:
        """Queue bytes towards the worker."""
        self._out.put(data)

    def take(self, until: float) -> bytes | None:
        """Wait for bytes; see `Channel.take`."""
        try:
            return self._in.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None

    def close(self) -> None:
        """Let both threads end; the worker must be dead or dying."""
        self._closed.set()
        self._out.put(None)
