"""Laws of verdicts, on the small course and functions called in this process."""

import copy
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.marks import points
from autograder.outcome import Raised, Returned
from autograder.result import Status

FAULTS = (Status.INCORRECT, Status.MISSING)
PIECES = ("W", "Q", "R", "c", "x", "r")
"""The objects of stage factor, each right or with one of the mistakes below."""


def right(value):
    return value


MISTAKES = {
    "right": right,
    "doubled": lambda value: 2 * value,
    "one entry off": lambda value: value + np.eye(1, value.shape[-1])[0],
    "a longer axis": lambda value: np.concatenate([value, value[..., :1]], axis=-1),
    "negative": lambda value: -value,
    "zeros": np.zeros_like,
    "NaN": lambda value: np.full_like(value, np.nan),
    "None": lambda _: None,
}


def solver(**mistakes):
    """A `solve` that makes each object from its own earlier ones, with these mistakes."""

    def solve(A, b, weights=None):
        made = {}

        def put(name, value):
            made[name] = MISTAKES[mistakes.get(name, "right")](value)
            return value if made[name] is None else made[name]

        W = put("W", np.ones((*b.shape, 1)) if weights is None else np.sqrt(weights)[..., None])
        q, r = np.linalg.qr(W * A)
        signs = np.where(np.diagonal(r, axis1=-2, axis2=-1) < 0, -1.0, 1.0)
        Q = put("Q", q * signs[..., None, :])
        turned = np.swapaxes(Q, -1, -2)
        R = put("R", np.triu(turned @ (W * A)))
        c = put("c", (turned @ (W * b[..., None]))[..., 0])
        x = put("x", np.linalg.solve(R, c[..., None])[..., 0])
        put("r", b - (A @ x[..., None])[..., 0])
        return made

    return {"solve": solve}


@pytest.fixture(scope="module")
def factor(references, judge):
    def factor(**mistakes):
        return judge(references["factor"], solver(**mistakes))

    return factor


def statuses(findings):
    return {name: str(finding.status) for name, finding in findings.items()}


def mark(findings, carried=1.0):
    return sum(points(finding, carried) for finding in findings.values())


def ancestors(name, findings):
    found, left = set(), list(findings[name].object.needs)
    while left:
        need = left.pop()
        found.add(need)
        left.extend(findings[need].object.needs)
    return found


def test_all_right(factor):
    assert set(statuses(factor()).values()) == {"correct"}


