"""What goes back through nbgrader's exchange."""

from __future__ import annotations

from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseAssignment, ExchangeReleaseFeedback
from nbgrader.utils import temp_attrs

CAME_WITH = ("timestamp.txt", "submission_secret.txt")


class ReleaseFeedback(ExchangeReleaseFeedback):  # type: ignore[misc]  # nbgrader has no types
    """Releases feedback to those who handed in through the exchange.

    Others have no place there to find it in (nbgrader itself stops at the first of them); their
    pages stay in `feedback/`.
    """

    ensure_root = ExchangeReleaseAssignment.ensure_root  # make it where nothing was released yet

    def copy_files(self) -> None:
        """Copy the pages of everyone who has the exchange's own files beside the submission."""
        passed_over = [
            folder.parent.name
            for folder in sorted(Path(self.coursedir.root).glob(self._folders()))
            if not all(folder.joinpath(name).is_file() for name in CAME_WITH)
        ]
        if passed_over:
            said = "Handed in without the exchange, so that feedback stays in %s/: %s"
            self.log.warning(said, self.coursedir.feedback_directory, ", ".join(passed_over))
        excluded = ",".join([self.coursedir.student_id_exclude, *passed_over]).strip(",")
        with temp_attrs(self.coursedir, student_id_exclude=excluded):
            super().copy_files()

    def _folders(self) -> str:
        known = self.coursedir
        path = known.format_path(known.feedback_directory, known.student_id, known.assignment_id)
        return str(Path(path).relative_to(known.root))
