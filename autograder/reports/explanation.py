"""What an object is, for a terminal: its facts, its place in the chain, its shape in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.course import Exercise, Object, Stage
from autograder.public import PublicStage
from autograder.reports.layout import arrange
from autograder.reports.terminal import TOGETHER, Terminal
from autograder.sizes import stem, taken
from autograder.words import say


@dataclass(frozen=True)
class Outline:
    """One stage as all may see it.

    Attributes:
        name: its name.
        title: its title.
        objects: in dependency order.
        declarations: of its functions, by name.
        exercises: in order.
    """

    name: str
    title: str
    objects: tuple[Object, ...]
    declarations: dict[str, str]
    exercises: tuple[Exercise, ...]

    @property
    def items(self) -> tuple[Object | Exercise, ...]:
        """Objects, then exercises."""
        return (*self.objects, *self.exercises)

    @staticmethod
    def of_stage(stage: Stage) -> Outline:
        """From a course."""
        declared = {call.function: call.declaration for call in stage.calls}
        return Outline(stage.name, stage.title, stage.objects, declared, stage.exercises)

    @staticmethod
    def of_public(public: PublicStage) -> Outline:
        """From what a student was given."""
        declared = {call["function"]: call["declaration"] for call in public.calls}
        return Outline(public.name, public.title, public.objects, declared, public.exercises)


def list_objects(terminal: Terminal, outlines: Sequence[Outline]) -> None:
    """All objects by stage."""
    for outline in outlines:
        terminal.headline(outline.name, outline.title)
        terminal.flow(((item.name, "") for item in outline.objects), "  ", "  ", gap=2)
        if outline.exercises:
            keys = ", ".join(exercise.key for exercise in outline.exercises)
            terminal.wrapped(say("explain.exercises", names=keys), "  ", "    ")


def tell_exercise(terminal: Terminal, outline: Outline, exercise: Exercise) -> None:
    """What an exercise asks."""
    terminal.headline(f"{outline.name} · {exercise.name}", _points(exercise.points))
    terminal.wrapped(exercise.asks, "  ")
    terminal.wrapped(say("explain.answer"), "  ", "    ")


def tell_object(
    terminal: Terminal,
    outlines: Sequence[Outline],
    outline: Outline,
    item: Object,
    sizes: Mapping[str, int],
    shape: str,
) -> None:
    """One object: facts, place, shape.

    Args:
        terminal: where to.
        outlines: all stages.
        outline: the stage it is told of in.
        item: the object.
        sizes: as given, by name.
        shape: its shape for these sizes.
    """
    terminal.headline(f"{outline.name} · {item.name}", _points(item.points))
    if item.formula:
        terminal.wrapped(item.formula, "  ", "    ")
    for label, text in (
        ("made_by", outline.declarations[item.call]),
        ("shape", _together(item.shape)),
        ("for_you", _for_you(item, sizes, shape)),
        ("checked", "; ".join(say(f"explain.check.{name}") for name in item.check)),
        ("look_at", item.hint),
        ("also_in", ", ".join(_others(outlines, outline, item))),
    ):
        if text:
            terminal.wrapped(f"{say(f'explain.{label}')}: {text}", "  ", "    ")
    _draw(terminal, outline, item)


def _for_you(item: Object, sizes: Mapping[str, int], shape: str) -> str:
    """The shape in numbers, and which sizes went into it."""
    if not sizes or not item.shape:
        return ""
    used = taken(item.shape, sizes)
    sources = {name if name in sizes else stem(name) for name in used}
    idle = [name for name in sizes if name not in sources]
    put_in = ", ".join(f"{name}={size}" for name, size in used.items())
    told = say("explain.same")
    if used:
        told = say("explain.with", shape=_together(shape), sizes=put_in)
    return told + (say("explain.idle", names=", ".join(idle)) if idle else "")


def _together(shape: str) -> str:
    """A shape that is not broken at its commas."""
    return shape.replace(", ", f",{TOGETHER}")


def _others(outlines: Sequence[Outline], here: Outline, item: Object) -> list[str]:
    return [
        outline.name
        for outline in outlines
        if outline is not here and item.name in {other.name for other in outline.objects}
    ]


def _draw(terminal: Terminal, outline: Outline, item: Object) -> None:
    """The object between what it is made from, above, and what is made from it, below."""
    needs = {other.name: other.needs for other in outline.objects}
    edges = arrange(needs, across=1).edges
    above = [parent for parent, child in edges if child == item.name]
    below = [child for parent, child in edges if parent == item.name]
    earlier = [name for name in _upstream(needs, item.name) if name not in above]
    later = [name for name in needs if item.name in _upstream(needs, name) and name not in below]
    if not above and not below:
        terminal.wrapped(say("explain.alone"), "  ", "    ")
        return
    terminal.write("  " + say("explain.chain"))
    if earlier:
        terminal.wrapped(f"({', '.join(earlier)})", "    ")
    for name in above:
        terminal.write(f"    {name}")
    lead = "    └─▶ " if above else "    "
    terminal.write(lead + terminal.paint(item.name, "1"))
    indent = " " * len(lead)
    for k, name in enumerate(below):
        is_last = k == len(below) - 1
        terminal.write(f"{indent}{'└' if is_last else '├'}─▶ {name}")
    if later:
        terminal.wrapped(f"({', '.join(later)})", f"{indent}    ")


def _upstream(needs: Mapping[str, Sequence[str]], name: str) -> list[str]:
    """All that an object is made from, in dependency order."""
    found: set[str] = set()
    waiting = list(needs[name])
    while waiting:
        other = waiting.pop()
        if other in needs and other not in found:
            found.add(other)
            waiting += needs[other]
    return [other for other in needs if other in found]


def _points(points: float) -> str:
    return say("explain.point" if points == 1 else "explain.points", points=f"{points:g}")