def choices(*mistakes):
    """For each object, at most one of these mistakes."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(PIECES, st.sampled_from(mistakes)))


CHOICES = choices(*sorted(MISTAKES))
UNDOING = ("doubled", "negative")
"""Mistakes of which one may undo another, so that correcting one alone makes things worse."""

SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@SLOW
@given(CHOICES)
def test_the_first_incorrect_object_has_no_incorrect_ancestor(factor, mistakes):
    findings = factor(**mistakes)
    first = next((name for name, item in findings.items() if item.status in FAULTS), None)
    if first is None:
        assert all(item.status is Status.CORRECT for item in findings.values())
    else:
        assert all(findings[name].status not in FAULTS for name in ancestors(first, findings))


@SLOW
@given(CHOICES)
def test_a_first_mistake_is_found_where_it_was_made(factor, mistakes):
    made = [name for name in PIECES if mistakes.get(name, "right") != "right"]
    findings = factor(**mistakes)
    first = next((name for name, item in findings.items() if item.status in FAULTS), None)
    fails = any(isinstance(item.outcome, Raised) for item in findings.values())
    if made and not fails:
        assert first == made[0]


@SLOW
@given(
    choices(*sorted({*MISTAKES} - {*UNDOING})),
    st.sampled_from(PIECES),
    st.sampled_from([0.0, 0.5, 1.0]),
)
def test_correcting_an_object_never_lowers_the_mark(factor, mistakes, corrected, carried):
    before = mark(factor(**mistakes), carried)
    assert mark(factor(**{**mistakes, corrected: "right"}), carried) >= before


@SLOW
@given(CHOICES)
def test_follows_only_what_is_wrong_upstream(factor, mistakes):
    findings = factor(**mistakes)
    for name, finding in findings.items():
        if finding.status is Status.FOLLOWS and finding.part is None:
            assert finding.upstream
            assert set(finding.upstream) <= ancestors(name, findings)
            assert all(findings[up].status is not Status.CORRECT for up in finding.upstream)


@SLOW
@given(CHOICES)
def test_what_is_wrong_has_a_reason_and_the_same_finding_twice(factor, mistakes):
    one, two = factor(**mistakes), factor(**mistakes)
    assert {n: (f.status, f.cause, f.case) for n, f in one.items()} == {
        n: (f.status, f.cause, f.case) for n, f in two.items()
    }


@pytest.mark.parametrize("mistake", ["doubled", "one entry off", "negative"])
@pytest.mark.parametrize("name", PIECES)
def test_one_mistake_is_one_fault(factor, name, mistake):
    found = {name for name, item in factor(**{name: mistake}).items() if item.status in FAULTS}
    assert found == {name}


@pytest.mark.parametrize(
    ("one", "other"), [("W", "r"), ("W", "c"), ("Q", "x"), ("R", "r"), ("c", "x"), ("R", "c")]
)
def test_two_mistakes_are_two_faults(factor, one, other):
    findings = factor(**{one: "doubled", other: "one entry off"})
    assert [name for name, item in findings.items() if item.status in FAULTS] == [one, other]


def test_a_fault_is_carried_by_what_is_made_from_it(factor):
    assert statuses(factor(c="one entry off")) == {
        "W": "correct", "Q": "correct", "R": "correct", "c": "incorrect", "x": "follows",
        "r": "follows", "stack": "correct",
    }  # fmt: skip


def test_what_is_right_by_itself_is_correct_whatever_stands_upstream(factor):
    # with R and c both doubled, x is the right one after all
    assert statuses(factor(R="doubled", c="doubled")) == {
        "W": "correct", "Q": "correct", "R": "incorrect", "c": "incorrect", "x": "correct",
        "r": "correct", "stack": "correct",
    }  # fmt: skip


@pytest.mark.parametrize("filler", ["zeros", "NaN"])
def test_what_is_filled_in_with_nothing_earns_nothing(factor, filler):
    findings = factor(**dict.fromkeys(PIECES, filler))
    assert mark(findings) == 0
    assert all(item.status is not Status.FOLLOWS for item in findings.values())


@pytest.mark.parametrize("filler", ["zeros", "NaN"])
def test_nothing_upstream_tells_nothing_of_the_step(factor, filler):
    findings = factor(c=filler)
    assert findings["c"].status is Status.INCORRECT
    assert findings["x"].status is Status.NOT_JUDGED


def test_none_on_every_case_is_missing_and_on_some_incorrect(factor, references, judge):
    assert factor(r="None")["r"].status is Status.MISSING
    whole = solver()["solve"]

    def sometimes(A, b, weights=None):
        made = whole(A, b, weights)
        return made if weights is None else {**made, "r": None}

    finding = judge(references["factor"], {"solve": sometimes})["r"]
    assert finding.status is Status.INCORRECT


def test_a_result_of_another_kind_is_the_first_objects_fault(references, judge):
    findings = judge(references["factor"], {"solve": lambda A, b, weights=None: [A, b, weights]})
    assert findings["W"].status is Status.INCORRECT
    assert mark(findings) == 0


def test_exact_zeroes_are_demanded_only_where_something_is_forbidden(references, judge):
    whole = solver()["solve"]

    def nearly(A, b, weights=None):
        made = whole(A, b, weights)
        return {**made, "R": made["R"] + 1e-9}

    finding = judge(references["factor"], {"solve": nearly})["R"]
    assert (finding.status, finding.difference.kind) == (Status.INCORRECT, "zero")
    assert finding.difference.index == (0, 1, 0)


def test_two_known_mistakes_at_one_place_are_named_together(references, judge):
    basis = right_basis()

    def column_norms(A):
        return (A * A).sum(axis=1)

    findings = judge(references["basis"], {**basis, "column_norms": column_norms})
    assert findings["norms"].cause == "along_rows+root_missing"


# --- functions that call each other


def right_basis():
    def design_matrix(t, degree):
        return np.vander(t.astype(float), degree + 1, increasing=True)

    def column_norms(A):
        return np.linalg.norm(A, axis=0)

    def parameter_count(degree):
        return degree + 1

    def sizes(m, degree):
        n = degree + 1
        return {"A": (m, n), "Q": (m, n), "R": (n, n), "x": (n,)}

    return {
        "design_matrix": design_matrix,
        "parameter_count": parameter_count,
        "sizes": sizes,
        "check_data": refuses("b"),
        **calling(column_norms),
    }


def calling(norms):
    """A unit_columns made by the student's own column_norms."""

    def unit_columns(A):
        lengths = norms(A)
        return A / np.where(lengths == 0, 1, lengths)

    return {"column_norms": norms, "unit_columns": unit_columns}


