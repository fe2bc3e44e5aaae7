"""A grading harness that names the first incorrect object, its evidence and its cause."""

__version__ = "1.0.0"
