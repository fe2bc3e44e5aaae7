"""Takes from this process, for ever, what a student's code must not have. Linux only, but rlimits.

A `Lock` is prepared once by the fork server; `close_on` puts it in force in each new worker. Every
function raises `OSError` where the kernel refuses: a worker that is not locked down must not run.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .syscalls import TABLES, Numbers

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_SECCOMP_MODE_FILTER = 2

_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_ADD_RULE = 445
_LANDLOCK_RESTRICT_SELF = 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
# Every right that a ruleset of this ABI can take away: files, then network, then scopes.
_FILE_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_NETWORK_ABI, _SCOPE_ABI = 4, 6

_JUMP, _STOP, _AT_LEAST = 0x05, 0x06, 0x35
"""Instructions of a filter."""

NOBODY = 65534

ResourceLimits = tuple[tuple[int, tuple[int, int]], ...]
"""Limits with their soft and hard values, as `setrlimit` takes them."""

_SHOWN = 16 * 1024 * 1024


@functools.cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    return libc


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _prctl(option: int, *args: int) -> None:
    _check(_libc().prctl(option, *(*args, 0, 0, 0, 0)[:4]), f"prctl({option})")


def forbid_dumps() -> None:
    """Make this process untraceable, and its /proc entries closed, to others of the same user."""
    _prctl(_PR_SET_DUMPABLE, 0)


@functools.cache
def resource_limits(memory: int | None, cpu_s: int, show: bool) -> ResourceLimits:
    """The resource limits of a worker, each as `setrlimit` takes it.

    Args:
        memory: bytes of address space in all, or None for no limit.
        cpu_s: CPU seconds after which the kernel ends it; a backstop only.
        show: whether its stderr is someone's to read, which may be a file.

    Raises:
        ImportError: this system has none.
    """
    import resource

    found = []
    file_size = _SHOWN if show else 0
    limits = {"RLIMIT_CORE": 0, "RLIMIT_FSIZE": file_size, "RLIMIT_NOFILE": 32}
    limits["RLIMIT_CPU"] = cpu_s
    if memory is not None:
        limits["RLIMIT_AS"] = memory
    for name, limit in limits.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        # for CPU the soft limit's signal tells why, and the hard one is there if it is ignored
        later = limit + 1 if name == "RLIMIT_CPU" and hard == resource.RLIM_INFINITY else limit
        found.append((kind, (limit, later)))
    return tuple(found)


def limit_resources(limits: ResourceLimits) -> None:
    """Put resource limits in force."""
    import resource

    for kind, soft_and_hard in limits:
        resource.setrlimit(kind, soft_and_hard)


def address_space() -> int | None:
    """Bytes of address space that this process has now, or None where that cannot be told."""
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def landlock_abi() -> int:
    """Version of Landlock that the kernel offers; 0 where it offers none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(_libc().syscall(_LANDLOCK_CREATE_RULESET, None, 0, 1)))


def landlock_ruleset(abi: int, readable: Sequence[str], masked: Sequence[str]) -> int:
    """Return a descriptor of rules: read `readable` except below `masked`, and nothing else.

    Names in a folder that holds a masked one can still be listed.
    """
    import fcntl

    rights = _FILE_RIGHTS[min(abi, max(_FILE_RIGHTS))]
    words = [rights]
    if abi >= _NETWORK_ABI:
        words.append(0b11)
    if abi >= _SCOPE_ABI:
        words.append(0b11)
    attributes = struct.pack(f"<{len(words)}Q", *words)
    ruleset = _check(
        _libc().syscall(_LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0), "landlock"
    )
    for path, access in _rules(readable, masked):
        _add_rule(ruleset, path, access & rights)
    _add_rule(ruleset, "/dev/null", _READ_FILE | _WRITE_FILE)
    _add_rule(ruleset, "/dev/urandom", _READ_FILE)
    # out of the way of the few numbers that a worker rearranges
    high = fcntl.fcntl(ruleset, fcntl.F_DUPFD_CLOEXEC, 100)
    os.close(ruleset)
    return high


def _rules(readable: Sequence[str], masked: Sequence[str]) -> Iterator[tuple[str, int]]:
    for path in readable:
        if path in masked:
            continue
        if any(Path(inner).is_relative_to(path) for inner in masked):
            yield path, _READ_DIR
            yield from _rules([str(inner) for inner in Path(path).iterdir()], masked)
        else:
            yield path, _READ_FILE | (_READ_DIR if Path(path).is_dir() else 0)


