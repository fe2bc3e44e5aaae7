r"""Canvas: the file that its gradebook imports.

    nbgrader export --exporter=autograder.gradebook.export.CanvasExporter --to=canvas.csv \
        --CanvasExporter.columns='{"scores": "Scores (123)"}'

Columns: Student, ID, SIS User ID, SIS Login ID, Section, then one an assignment; the second row has
the points possible. Canvas recognises a column by its number in parentheses, as in a file exported
from there; a name without one makes a new assignment. A blank cell changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbgrader.plugins import ExportPlugin
from traitlets import Dict, Enum, Unicode

from autograder.gradebook.export.sheet import read_table, write_rows

FIXED = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


class CanvasExporter(ExportPlugin):  # type: ignore[misc]  # nbgrader has no types
    """Writes the marks for Canvas."""

    columns = Dict(
        {}, help="Heading of each assignment's column as Canvas exports it: Name (number)"
    ).tag(config=True)
    student_is = Enum(
        ["SIS Login ID", "SIS User ID", "ID"],
        default_value="SIS Login ID",
        help="Which of Canvas's columns the gradebook's student ids are",
    ).tag(config=True)
    section = Unicode("", help="What the column Section holds").tag(config=True)

    def export(self, gradebook: Any) -> None:
        """Write the file named by --to, or canvas.csv."""
        table = read_table(gradebook, self.student, self.assignment)
        if table.unsettled:
            self.log.warning("Left blank, as a person has to look: %s", ", ".join(table.unsettled))
        heads = [self.columns.get(one.name, one.name) for one in table.assignments]
        points = [one.max_score for one in table.assignments]
        rows: list[list[object]] = [[*FIXED, *heads], ["Points Possible", *[""] * 4, *points]]
        for student in table.students:
            marks = [table.marks.get((student.id, one.name)) for one in table.assignments]
            rows.append([*self._who(student), *marks])
        path = Path(self.to or "canvas.csv")
        write_rows(path, rows)
        self.log.info("Wrote %s marks of %s students to %s", len(table.marks), len(rows) - 2, path)

    def _who(self, student: Any) -> list[object]:
        known = {"ID": student.lms_user_id, self.student_is: student.id}
        names = [name for name in (student.last_name, student.first_name) if name]
        return [
            ", ".join(names) or student.id,
            *(known.get(column) for column in FIXED[1:-1]),
            self.section,
        ]
