"""Numbers of the system calls that a worker may make, by processor. Linux never changes them.

All that Python and NumPy need once loaded: reading files, memory of its own, clocks, waiting.
Absent on purpose: processes, threads, sockets, signals to others, changes to the file tree, shared
memory, keys, tracing, io_uring, modules. The names are those of the kernel's unistd.h.
"""

from __future__ import annotations

from typing import NamedTuple


class Numbers(NamedTuple):
    """System call numbers of one processor.

    Attributes:
        audit: the processor's AUDIT_ARCH value, which the filter checks first.
        allowed: allowed whatever the arguments.
        ioctl, fcntl, prlimit64: allowed for some arguments.
        refused: answered "not permitted", which Python reports well.
        clone3: answered "no such call", so that the C library falls back to `clone`.
    """

    audit: int
    allowed: tuple[int, ...]
    ioctl: int
    fcntl: int
    prlimit64: int
    refused: tuple[int, ...]
    clone3: int


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


TABLES = {
    "x86_64": Numbers(
        audit=0xC000003E,
        allowed=_numbers("""
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 19 20 21 22 23 24 25 27 28 32 33 34 35 36
            37 38 39 60 63 74 79 89 95 96 97 98 99 100 102 104 107 108 110 111 115 118 120 121
            124 127 128 131 137 138 140 143 145 158 186 201 202 204 217 218 219 221 228 229 230
            231 232 233 257 262 267 269 270 271 273 274 281 291 292 293 309 318 324 332 334 439
        """),
        ioctl=16,
        fcntl=72,
        prlimit64=302,
        # fork vfork clone execve execveat socket socketpair connect bind kill tkill tgkill
        refused=_numbers("57 58 56 59 322 41 53 42 49 62 200 234"),
        clone3=435,
    ),
    "aarch64": Numbers(
        audit=0xC00000B7,
        allowed=_numbers("""
            17 20 21 22 23 24 43 44 48 56 57 59 61 62 63 64 65 66 67 72 73 78 79 80 82 93 94 96
            98 99 100 101 102 103 113 114 115 120 121 123 124 128 132 134 135 136 137 139 141
            148 150 153 155 156 158 160 163 165 166 168 169 172 173 174 175 176 177 178 179 214
            215 216 222 223 226 232 233 278 283 291 293 439
        """),
        ioctl=29,
        fcntl=25,
        prlimit64=261,
        # clone execve execveat socket socketpair connect bind kill tkill tgkill
        refused=_numbers("220 221 281 198 199 203 200 129 130 131"),
        clone3=435,
    ),
}
