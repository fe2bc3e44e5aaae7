"""People of a term: the instructor and students, each with a home, students with an account.

As root, on Linux, a student's commands run under another user id whose name only they see
(`/etc/passwd` with one line more, in a mount namespace of their own); elsewhere under the caller's
id, with another home and working folder, and `--student` tells nbgrader who they are.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_UID = 60_001
QUICK = Path(__file__).parent / "quick"
"""What commands find first when they import: they start in a third of the time."""

_KNOWING = 'mount --bind "$1" /etc/passwd && shift && exec "$@"'
# Student code may have to reach a Python that lies in root's home: read it, no more.
_FORMS = (
    ["--inh-caps=-all", "--bounding-set=-all"],
    [
        "--inh-caps=-all,+dac_read_search",
        "--ambient-caps=-all,+dac_read_search",
        "--bounding-set=-all,+dac_read_search",
    ],
)


class Person:
    """Someone with a home who runs nbgrader.

    Args:
        name: their account.
        home: their home and working folder.
        exchange: the exchange's folder.
        prefix: what stands before a command so that it runs as them.
    """

    def __init__(self, name, home, exchange, prefix=()):
        self.name = name
        self.home = home
        self.exchange = exchange
        self.prefix = list(prefix)

    @property
    def has_account(self):
        return bool(self.prefix)

    def run(self, *command, status=0, folder=None, timeout=100):
        """What a command writes, after its exit status was compared."""
        env = {
            "HOME": str(self.home),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": str(QUICK),
            "NBGRADER_EXCHANGE": str(self.exchange),
            "LANG": "C.UTF-8",
        }
        done = subprocess.run(
            [*self.prefix, *map(str, command)],
            cwd=folder or self.home,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
            check=False,
        )
        expected = (status,) if isinstance(status, int) else status
        assert done.returncode in expected, done.stdout
        return done.stdout

    def python(self, module, *arguments):
        """What a module of Python writes that ends with 0 or 1."""
        return self.run(sys.executable, "-m", module, *arguments, status=(0, 1))

    def nbgrader(self, *arguments, **options):
        return self.run(sys.executable, "-m", "nbgrader", *arguments, **options)

    def autograder(self, *arguments, **options):
        return self.run(sys.executable, "-m", "autograder", *arguments, **options)


def student(name, number, folder, exchange):
    """A student with a home and, where that can be had, an account; before the team is made."""
    home = folder / name
    home.mkdir()
    (home / ".jupyter").mkdir()
    (home / ".jupyter" / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        'c.CourseDirectory.course_id = "course"\n'
        f'c.Exchange.root = "{exchange}"\n'
    )
    form = _form()
    if form is None:
        return Person(name, home, exchange)
    uid = FIRST_UID + number
    for path in (home, *home.rglob("*")):
        os.chown(path, uid, uid)
    passwd = folder / "passwd"
    if not passwd.exists():
        shutil.copyfile("/etc/passwd", passwd)
    with passwd.open("a") as file:
        file.write(f"{name}:x:{uid}:{uid}::{home}:/bin/sh\n")
    return Person(name, home, exchange, [*_knowing(passwd), *_as(uid, form)])


def _knowing(passwd):
    """What makes a command know the accounts of that file, and nobody else's command."""
    return ["unshare", "--mount", "sh", "-c", _KNOWING, "sh", str(passwd)]


def _as(uid, form):
    ids = [f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs"]
    return ["setpriv", *ids, *form]


@functools.cache
def _form():
    """The least rights under which a student can run Python here; None: no accounts here."""
    if os.name != "posix" or os.getuid() != 0 or not all(map(shutil.which, ("unshare", "setpriv"))):
        return None
    again = "import subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"
    for form in _FORMS:
        prefix = [*_knowing("/etc/passwd"), *_as(FIRST_UID, form)]
        command = [*prefix, sys.executable, "-c", again]  # as kernels are started
        done = subprocess.run(command, capture_output=True, cwd="/", check=False)
        if done.returncode == 0:
            return form
    return None


def team(folder, exchange):
    """The instructor, at home in a copy of the course."""
    root = folder / "course"
    root.mkdir(mode=0o700)
    for name in ("course.yml", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root)
    for name in ("assignments", "solutions"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    passwd = folder / "passwd"
    return Person("instructor", root, exchange, _knowing(passwd) if passwd.exists() else ())
