"""What belongs to which stage: certain, or listed with the reason."""

import pytest

from .conftest import ANSWERS, DEMO, FILLED, OTHER, RELEASED, ROOT, STUB, notebook

GIVEN = ("next_token.py", "twins.json")

CELLS = (
    "import numpy as np\nprint('never part of it')\n",
    "%matplotlib inline\nfactor = np.sqrt\ndef swapped(K):\n    return np.swapaxes(K, -1, -2)\n",
    "def raw_scores(Q, K):\n    return Q @ swapped(K)\n",
    "%%time\ndef scaled_scores(Q, K):\n    return raw_scores(Q, K) / factor(Q.shape[-1])\n",
    "scaled_scores(np.ones((2, 2)), np.ones((2, 2)))",
)
MODULE = b"""# Collected from the code cells of the notebook.

# code cell 13
import numpy as np

# code cell 14
factor = np.sqrt
def swapped(K):
    return np.swapaxes(K, -1, -2)

# code cell 15
def raw_scores(Q, K):
    return Q @ swapped(K)

# code cell 16
def scaled_scores(Q, K):
    return raw_scores(Q, K) / factor(Q.shape[-1])
"""
WRITTEN = "%%writefile scores.py\n" + FILLED.decode()

CERTAIN = {
    "a copy's name": ({"scores (2).py": FILLED}, {"scores.py": FILLED}),
    "two marks": ({"scores (1)-2.py": FILLED}, {"scores.py": FILLED}),
    "capitals": ({"Scores.PY": FILLED}, {"scores.py": FILLED}),
    "a mail program's ending": ({"scores.py.txt": FILLED}, {"scores.py": FILLED}),
    "Copy of": ({"Copy of scores.py": FILLED}, {"scores.py": FILLED}),
    "JupyterLab's copy": ({"scores-Copy1.ipynb": RELEASED}, {"scores.ipynb": RELEASED}),
    "twice the same": ({"scores.py": FILLED, "scores (1).py": FILLED}, {"scores.py": FILLED}),
    "the stub beside": ({"scores.py": STUB, "scores (1).py": FILLED}, {"scores.py": FILLED}),
    "the stub, other line ends": (
        {"scores.py": STUB.replace(b"\n", b"\r\n"), "scores-1.py": FILLED},
        {"scores.py": FILLED},
    ),
    "by its functions": ({"solution.py": FILLED}, {"scores.py": FILLED}),
    "a helper beside": ({"scores.py": FILLED, "plots.py": b"x = 1\n"}, {"scores.py": FILLED}),
    "only a notebook": ({"scores.ipynb": RELEASED}, {"scores.ipynb": RELEASED}),
    "a renamed notebook": ({"Untitled.ipynb": RELEASED}, {"scores.ipynb": RELEASED}),
    "answers by their keys": ({"exercises.yaml": ANSWERS}, {"exercises.yml": ANSWERS}),
    "%%writefile": (
        {"scores.ipynb": notebook(WRITTEN)},
        {"scores.ipynb": notebook(WRITTEN), "scores.py": FILLED},
    ),
    "cells": (
        {"scores.ipynb": notebook(*CELLS)},
        {"scores.ipynb": notebook(*CELLS), "scores.py": MODULE},
    ),
    "the stub beside cells": (
        {"scores.ipynb": notebook(*CELLS), "scores.py": STUB},
        {"scores.ipynb": notebook(*CELLS), "scores.py": MODULE},
    ),
    "cells that say the same": (
        {"scores.ipynb": notebook(WRITTEN), "scores.py": FILLED},
        {"scores.ipynb": notebook(WRITTEN), "scores.py": FILLED},
    ),
    "cells in pieces": (
        {"scores.ipynb": notebook("%%writefile scores.py\nA = 1\n", "%%file -a scores.py\nB = 2")},
        {
            "scores.ipynb": notebook(
                "%%writefile scores.py\nA = 1\n", "%%file -a scores.py\nB = 2"
            ),
            "scores.py": b"A = 1\nB = 2",
        },
    ),
    "cells with an error": (
        {"scores.ipynb": notebook("def raw_scores(Q, K):\n    return Q @ (K\n")},
        {
            "scores.ipynb": notebook("def raw_scores(Q, K):\n    return Q @ (K\n"),
            "scores.py": b"# Collected from the code cells of the notebook.\n\n# code cell 13\n"
            b"def raw_scores(Q, K):\n    return Q @ (K\n",
        },
    ),
}


