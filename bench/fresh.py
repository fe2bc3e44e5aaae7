"""A fresh Python and NumPy for one file: `python fresh.py FILE`; fails where a check does."""

import sys

from checks import FUNCTIONS, TIMES, check

if __name__ == "__main__":
    names = {}
    with open(sys.argv[1], "rb") as file:
        exec(compile(file.read(), "head.py", "exec"), names)
    for name in FUNCTIONS:
        for k in range(TIMES):
            check(names[name], k)
