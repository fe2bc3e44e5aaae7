"""Export plugins for `nbgrader export --exporter=autograder.gradebook.export.…`, a file a format.

A mark that is not settled (withheld by the grader, or an answer nobody has read yet) is left blank
and named in the log: a file for another system must not turn it into a zero.
"""

from autograder.gradebook.export.canvas import CanvasExporter
from autograder.gradebook.export.moodle import MoodleExporter

__all__ = ["CanvasExporter", "MoodleExporter"]