def refuses(word, kind=ValueError):
    """A check_data that refuses a b that does not fit with this word and exception."""

    def check_data(A, b):
        if A.ndim != 2 or len(A) < A.shape[1]:
            raise kind("A does not fit")
        if b.shape != A.shape[:1]:
            raise kind(f"{word} does not fit")

    return check_data


@pytest.fixture(scope="module")
def basis(references, judge):
    def basis(**functions):
        return judge(references["basis"], {**right_basis(), **functions})

    return basis


def test_the_right_functions(basis):
    assert set(statuses(basis()).values()) == {"correct"}


def test_a_fault_is_carried_through_a_function(basis):
    findings = basis(**calling(lambda A: (A * A).sum(axis=0)))
    assert findings["norms"].cause == "root_missing"
    assert (findings["unit"].status, findings["unit"].upstream) == (
        Status.FOLLOWS,
        ("column_norms",),
    )


def test_an_own_fault_on_top_of_a_carried_one(basis):
    norms = lambda A: (A * A).sum(axis=0)  # noqa: E731 - one function, twice
    findings = basis(column_norms=norms, unit_columns=lambda A: A * norms(A))
    assert [findings[name].cause for name in ("norms", "unit")] == ["root_missing", "multiplied"]


@pytest.mark.parametrize("value", [0.0, 2.0], ids=["zeros", "all alike"])
def test_a_function_that_gives_nothing_tells_nothing(basis, value):
    findings = basis(**calling(lambda A: np.full(A.shape[1], value)))
    assert findings["unit"].status is Status.NOT_JUDGED


def test_what_needs_a_missing_function_waits_for_it(basis):
    def column_norms(A):
        raise NotImplementedError

    findings = basis(**calling(column_norms))
    assert findings["norms"].status is Status.MISSING
    assert findings["unit"].status is not Status.FOLLOWS


# --- exceptions


def raising(*groups, error=ValueError, base=None):
    """A solve that raises on cases whose B and m are (equal, different, empty) as named."""
    whole = (base or solver())["solve"]

    def solve(A, b, weights=None):
        B, m = b.shape
        kind = {0: "empty", 1: "one", m: "square"}.get(B, "main")
        if kind in groups:
            raise error("no")
        return whole(A, b, weights)

    return {"solve": solve}


def test_raising_on_every_case_is_the_first_objects_fault(references, judge):
    findings = judge(references["factor"], raising("empty", "one", "square", "main"))
    assert findings["W"].cause == "exception"
    assert {item.status for name, item in findings.items() if name != "W"} == {Status.NOT_JUDGED}


def test_raising_on_main_cases_where_nothing_returned_is_wrong(references, judge):
    findings = judge(references["factor"], raising("main"))
    assert findings["W"].cause == "exception"
    assert all(findings[name].status is Status.NOT_JUDGED for name in PIECES[1:])


def test_square_cases_stand_in_where_main_cases_raise(references, judge):
    base = solver(c="doubled")
    findings = judge(references["factor"], raising("main", base=base))
    assert statuses(findings)["c"] == "incorrect"
    assert findings["W"].status is Status.CORRECT
    assert findings["x"].status is Status.FOLLOWS


@pytest.mark.parametrize("group", ["empty", "one", "square"])
def test_raising_only_on_other_sizes_is_the_company_objects_fault(references, judge, group):
    findings = judge(references["factor"], raising(group))
    assert [name for name, item in findings.items() if item.status in FAULTS] == ["stack"]
    assert findings["stack"].cause == "exception"


