"""This grader on the course that ships with it, and its commands as people start them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench.rivals import PYTHON, ROOT, Rival
from bench.spent import Spent, run

DEMO = ROOT / "tests" / "submissions" / "demo"
STAGES = ("shapes", "scores", "masks", "softmax", "W_O", "batching")
IN_A_RUN = 6
AUTOGRADER = Path(sys.executable).with_name("autograder")


class Stages(Rival):
    """Stages to the whole layer; not the audit, whose cost is that of the layers it asks for."""

    name = "six stages, a sound submission"
    student = "ada"

    def prepare(self) -> None:
        """See `Rival.prepare`."""

    def once(self) -> Spent:
        """See `Rival.once`."""
        command = [PYTHON, "-m", "bench.ours", *[DEMO / self.student] * IN_A_RUN]
        told = json.loads(run([*command, "--course", ROOT, "--stages", *STAGES], ROOT)[1])
        return Spent(told["wall_s"], told["cpu_s"])


class StagesFaulty(Stages):
    """The same where every stage has a fault, which is told from what follows, and explained."""

    name = "six stages, a fault in each"
    student = "dev"


class Command(Rival):
    """One command, from its start to its end."""

    arguments: tuple[str | Path, ...]
    status = 0

    def prepare(self) -> None:
        """See `Rival.prepare`."""
        self.once()

    def once(self) -> Spent:
        """See `Rival.once`."""
        return run([AUTOGRADER, *self.arguments], ROOT, status=self.status)[0]


class Help(Command):
    """What is loaded for nothing but the command line."""

    name = "autograder --help"
    arguments = ("--help",)


class Check(Command):
    """A student's own check of a stage that is not filled in yet."""

    name = "autograder check scores"
    arguments = ("check", "scores")
    status = 1


class GradeOne(Command):
    """One submission of the whole course, references and isolation set up anew."""

    name = "autograder grade, one submission of the whole course"
    arguments = ("grade", DEMO / "ada", "--isolation", "strong", "--fresh")
