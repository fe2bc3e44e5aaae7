"""What follows from a student's own values: functions, wrong shapes, other ways of writing."""

import textwrap

import numpy as np
import pytest

from autograder.course_file import read_course
from autograder.reference import Reference

FILES = {
    "course.yml": """\
        course: Tables
        version: "1.0"
        stages:
          tables:
            title: Tables
            calls:
              - call: centre(X)
                objects: {centre: {points: 1, hint: "The mean."}}
              - call: table(X, Z, ends=None)
                returns: mapping
                otherwise: alone
                objects:
                  C: {points: 1, hint: "The rows.", needs: [centre]}
                  V: {points: 1, hint: "The columns."}
                  G: {points: 1, hint: "The products.", needs: [C]}
                  M: {points: 1, hint: "The ends.", check: [broadcast]}
                  P: {points: 1, hint: "The sum.", needs: [G, M]}
                  H: {points: 1, hint: "The rows read.", needs: [P, V]}
                  alone: {points: 1, hint: "One item.", check: [company]}
        """,
    "solutions/tables/reference.py": """\
        import numpy as np

        def centre(X):
            return X - X.mean(axis=2, keepdims=True)

        def C(X, centre):
            return centre(X)

        def V(Z):
            return 2 * Z

        def G(C, Z):
            return C @ np.swapaxes(Z, 1, 2)

        def M(X, Z, ends):
            places = np.arange(Z.shape[1])
            full = np.zeros((*X.shape[:2], len(places)))
            return full if ends is None else full - 9 * (places >= ends[:, None, None])

        def P(G, M):
            return G + M

        def H(P, V):
            return P @ V
        """,
    "solutions/tables/cases.py": """\
        import numpy as np
        from autograder.authoring import Case, Relation

        def centre(rng):
            yield Case("B=2", (rng.integers(-4, 5, (2, 3, 2)) / 2,))
            yield Case("B=3", (rng.integers(-4, 5, (3, 2, 4)) / 2,))

        def table(rng):
            def case(B, T, U, group="main", **kwargs):
                X, Z = (rng.integers(-4, 5, (B, length, 2)) / 2 for length in (T, U))
                return Case(f"B={B}, T={T}, U={U}", (X, Z), kwargs, group)

            first = case(2, 3, 4, ends=np.array([1, 3]))
            yield first
            yield case(2, 4, 3)
            yield case(2, 3, 3, ends=np.array([2, 3]))
            yield case(2, 4, 4)
            yield case(3, 1, 4, "square")
            yield case(3, 3, 3, "square", ends=np.array([2, 1, 0]))
            yield case(1, 3, 4, "other")
            X, Z = first.args
            yield Relation(
                "item 0 alone", first, (X[:1], Z[:1]), {"ends": np.array([1])}, lambda _, v: v[:1]
            )
        """,
    "solutions/tables/misconceptions.py": """\
        from autograder.authoring import misconception

        @misconception("H", says="H is P twice.", look="The product.")
        def halved(P, V):
            return P @ V / 2

        @misconception("P", says="M is missing.", look="The sum.")
        def mask_missing(G, M):
            return G

        @misconception("G", says="The sign is wrong.", look="The product.")
        def negative(C, Z):
            return -C @ Z.swapaxes(1, 2)
        """,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    root = tmp_path_factory.mktemp("tables")
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    course = read_course(root / "course.yml")
    return Reference(course, course.stages["tables"], seed=1)


def centre(X):
    return X - X.mean(axis=2, keepdims=True)


def written(centre=centre, rows=None, columns=None, read=np.matmul):
    """The functions of a file: how rows and columns are made, and how P reads V."""

    def table(X, Z, ends=None):
        C = centre(X) if rows is None else rows(X, Z)
        V = 2 * Z if columns is None else columns(X, Z)
        G = C @ Z.swapaxes(1, 2)
        M = np.zeros((1, 1, 1))
        if ends is not None:
            M = np.where(np.arange(Z.shape[1]) < ends[:, None, None], 0.0, -9.0)
        P = G + M
        return {"C": C, "V": V, "G": G, "M": M, "P": P, "H": read(P, V)}

    return {"centre": centre, "table": table}


def statuses(findings):
    return {name: str(found.status) for name, found in findings.items()}


RIGHT = dict.fromkeys(("centre", "C", "V", "G", "M", "P", "H", "alone"), "correct")
FOLLOWS = dict.fromkeys(("C", "G", "P", "H"), "follows")


def test_all_right(tables, judge):
    assert statuses(judge(tables, written())) == RIGHT


def test_other_sizes_are_made_with_the_students_own_function_too(tables, judge):
    by_half = written(lambda X: X - X.mean(axis=2, keepdims=True) / 2)
    due = {**RIGHT, **FOLLOWS, "centre": "incorrect"}
    assert statuses(judge(tables, by_half)) == due


def test_what_may_broadcast_is_tried_as_it_was_handed_back(tables, judge):
    one_row_more = written(rows=lambda X, _: np.concatenate([centre(X), X[:, :1]], axis=1))
    due = {**RIGHT, **FOLLOWS, "C": "incorrect", "alone": "correct"}
    assert statuses(judge(tables, one_row_more)) == due


def einsum(P, V):
    return np.einsum("bij,bjd->bid", P, V)


@pytest.mark.parametrize("read", [np.matmul, einsum])
def test_a_product_that_broadcasts_where_another_refuses_still_follows(tables, judge, read):
    of_the_rows = written(columns=lambda X, _: 2 * X, read=read)
    found = statuses(judge(tables, of_the_rows))
    assert (found["V"], found["H"]) == ("incorrect", "follows")
