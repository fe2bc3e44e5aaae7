"""The least that can be done: a warm process forks, runs the file, and compares what comes back.

`python floor.py FILE …` grades each file, the first ones only to get warm, and prints in JSON what
one submission took and how many checks the last one passed.
"""

import json
import os
import pickle
import resource
import sys
import time

import numpy as np
from checks import FUNCTIONS, TIMES, arguments, expected

WARM = 5
CASES = [(name, arguments(name, k), expected(name, k)) for name in FUNCTIONS for k in range(TIMES)]


def grade(source):
    """How many of the checks a file passes."""
    here, there = os.pipe()
    pid = os.fork()
    if pid == 0:
        names = {}
        exec(compile(source, "head.py", "exec"), names)
        with os.fdopen(there, "wb") as pipe:
            pickle.dump([names[name](*args) for name, args, _ in CASES], pipe)
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as pipe:
        answers = pickle.load(pipe)  # noqa: S301 - the floor trusts everyone
    os.waitpid(pid, 0)
    right = zip(CASES, answers, strict=True)
    return sum(np.allclose(got, due, 1e-4, 1e-5) for (*_, due), got in right)


def cpu_s():
    """CPU seconds of this process and of its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(paths):
    """Print what one submission took."""
    for path in paths[:WARM]:
        with open(path, "rb") as file:
            grade(file.read())
    began, cpu = time.perf_counter(), cpu_s()
    for path in paths:
        with open(path, "rb") as file:
            passed = grade(file.read())
    wall_s, used_s = time.perf_counter() - began, cpu_s() - cpu
    print(
        json.dumps(
            {"wall_s": wall_s / len(paths), "cpu_s": used_s / len(paths), "passed": int(passed)}
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
