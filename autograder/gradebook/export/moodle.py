"""Moodle: a file for Grades > Import > CSV file.

    nbgrader export --exporter=autograder.gradebook.export.MoodleExporter --to=moodle.csv

Columns: ID number, Email address, names, then one an assignment, to be mapped when it is imported:
"map from" ID number or Email address (whose case counts), and each assignment to its grade item.
Moodle takes a blank mark for "no grade" and erases the one it has. So students without any settled
mark have no row; where others have blanks, the log says so: export one assignment at a time then,
with --assignment='["scores"]', and there is no blank.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbgrader.plugins import ExportPlugin
from traitlets import Dict

from autograder.gradebook.export.sheet import read_table, write_rows

FIXED = ("ID number", "Email address", "First name", "Last name")


class MoodleExporter(ExportPlugin):  # type: ignore[misc]  # nbgrader has no types
    """Writes the marks for Moodle."""

    columns = Dict({}, help="Heading of each assignment's column; its name by default").tag(
        config=True
    )

    def export(self, gradebook: Any) -> None:
        """Write the file named by --to, or moodle.csv."""
        table = read_table(gradebook, self.student, self.assignment)
        if table.unsettled:
            self.log.warning("Left out, as a person has to look: %s", ", ".join(table.unsettled))
        rows: list[list[object]] = [
            [*FIXED, *(self.columns.get(one.name, one.name) for one in table.assignments)]
        ]
        blanks = 0
        for student in table.students:
            marks = [table.marks.get((student.id, one.name)) for one in table.assignments]
            if any(mark is not None for mark in marks):
                blanks += marks.count(None)
                who = [student.id, student.email, student.first_name, student.last_name]
                rows.append([*who, *marks])
        if blanks:
            said = "%s blank marks erase what Moodle has there; export one assignment at a time"
            self.log.warning(said, blanks)
        path = Path(self.to or "moodle.csv")
        write_rows(path, rows)
        self.log.info("Wrote %s marks of %s students to %s", len(table.marks), len(rows) - 1, path)