@pytest.mark.parametrize(("files", "wanted"), CERTAIN.values(), ids=CERTAIN.keys())
def test_what_is_certain_is_collected(collecting, files, wanted):
    source = collecting.lay({f"ada/{name}": content for name, content in files.items()})
    collecting.run(source)
    assert collecting.collected() == {f"ada/scores/{n}": content for n, content in wanted.items()}


MASKS = b"def causal_mask(T): ...\ndef padding_mask(lengths, T): ...\n"
DOUBTFUL = {
    "two that differ": (
        {"scores.py": FILLED, "scores (1).py": OTHER},
        "several files may be scores.py, and they differ: scores (1).py, scores.py",
    ),
    "a name like it": ({"my_scores_final.py": b"x = 1"}, "its stage is not certain"),
    "a file and cells": (
        {"scores.py": OTHER, "scores.ipynb": notebook(*CELLS)},
        "scores.py and the cells of scores.ipynb both hold code, and differ",
    ),
    "cells twice": (
        {"scores.ipynb": notebook(*CELLS, CELLS[2].replace("Q @", "2 * Q @"))},
        "raw_scores is defined in several cells (15, 18), differently",
    ),
    "written twice": (
        {"scores.ipynb": notebook(WRITTEN, WRITTEN + "x = 1\n")},
        "2 cells write scores.py, differently",
    ),
    "written and defined": (
        {"scores.ipynb": notebook(WRITTEN, *CELLS)},
        "some cells write scores.py, and others define its functions",
    ),
    "two stages in one": (
        {
            "all.py": FILLED
            + (
                b"def causal_mask(T): ...\ndef padding_mask(n, T): ...\n"
                b"def combine_masks(*m): ...\ndef apply_mask(S, M): ...\n"
            )
        },
        "may belong to several stages: scores, masks",
    ),
    "no code": ({"report.pdf": b"%PDF"}, "no file of a stage; handed in: report.pdf"),
    "nothing": ({"exercises.yml": b"# nothing\n"}, "which stage's answers these are"),
    "too large": ({"scores.py": b"#" * 1_000_001}, "scores.py is larger than 1 MB"),
    "another archive": ({"scores.7z": b"7z"}, "an archive of a kind that is not opened here"),
}


@pytest.mark.parametrize(("files", "said"), DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_what_is_not_certain_is_listed(collecting, files, said):
    source = collecting.lay({f"ada/{name}": content for name, content in files.items()})
    assert said in collecting.run(source, status=1)
    assert collecting.collected() == {}


def test_a_file_for_another_stage_is_listed(collecting):
    said = collecting.run(collecting.lay({"ada/scores.py": FILLED}), "--stage", "masks", status=1)
    assert "named for stage scores, but handed in for masks" in said


def test_files_that_students_were_given_are_not_worth_a_word(collecting):
    own = (DEMO / "ada" / "leak" / "leak.py").read_bytes()
    given = {name: (ROOT / "assignments" / "leak" / name).read_bytes() for name in GIVEN}
    said = collecting.run(
        collecting.lay({f"ada/{n}": c for n, c in {"leak.py": own, **given}.items()})
    )
    assert collecting.collected() == {"ada/leak/leak.py": own}
    assert not any(name in said for name in GIVEN)


def test_what_is_certain_is_taken_beside_what_is_not(collecting):
    files = {"ada/scores.py": FILLED, "ada/causal.py": MASKS, "ben/scores.py": OTHER}
    said = collecting.run(collecting.lay(files), status=1)
    assert "causal.py: its stage is not certain" in said
    assert set(collecting.collected()) == {"ada/scores/scores.py", "ben/scores/scores.py"}


def test_nothing_is_overwritten_unasked(collecting):
    source = collecting.lay({"ada/scores.py": FILLED})
    assert "1 collected" in collecting.run(source)
    assert "1 there already" in collecting.run(source)
    changed = collecting.lay({"ada/scores.py": OTHER}, under="second")
    assert "--force replaces it" in collecting.run(changed, status=1)
    assert collecting.collected() == {"ada/scores/scores.py": FILLED}
    assert "1 replaced" in collecting.run(changed, "--force")
    assert collecting.collected() == {"ada/scores/scores.py": OTHER}


def test_a_dry_run_writes_nothing(collecting):
    said = collecting.run(collecting.lay({"ada/scores.py": FILLED}), "--dry-run")
    assert "1 collected (would go into" in said
    assert not collecting.into.exists()
