"""Finite numbers that people write where minus infinity is due."""

import numpy as np

FILLS = (
    *(-(10.0**power) for power in (*range(11), 12, 15, 18, 20, 30, 37, 38, 100, 300, 308)),
    *(-5.0, -20.0, -30.0, -50.0, -500.0, -999.0, -9999.0, -5e4, -99999.0, -999999.0),
    *(-9e9, -9e15, -3e38, -3.4e38, -(2.0**31), 1.0 - 2.0**31, 1.0 - 2.0**32, -(2.0**63)),
    *(float(np.finfo(kind).min) for kind in (np.float16, np.float32, np.float64)),
)
"""All that have been met."""

COMMON = (*(-(10.0**power) for power in (4, 5, 6, 8, 9, 10, 12, 20, 30)), *FILLS[-2:])
"""Those met most often."""