def _add_rule(ruleset: int, path: str, access: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = struct.pack("<Qi", access, target)
        _check(_libc().syscall(_LANDLOCK_ADD_RULE, ruleset, 1, rule, 0), f"landlock: {path}")
    finally:
        os.close(target)


def filter_program(numbers: Numbers) -> bytes:
    """Return the system call filter for the processor of `numbers`, as BPF instructions."""
    load, equal, at_least, stop = 0x20, 0x15, _AT_LEAST, _STOP
    allow, kill = 0x7FFF0000, 0x80000000
    refuse, unknown = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
    number_at, processor_at, first_argument_at = 0, 4, 16
    code: list[tuple[int, int, int, int]] = []

    def answer_if(value: int, answer: int) -> None:
        code.extend(((equal, 0, 1, value), (stop, 0, 0, answer)))

    def special(call: int, argument: int, values: Sequence[int], listed: int, rest: int) -> None:
        length = 2 * len(values) + 2
        code.append((equal, 0, length, call))
        code.append((load, 0, 0, first_argument_at + 8 * argument))
        for value in values:
            answer_if(value, listed)
        code.append((stop, 0, 0, rest))

    code.append((load, 0, 0, processor_at))
    code.extend(((equal, 1, 0, numbers.audit), (stop, 0, 0, kill)))
    code.append((load, 0, 0, number_at))
    code.extend(((at_least, 0, 1, 0x40000000), (stop, 0, 0, kill)))
    code += _allow(_segments(numbers.allowed), allow)
    for call in numbers.refused:
        answer_if(call, refuse)
    answer_if(numbers.clone3, unknown)
    special(numbers.ioctl, 1, _IOCTLS, allow, refuse)
    special(numbers.fcntl, 1, _FCNTLS, allow, refuse)
    special(numbers.prlimit64, 0, [0], allow, refuse)
    code.append((stop, 0, 0, unknown))
    return b"".join(struct.pack("<HBBI", *step) for step in code)


def _segments(allowed: Sequence[int]) -> list[tuple[int, bool]]:
    """First numbers of the stretches that are allowed, or not, by turns."""
    numbers = set(allowed)
    first = {number for number in numbers if number - 1 not in numbers}
    after = {number + 1 for number in numbers if number + 1 not in numbers}
    return [(number, number in numbers) for number in sorted({0} | first | after)]


def _allow(segments: Sequence[tuple[int, bool]], allow: int) -> list[tuple[int, int, int, int]]:
    """A search by halves, which the kernel runs for every call as it takes the filter in.

    What is not allowed goes on after the last of these instructions.
    """
    onward = _JUMP, 0, 0, -1

    def search(segments: Sequence[tuple[int, bool]]) -> list[tuple[int, int, int, int]]:
        if len(segments) == 1:
            return [(_STOP, 0, 0, allow) if segments[0][1] else onward]
        middle = len(segments) // 2
        lower, upper = search(segments[:middle]), search(segments[middle:])
        return [(_AT_LEAST, len(lower), 0, segments[middle][0]), *lower, *upper]

    code = search(segments)
    return [
        (_JUMP, 0, 0, len(code) - place - 1) if step is onward else step
        for place, step in enumerate(code)
    ]


# TCGETS TIOCGWINSZ FIONREAD FIONCLEX FIOCLEX: asking about a terminal, never typing into it.
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)
# DUPFD GETFD SETFD GETFL SETFL DUPFD_CLOEXEC: nothing that sends signals.
_FCNTLS = (0, 1, 2, 3, 4, 1030)


class Filter(ctypes.Structure):
    """A system call filter as the kernel takes it; made before the fork, to save each worker that.

    Args:
        program: BPF instructions.
    """

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))

    def __init__(self, program: bytes) -> None:
        super().__init__(len(program) // 8, program)

    def install(self) -> None:
        """Put it in force for this process; no_new_privs must be set."""
        _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(self))


def drop_capabilities() -> None:
    """Give up every capability, for ever."""
    for capability in range(64):
        try:
            _prctl(_PR_CAPBSET_DROP, capability)
        except OSError:
            break
    header = struct.pack("<Ii", 0x20080522, 0)
    _check(_libc().capset(header, bytes(24)), "capset")


def become_nobody() -> None:
    """Change to a user that owns nothing."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


class Lock:
    """What is put in force in each worker, prepared once in the fork server.

    Args:
        readable: files and folders that stay readable.
        masked: folders below them that do not.
        drop_uid: whether root becomes nobody; where it does not, it loses its rights at once.

    Raises:
        OSError: Landlock exists but refuses the rules.
    """

    def __init__(self, readable: Sequence[str], masked: Sequence[str], drop_uid: bool) -> None:
        self.abi = landlock_abi()
        self._ruleset = landlock_ruleset(self.abi, readable, masked) if self.abi else -1
        numbers = TABLES.get(platform.machine())
        self._filter = Filter(filter_program(numbers)) if numbers else None
        self._drop_uid = drop_uid
        if os.geteuid() == 0 and not drop_uid:
            drop_capabilities()  # here once; who becomes another user loses them by that
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        self._base = address_space()

    @property
    def facts(self) -> str:
        """The layers in words, joined by spaces."""
        layers = [f"landlock:{self.abi}"] if self.abi else []
        layers += ["seccomp"] if self._filter else []
        layers += ["uid"] if self._drop_uid else []
        return " ".join(["rlimits", *layers])

    def resources(self, memory_mb: int, cpu_s: int, show: bool) -> ResourceLimits:
        """See `resource_limits`; the memory is what a worker may have on top of this process's."""
        memory = None if self._base is None else self._base + memory_mb * 1024 * 1024
        return resource_limits(memory, cpu_s, show)

    def close_on(self, resources: ResourceLimits, parent: int, last_fd: int) -> None:
        """Put everything in force on this process, a fork of the one that prepared it.

        Args:
            resources: its resource limits.
            parent: pid of the process with which it is to die.
            last_fd: the last descriptor that stays open.
        """
        limit_resources(resources)
        if self._drop_uid:
            become_nobody()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            raise OSError("the fork server is gone")
        if self._ruleset >= 0:
            _check(_libc().syscall(_LANDLOCK_RESTRICT_SELF, self._ruleset, 0), "landlock")
        # before the filter, which knows no call that closes many at once
        os.closerange(last_fd + 1, 4096)
        if self._filter is not None:
            self._filter.install()
