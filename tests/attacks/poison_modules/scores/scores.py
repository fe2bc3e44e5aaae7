"""Replaces NumPy and the standard library in sys.modules."""

import sys
import types

for name in list(sys.modules):
    if name != "builtins":
        sys.modules[name] = types.ModuleType(name)
sys.meta_path.clear()


def raw_scores(Q, K):
    return Q