def test_raising_on_other_sizes_and_on_main_ones_is_no_fault_of_company(references, judge):
    def solve(A, b, weights=None):
        made = solver()["solve"](A, b, weights)
        W = made["W"]
        return {**made, "c": (made["Q"] @ (W * b[..., None]))[..., 0]}  # runs for m = n alone

    findings = judge(references["factor"], {"solve": solve})
    assert findings["c"].status is Status.INCORRECT
    assert findings["stack"].status is not Status.INCORRECT


def test_not_filled_in_on_every_case_is_missing_and_on_some_incorrect(references, judge):
    every = judge(
        references["factor"], raising("empty", "one", "square", "main", error=NotImplementedError)
    )
    assert {item.status for item in every.values()} == {Status.MISSING}
    some = judge(references["factor"], raising("main", error=NotImplementedError))
    assert some["W"].status is Status.INCORRECT


def test_a_refusal_that_is_due_is_right(basis):
    assert basis()["data_check"].status is Status.CORRECT


@pytest.mark.parametrize(
    "check_data",
    [
        pytest.param(refuses("rows"), id="another word"),
        pytest.param(refuses("b", TypeError), id="another type"),
        pytest.param(lambda *_: None, id="never"),
    ],
)
def test_another_refusal_is_wrong(basis, check_data):
    assert basis(check_data=check_data)["data_check"].status is Status.INCORRECT


# --- company


def test_mixing_items_that_is_an_earlier_fault_follows(references, judge):
    def solve(A, b, weights=None):
        made = solver()["solve"](A, b, weights)
        if len(A):
            made["x"] = made["x"] + b.sum()
            made["r"] = b - (A @ made["x"][..., None])[..., 0]
        return made

    findings = judge(references["factor"], {"solve": solve})
    assert statuses(findings) == {
        "W": "correct", "Q": "correct", "R": "correct", "c": "correct", "x": "incorrect",
        "r": "follows", "stack": "follows",
    }  # fmt: skip


def test_a_dependence_on_company_that_no_single_case_shows(references, judge):
    (call,) = references["factor"].stage.calls
    known = {case.args[0].tobytes() for case in references["factor"].cases(call)}

    def solve(A, b, weights=None):
        made = solver()["solve"](A, b, weights)
        return {**made, "r": made["r"] + (A.tobytes() not in known)}

    findings = judge(references["factor"], {"solve": solve})
    assert [name for name, item in findings.items() if item.status in FAULTS] == ["stack"]
    assert findings["stack"].part == "r"


# --- what is seen besides values


def again(function, spoil, **facts):
    """A change of the runs: the first case of `function`, called again, gives another result."""

    def change(run):
        if run.call.function != function:
            return run
        value = spoil(copy.deepcopy(run.outcomes[0].value))
        return replace(run, repeated={0: Returned(value)}, unstable=(0,), **facts)

    return change


@pytest.mark.parametrize(("random", "cause"), [(False, "keeps_state"), (True, "not_repeatable")])
def test_an_unstable_result(references, judge, random, cause):
    change = again("column_norms", lambda norms: 2 * norms, random=random)
    norms = judge(references["basis"], right_basis(), change)["norms"]
    assert (norms.status, norms.cause) == (Status.INCORRECT, cause)


def test_an_unstable_result_of_a_call_with_company_belongs_to_it(references, judge):
    change = again("solve", lambda made: {**made, "x": made["x"] + 1})
    findings = judge(references["factor"], solver(), change)
    assert [name for name, item in findings.items() if item.status in FAULTS] == ["stack"]
    assert (findings["stack"].cause, findings["stack"].part) == ("keeps_state", "x")


def test_a_changed_argument_is_the_first_objects_fault(references, judge):
    whole = solver()["solve"]

    def solve(A, b, weights=None):
        made = whole(A, b, weights)
        b *= 2
        return made

    findings = judge(references["factor"], {"solve": solve})
    assert [name for name, item in findings.items() if item.status in FAULTS] == ["W"]
    assert (findings["W"].cause, findings["W"].difference.kind) == ("changes_input", "value")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda A: A.sort(axis=0), id="sorted"),
        pytest.param(lambda A: A.__setitem__((0, 0), np.nan), id="NaN written"),
        pytest.param(lambda A: A.resize((1, 1), refcheck=False), id="resized"),
    ],
)
def test_every_way_to_change_an_argument(references, judge, change):
    def column_norms(A):
        made = np.linalg.norm(A, axis=0)
        if A.dtype.kind == "f":
            change(A)
        return made

    findings = judge(references["basis"], {**right_basis(), "column_norms": column_norms})
    assert findings["norms"].cause == "changes_input"


