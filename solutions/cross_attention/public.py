"""Stage cross_attention: the public examples."""

import numpy as np

from autograder.authoring import Case

ONES = tuple(np.ones((1, 1)) for _ in range(4))

TARGET = np.array(
    [
        [[1.0, 0.0, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.5, 1.0, 0.0]],
        [[0.5, -0.5, 0.0, 1.0], [1.0, 1.0, 0.0, -0.5], [0.0, -1.0, 0.5, 0.5]],
    ]
)

SOURCE = np.array(
    [
        [
            [0.5, 1.0, -1.0, 0.0],
            [1.0, -0.5, 0.0, 0.5],
            [0.0, 0.5, 1.0, -1.0],
            [-1.0, 0.0, 0.5, 1.0],
        ],
        [
            [1.0, 0.5, 0.0, -0.5],
            [0.0, 0.0, -1.0, 1.0],
            [-0.5, 1.0, 0.5, 0.0],
            [0.5, -1.0, 1.0, 0.5],
        ],
    ]
)

WEIGHTS = (
    np.array([[1.0, 0.5], [0.0, -1.0], [0.5, 1.0], [-0.5, 0.0]]),
    np.array([[0.5, -1.0], [1.0, 0.0], [-0.5, 0.5], [0.0, 1.0]]),
    np.array([[1.0, 0.0, -1.0], [0.5, 1.0, 0.0], [0.0, -0.5, 1.0], [-1.0, 0.5, 0.5]]),
    np.array([[1.0, 0.5, 0.0, -0.5], [0.0, -1.0, 0.5, 1.0], [-0.5, 0.0, 1.0, 0.5]]),
)


def cross_attention():
    """Sources longer and shorter than the target, padding, sizes that coincide, the smallest."""

    def case(name, target, source, weights=WEIGHTS, lengths=None, group="main"):
        """The case, with lengths where there are any."""
        kwargs = {} if lengths is None else {"source_lengths": np.array(lengths)}
        return Case(name, (target, source, *weights), kwargs, group=group)

    more_targets = np.concatenate([TARGET, -TARGET[:, :2]], axis=1)
    five = (np.concatenate([x, -x, x[:1]])[:, ::-1].copy() for x in (TARGET, SOURCE))
    targets, sources = five
    yield case("B=2, T_target=3, T_source=4", TARGET, SOURCE)
    yield case("B=2, T_target=5, T_source=4", more_targets, SOURCE)
    yield case(
        "B=2, T_target=3, T_source=4, source_lengths=[2, 4]", TARGET, SOURCE, WEIGHTS, [2, 4]
    )
    yield case(
        "B=2, T_target=5, T_source=4, source_lengths=[3, 0]", more_targets, SOURCE, WEIGHTS, [3, 0]
    )
    yield case(
        "B=5, T_target=3, T_source=4, source_lengths=[1, 4, 2, 0, 3]",
        targets,
        sources,
        WEIGHTS,
        [1, 4, 2, 0, 3],
    )
    yield case("B=2, T_target=3, T_source=4, tokens 100 times larger", 100 * TARGET, 100 * SOURCE)
    yield case(
        "B=2, T_target = T_source = 4, source_lengths=[4, 1]",
        more_targets[:, :4],
        SOURCE,
        WEIGHTS,
        [4, 1],
    )
    yield case(
        "B = T_source = 2, T_target=1, all widths 1, source_lengths=[2, 1]",
        np.array([[[1.0]], [[2.0]]]),
        np.array([[[0.0], [2.0]], [[3.0], [9.0]]]),
        ONES,
        [2, 1],
        "square",
    )
    yield case(
        "B = T_target = 3, T_source=4, source_lengths=[4, 1, 2]",
        targets[:3],
        sources[:3],
        WEIGHTS,
        [4, 1, 2],
        "square",
    )
    yield case("B=1, T_target=3, T_source=4", TARGET[:1], SOURCE[:1], group="other")
    yield case(
        "B=3, T_target=3, T_source=1, source_lengths=[1, 0, 1]",
        targets[:3],
        sources[:3, :1].copy(),
        WEIGHTS,
        [1, 0, 1],
        "other",
    )
    yield case("B=0, T_target=3, T_source=4", TARGET[:0], SOURCE[:0], group="other")
