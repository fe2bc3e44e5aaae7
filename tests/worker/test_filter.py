"""The system call filter, run here instruction by instruction, answers as its tables say."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator

import pytest

from autograder.worker.child.lockdown import filter_program
from autograder.worker.child.syscalls import TABLES, Numbers

ALLOW, KILL = 0x7FFF0000, 0x80000000
NOT_PERMITTED, NO_SUCH_CALL = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
LISTED = {
    # TCGETS TIOCGWINSZ FIONREAD FIONCLEX FIOCLEX
    "ioctl": (1, {0x5401, 0x5413, 0x541B, 0x5450, 0x5451}),
    # F_DUPFD F_GETFD F_SETFD F_GETFL F_SETFL F_DUPFD_CLOEXEC
    "fcntl": (1, {0, 1, 2, 3, 4, 1030}),
    # one's own limits
    "prlimit64": (0, {0}),
}
"""By call: which argument decides, and the values of it that are allowed."""

# linux/bpf_common.h: BPF_LD | BPF_W | BPF_ABS, BPF_JMP with JA, JEQ and JGE, BPF_RET
LOAD, ALWAYS, EQUAL, AT_LEAST, RETURN = 0x20, 0x05, 0x15, 0x35, 0x06
LONGEST = 4096


def run(program: bytes, audit: int, number: int, args: tuple[int, ...] = ()) -> int:
    """What a filter answers, as the kernel's manual has it: struct seccomp_data goes in."""
    data = struct.pack("<IIQ6Q", number, audit, 0, *(*args, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("<HBBI", program))
    place = accumulator = 0
    while True:
        code, if_true, if_false, operand = steps[place]
        place += 1  # every jump is counted from the next instruction, and goes forward
        if code == LOAD:
            assert operand % 4 == 0
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif code == ALWAYS:
            place += operand
        elif code == EQUAL:
            place += if_true if accumulator == operand else if_false
        elif code == AT_LEAST:
            place += if_true if accumulator >= operand else if_false
        else:
            assert code == RETURN
            return int(operand)


def due(numbers: Numbers, number: int) -> int:
    """What the tables say of a call that no argument decides."""
    if number in numbers.allowed:
        return ALLOW
    return NOT_PERMITTED if number in numbers.refused else NO_SUCH_CALL


@pytest.fixture(params=sorted(TABLES))
def numbers(request: pytest.FixtureRequest) -> Iterator[Numbers]:
    return TABLES[request.param]


def test_every_number_is_answered_as_the_table_says(numbers: Numbers) -> None:
    program = filter_program(numbers)
    decided = {numbers.ioctl, numbers.fcntl, numbers.prlimit64}
    whole = [*range(2001), 0x3FFFFFFF]
    for number in (number for number in whole if number not in decided):
        for args in ((), (2**64 - 1,) * 6):
            assert run(program, numbers.audit, number, args) == due(numbers, number), number


def test_tables_do_not_contradict_themselves(numbers: Numbers) -> None:
    once = (numbers.ioctl, numbers.fcntl, numbers.prlimit64, numbers.clone3)
    named = (*numbers.allowed, *numbers.refused, *once)
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("call", sorted(LISTED))
def test_an_argument_decides(numbers: Numbers, call: str) -> None:
    program = filter_program(numbers)
    place, allowed = LISTED[call]
    number = getattr(numbers, call)
    # TIOCSTI types into the terminal; F_SETOWN and F_SETSIG send signals
    for value in [*range(1100), *range(0x5400, 0x5500), 2**31, 2**32 - 1]:
        for others in (0, 1, 2**64 - 1):
            args = [others] * 6
            args[place] = value
            expected = ALLOW if value in allowed else NOT_PERMITTED
            assert run(program, numbers.audit, number, tuple(args)) == expected, value


@pytest.mark.parametrize("number", [0, 1, 59, 60, 221, 435, 2000])
def test_other_processors_and_their_numbers_are_ended(numbers: Numbers, number: int) -> None:
    program = filter_program(numbers)
    others = {table.audit for table in TABLES.values()} | {0x40000003, 0x40000028, 0}
    for audit in others - {numbers.audit}:
        assert run(program, audit, number) == KILL
    for number_of_x32 in (0x40000000 + number, 0x7FFFFFFF, 0x80000000 + number, 0xFFFFFFFF):
        assert run(program, numbers.audit, number_of_x32) == KILL


def test_the_kernel_takes_it_and_no_jump_is_cut(numbers: Numbers) -> None:
    steps = list(struct.iter_unpack("<HBBI", filter_program(numbers)))
    assert len(steps) <= LONGEST
    for place, (code, if_true, if_false, operand) in enumerate(steps):
        jumps = {EQUAL: (if_true, if_false), AT_LEAST: (if_true, if_false), ALWAYS: (operand,)}
        assert all(place + 1 + jump < len(steps) for jump in jumps.get(code, ())), place