def test_a_changed_argument_goes_before_an_exception_elsewhere(references, judge):
    """`A /= 2` writes into floats and refuses integers: one slip, the writing."""

    def column_norms(A):
        if A.shape[0] == 3:
            raise TypeError("cannot cast")
        made = np.linalg.norm(A, axis=0)
        A /= 2
        return made

    norms = judge(references["basis"], {**right_basis(), "column_norms": column_norms})["norms"]
    assert (norms.status, norms.cause) == (Status.INCORRECT, "changes_input")


def test_what_an_earlier_function_writes_is_carried_forward(references, judge):
    """`unit` divides A by its norms, and A is what `column_norms` has left of it."""

    def column_norms(A):
        made = np.linalg.norm(A, axis=0)
        if A.dtype.kind == "f":
            A -= A.mean()
        return made

    def unit_columns(A):
        return A / np.where((lengths := column_norms(A)) == 0, 1, lengths)

    functions = {**right_basis(), "column_norms": column_norms, "unit_columns": unit_columns}
    findings = judge(references["basis"], functions)
    assert statuses(findings)["norms"] == "incorrect"
    assert statuses(findings)["unit"] == "follows"


def test_what_the_right_step_leaves_undefined_is_no_fault(references, judge):
    """A NaN in c makes x NaN; whoever returns something else there has done nothing wrong."""

    def spoilt(**mistakes):
        whole = solver(**mistakes)["solve"]

        def solve(A, b, weights=None):
            made = whole(A, b, weights)
            if weights is not None:
                made["c"][0] = np.nan
                made["x"][0] = 0
                made["r"] = b - (A @ made["x"][..., None])[..., 0]
            return made

        return statuses(judge(references["factor"], {"solve": solve}))

    found = spoilt()
    assert (found["c"], found["x"], found["r"]) == ("incorrect", "follows", "follows")
    assert spoilt(x="doubled")["x"] == "incorrect"


def test_a_later_fault_is_shown_where_nothing_before_it_is_wrong(references, judge):
    whole = solver(c="doubled")["solve"]

    def solve(A, b, weights=None):
        made = whole(A, b, weights)
        return made if weights is not None else {**made, "W": 3 * made["W"]}

    findings = judge(references["factor"], {"solve": solve})
    assert [name for name, item in findings.items() if item.status in FAULTS] == ["W", "c"]
    with_weights = [case.name for case in cases_of(references["factor"]) if has_weights(case)]
    assert findings["W"].case not in with_weights
    assert findings["c"].case in with_weights


def cases_of(reference):
    return reference.cases(reference.stage.calls[0])


def has_weights(case):
    return len(case.args) > 2 or case.kwargs.get("weights") is not None


# --- marks by share


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ([None, "Q", "R", "R", "x", "x", None], 1.0),
        ([None, None, None, None, None, None, None], 0.0),
        (["R"] * 7, 0.0),
        (["Q"] * 7, 0.0),
        ([None, "Q", None, None, None, None, None], 0.2),
        ([None, "Q", "R", "R", None, None, None], 0.6),
        ([None, "Q", "R", "R", "x", "x", "Q"], 0.8),
        ([True, 1.0, "r", ("Q",), 0, "", "None"], 0.0),
    ],
    ids=str,
)
def test_share_of_answers_above_the_best_constant_one(references, judge, answers, share):
    left = iter(answers)
    functions = {
        "jacobian": lambda *_: np.zeros((5, 2)),
        "gauss_newton": lambda *_: np.zeros(2),
        "first_wrong": lambda *_: next(left),
    }
    finding = judge(references["fitting"], functions)["verdict"]
    earned = 1.0 if finding.status is Status.CORRECT else finding.share
    assert earned == pytest.approx(share)
