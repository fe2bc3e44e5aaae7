"""The packets between the grader and its fork server. This docstring is that protocol.

    towards it   S job memory_mb cpu_s show   with the worker's ends of its channel, the socket
                                              and the pipe: start it
                 K job                        end it
    from it      Z facts                      ready; once, first
                 E job status cpu_s peak_kb   the worker has ended and is reaped; nothing is left

Jobs are numbered by the grader, so that an order which comes too late is known and dropped.
`status` is an exit status, or minus the number of the signal that ended the worker.
"""

from __future__ import annotations

import struct

START = struct.Struct("<cIIIB")
KILL = struct.Struct("<cI")
ENDED = struct.Struct("<cIidI")
READY = b"Z"
