"""New symbols for an unknown value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refute.languages.workflow import syntax
from refute.languages.workflow.states import World
from refute.languages.workflow.types import sort_of
from refute.terms import Term, construct, tuple_of, variable


def fresh(shape: syntax.Type, world: World) -> Iterator[tuple[Term, World]]:
    """New symbols for a value of a basic type.

    A tuple gets one for each part, a declared type those for the fields of each constructor.
    """
    if shape.name == syntax.TUPLE:
        for parts, after in _fresh_parts(shape.arguments, world):
            yield tuple_of(*parts), after
    elif shape.name == "Unit":
        yield tuple_of(), world
    elif shape.constructors:
        for made in shape.constructors:
            for parts, after in _fresh_parts([each.wanted for each in made.fields], world):
                yield construct(sort_of(shape), made.name, *parts), after
    else:
        symbol = variable(f"s{world.symbols}", sort_of(shape))
        yield symbol, replace(world, symbols=world.symbols + 1)


def _fresh_parts(shapes: Sequence[syntax.Type], world: World) -> Iterator[tuple[list[Term], World]]:
    if not shapes:
        yield [], world
        return
    for first, between in fresh(shapes[0], world):
        for rest, after in _fresh_parts(shapes[1:], between):
            yield [first, *rest], after
