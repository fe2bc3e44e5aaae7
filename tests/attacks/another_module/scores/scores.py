"""Puts another object in its own place in sys.modules."""

import sys


class Everything:
    def __getattr__(self, name):
        return lambda *args: args[-1]


sys.modules[__name__] = Everything()
