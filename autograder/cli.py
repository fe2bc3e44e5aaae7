"""The command `autograder`: arguments in, exit status out. No grading and no wording of verdicts.

Heavy modules are imported by the command that needs them, so that `--help` is quick.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.errors import AutograderError, CourseError, HarnessError

EXIT_RIGHT, EXIT_WRONG, EXIT_USAGE, EXIT_FAILED = 0, 1, 2, 3


def main(argv: list[str] | None = None) -> int:
    """Runs one command.

    Returns:
        0 all correct, 1 something is incorrect, 2 wrong usage or a fault in the course, 3 the
        grader itself failed on some submission.
    """
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except HarnessError as error:
        print(f"autograder: {error}", file=sys.stderr)
        return EXIT_FAILED
    except CourseError as error:
        print(error, file=sys.stderr)
        return EXIT_USAGE
    except AutograderError as error:
        print(f"autograder: {error}", file=sys.stderr)
        return EXIT_USAGE
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stdout = None
        return EXIT_WRONG
    except OSError as error:
        print(f"autograder: {error.strerror}: {error.filename or 'output'}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        print("autograder: stopped", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograder", description="Names the first incorrect object, with evidence and cause."
    )
    parser.add_argument("--version", action="version", version=f"autograder {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="try your file on the public examples")
    check.add_argument("stages", nargs="*", metavar="STAGE", help="default: the stage you are in")
    language: dict[str, Any] = {
        "metavar": "LANG",
        "help": "of the verdicts (default: AUTOGRADER_LANGUAGE, else the course's own)",
    }
    check.add_argument("--language", **language)
    check.add_argument(
        "--watch", action="store_true", help="check again whenever you save, until Ctrl-C"
    )
    check.set_defaults(run=_check)

    explain = commands.add_parser("explain", help="what an object is, and its shape for your sizes")
    explain.add_argument(
        "object", nargs="?", metavar="OBJECT", help="as in S or scores.S; default: list them all"
    )
    explain.add_argument(
        "sizes", nargs="*", metavar="NAME=NUMBER", help="sizes to put into shapes, as in B=2 T=5"
    )
    explain.add_argument(
        "--course", type=Path, metavar="DIR", help="the course (default: the one you are in)"
    )
    explain.set_defaults(run=_explain)

    grade = commands.add_parser("grade", help="grade submissions with the hidden references")
    grade.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a student or a tree")
    grade.add_argument(
        "--stage",
        action="append",
        default=[],
        metavar="STAGE",
        help="grade, count and write this stage only; may be given again (default: all)",
    )
    grade.add_argument("--json", type=Path, metavar="FILE", help="write the report there")
    grade.add_argument(
        "--html", type=Path, metavar="DIR", help="write a page a submission and a class page there"
    )
    grade.add_argument("--language", **language)
    grade.add_argument("--jobs", type=_positive, metavar="N", help="processes (default: cores)")
    grade.add_argument(
        "--on", metavar="WHERE", help="a Dask scheduler's address, or `dask` for a cluster here"
    )
    grade.add_argument(
        "--cache", type=Path, metavar="DIR", help="results of earlier runs (default: the course's)"
    )
    grade.add_argument(
        "--fresh", action="store_true", help="grade also what has not changed since an earlier run"
    )
    isolation: dict[str, Any] = {
        "choices": ("auto", "strong", "confined", "limits"),
        "default": "auto",
        "help": "auto (default) takes the strongest that holds here, and never mere limits",
    }
    grade.add_argument("--isolation", **isolation)
    grade.add_argument("--seed", type=int, metavar="N", help="the round of this seed once more")
    grade.add_argument("--details", action="store_true", help="show every stage of every student")
    grade.add_argument(
        "--gradebook", action="store_true", help="write marks and pages as nbgrader would"
    )
    grade.add_argument(
        "--dry-run", action="store_true", help="with --gradebook: only say which marks change"
    )
    grade.add_argument(
        "--force", action="store_true", help="with --gradebook: also what is done and unchanged"
    )
    grade.add_argument(
        "--github-classroom",
        metavar="STAGE",
        help="set the workflow step's output `result`; STAGE may be `all`",
    )
    grade.set_defaults(run=_grade)

    gradescope = commands.add_parser("gradescope", help="make autograder.zip for Gradescope")
    gradescope.add_argument("--assignment", required=True, metavar="STAGE")
    gradescope.add_argument("--out", type=Path, default=Path("autograder.zip"), metavar="ZIP")
    gradescope.add_argument("--isolation", **isolation)
    gradescope.add_argument("--submission", type=Path, help=argparse.SUPPRESS)
    gradescope.add_argument("--results", type=Path, help=argparse.SUPPRESS)
    gradescope.set_defaults(run=_gradescope)

    selftest = commands.add_parser("selftest", help="how good the grading is, by known faults")
    selftest.add_argument("stages", nargs="*", metavar="STAGE", help="default: all")
    selftest.add_argument("--json", type=Path, metavar="FILE", help="write the findings there")
    selftest.add_argument(
        "--submissions", type=Path, metavar="DIR", help="labelled ones (default: the course's own)"
    )
    selftest.add_argument("--jobs", type=_positive, metavar="N", help="processes (default: cores)")
    selftest.set_defaults(run=_selftest)

    new = commands.add_parser("new", help="a small course to begin with")
    new.add_argument("folder", type=Path, metavar="NAME", help="the folder to make")
    new.set_defaults(run=_new)

    lint = commands.add_parser("lint", help="what would be unfair or dead in a course")
    lint.add_argument("stages", nargs="*", metavar="STAGE", help="default: all")
    lint.set_defaults(run=_lint)

    words = commands.add_parser("words", help="what of a course lacks a translation, to fill in")
    words.add_argument("language", metavar="LANG")
    words.add_argument("stages", nargs="*", metavar="STAGE", help="default: all")
    words.set_defaults(run=_words)

    seed = commands.add_parser("seed", help="the rounds of hidden cases")
    seed.add_argument("--new", action="store_true", help="begin a new round")
    seed.set_defaults(run=_seed)

    doctor = commands.add_parser("doctor", help="what isolation is active here, and versions")
    doctor.set_defaults(run=_doctor)

    record = commands.add_parser("record", help="write each stage's public.json anew")
    record.add_argument("--check", action="store_true", help="only say which are out of step")
    record.set_defaults(run=_record)

    notebooks = commands.add_parser("notebooks", help="make the notebooks from their texts")
    notebooks.add_argument("--check", action="store_true", help="only say which are out of step")
    notebooks.set_defaults(run=_notebooks)

    release = commands.add_parser("release", help="a zip a stage for students, and the wheel")
    release.add_argument("stages", nargs="*", metavar="STAGE", help="default: all")
    release.add_argument("--out", type=Path, metavar="DIR", help="default: dist/ of the course")
    release.set_defaults(run=_release)

    collect = commands.add_parser("collect", help="downloads and folders into submitted/")
    collect.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help="folder or zip")
    collect.add_argument("--into", type=Path, metavar="DIR", help="default: submitted/")
    collect.add_argument("--stage", metavar="STAGE", help="the stage that everything is for")
    collect.add_argument("--student", metavar="NAME", help="the student that everything is of")
    collect.add_argument(
        "--students", type=Path, metavar="CSV", help="list of students: yours or a platform's"
    )
    collect.add_argument(
        "--pattern", metavar="REGEX", help="of your paths, with nbgrader's (?P<student_id>…) groups"
    )
    collect.add_argument("--force", action="store_true", help="replace earlier hand-ins")
    collect.add_argument("--dry-run", action="store_true", help="only say what would be done")
    collect.set_defaults(run=_collect)

    for command in (
        seed,
        grade,
        gradescope,
        selftest,
        lint,
        words,
        record,
        notebooks,
        release,
        collect,
    ):
        command.add_argument(
            "--course", type=Path, metavar="DIR", help="the course (default: here or above)"
        )
    return parser


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return number


def _check(arguments: argparse.Namespace) -> int:
    from autograder.commands.check import run

    return run(arguments.stages, arguments.language, watch=arguments.watch)


def _explain(arguments: argparse.Namespace) -> int:
    from autograder.commands.explain import run

    return run(arguments.course, arguments.object, arguments.sizes)


def _grade(arguments: argparse.Namespace) -> int:
    from autograder.commands.grade import run
    from autograder.commands.gradebook import Wanted

    return run(
        arguments.course,
        arguments.paths,
        json=arguments.json,
        html=arguments.html,
        jobs=arguments.jobs,
        isolation=arguments.isolation,
        seed=arguments.seed,
        details=arguments.details,
        gradebook=Wanted(arguments.gradebook, arguments.dry_run, arguments.force),
        github=arguments.github_classroom,
        language=arguments.language,
        on=arguments.on,
        cache=arguments.cache,
        fresh=arguments.fresh,
        stages=arguments.stage,
    )


def _selftest(arguments: argparse.Namespace) -> int:
    from autograder.commands.selftest import run

    return run(
        arguments.course,
        arguments.stages,
        submissions=arguments.submissions,
        json=arguments.json,
        jobs=arguments.jobs,
    )


def _new(arguments: argparse.Namespace) -> int:
    from autograder.commands.new import run

    return run(arguments.folder)


def _lint(arguments: argparse.Namespace) -> int:
    from autograder.commands.lint import run

    return run(arguments.course, arguments.stages)


def _gradescope(arguments: argparse.Namespace) -> int:
    from autograder.commands.gradescope import grade, make

    isolation = arguments.isolation
    if arguments.submission is None:
        return make(arguments.course, arguments.assignment, arguments.out, isolation)
    folders = (arguments.submission, arguments.results)
    return grade(arguments.course, arguments.assignment, *folders, isolation)


def _words(arguments: argparse.Namespace) -> int:
    from autograder.commands.words import run

    return run(arguments.course, arguments.language, arguments.stages)


def _seed(arguments: argparse.Namespace) -> int:
    from autograder.commands.seed import run

    return run(arguments.course, new=arguments.new)


def _doctor(_arguments: argparse.Namespace) -> int:
    from autograder.doctor import run

    return run(sys.stdout)


def _record(arguments: argparse.Namespace) -> int:
    from autograder.commands.generate import record

    return record(arguments.course, only_check=arguments.check)


def _notebooks(arguments: argparse.Namespace) -> int:
    from autograder.commands.generate import notebooks

    return notebooks(arguments.course, only_check=arguments.check)


def _release(arguments: argparse.Namespace) -> int:
    from autograder.commands.release import run

    return run(arguments.course, arguments.stages, arguments.out)


def _collect(arguments: argparse.Namespace) -> int:
    from autograder.commands.collect import Options, run

    options = Options(
        into=arguments.into,
        stage=arguments.stage,
        student=arguments.student,
        students=arguments.students,
        pattern=arguments.pattern,
        force=arguments.force,
        dry_run=arguments.dry_run,
    )
    return run(arguments.course, arguments.sources, options)
