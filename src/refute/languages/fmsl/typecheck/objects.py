"""The objects: their structure, whether it is defined completely, and whether it is finite."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher

from refute.frontend.problems import Problems
from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.syntax import Attribute, Component, Object, Operation
from refute.languages.fmsl.typecheck.names import Names, Placed
from refute.languages.fmsl.types import Type
from refute.languages.fmsl.unions import overlap


def resolve(written: syntax.TypeExpression, names: Names, module: str) -> Type:
    """The type of a type expression in a module; an undefined one fits everything."""
    match written:
        case syntax.TypeName(name, owner):
            if name in types.PRIMITIVES and not owner:
                return types.PRIMITIVES[name]
            found = names.find(names.objects, name, module, written.span, owner)
            return types.Named(name) if found else _undefined_object(written, names)
        case syntax.LiteralType(literal):
            return types.Constant(literal.value)
        case syntax.FunctionType(inputs, result):
            return types.Function(
                resolve_parts(inputs, names, module), resolve(result, names, module)
            )
        case syntax.UnfinishedType():
            unfinished(written, names.problems)
            return types.ANY
        case syntax.ListType(element):
            return types.ListOf(resolve(element, names, module))
        case syntax.TupleType(components):
            return types.TupleOf(resolve_parts(components, names, module))
        case syntax.UnionType(alternatives):
            return types.Union(resolve_parts(alternatives, names, module))


def unfinished(node: syntax.Node, problems: Problems) -> None:
    """Note that something is left open."""
    problems.warning("FM033", "this is not finished", node.span)


def _undefined_object(written: syntax.TypeName, names: Names) -> Type:
    """Report an object that does not exist: misspelt, or yet to be defined."""
    known = {*names.objects, *types.PRIMITIVES}
    advice = names.problems.mistakes.advice_for(written.name, known)
    habit = bool(advice) and not advice.startswith("did you mean")
    if habit or written.module or any(_misspelt(written.name, each) for each in known):
        names.problems.unknown("FM010", "object", written.name, written.span, known)
        return types.ANY
    message = f"the object `{written.name}` is not defined yet; its values are left open"
    names.problems.warning("FM030", message, written.span)
    return types.Named(written.name)


def _misspelt(name: str, known: str) -> bool:
    """Whether a name differs from another one in only a letter or two."""
    alike = SequenceMatcher(None, name.lower(), known.lower()).ratio()
    return abs(len(name) - len(known)) <= 1 and alike >= 0.75


def resolve_parts(
    components: tuple[Component, ...], names: Names, module: str
) -> tuple[types.Part, ...]:
    """Components or parameters with their types; each name may occur only once."""
    for each in components:
        if isinstance(each.type, syntax.UnfinishedType):
            unfinished(each.type, names.problems)
    components = finished(components)
    seen: set[str] = set()
    for each in components:
        if each.name and each.name in seen:
            names.problems.error("FM011", f"`{each.name}` is declared twice", each.span)
        seen.add(each.name)
    return tuple(types.Part(each.name, resolve(each.type, names, module)) for each in components)


def finished(components: tuple[Component, ...]) -> tuple[Component, ...]:
    """The components except those left open."""
    return tuple(each for each in components if not isinstance(each.type, syntax.UnfinishedType))


def define(names: Names, used: Collection[str]) -> types.Objects:
    """Define the structure of the objects; reports undefined and infinite ones.

    `used` are the names that stand for values somewhere.
    """
    own: dict[str, Type | None] = {}
    for name, placed in names.objects.items():
        declaration = placed.declaration
        assert isinstance(declaration, Object)
        written = declaration.components
        of = None if written is None else resolve(written, names, placed.module)
        own[name] = None if of == types.ANY else of
    family = {name: tuple(_parents(placed, own, names)) for name, placed in names.objects.items()}
    layouts = {name: _layout(name, own, family, names, ()) for name in own}
    definitions = {name: _whole(name, own, family[name], layouts[name], names) for name in own}
    parents = {name: chosen for name, chosen in family.items() if chosen}
    opaque = {name for name, of in definitions.items() if of is None}
    chosen = {name for of in definitions.values() if of is not None for name in _alternatives(of)}
    for name in _baseless(definitions):
        span = names.objects[name].declaration.span
        message = f"`{name}` is made of itself and of nothing else"
        advice = "define it by integer, real, string, boolean or a list"
        names.problems.error("FM013", message, span, advice=advice)
    constants = frozenset(opaque & (chosen | set(used)))
    objects = types.Objects(definitions, parents, constants, layouts if parents else {})
    _check_places(objects, names)
    return objects


def _parents(placed: Placed, own: Mapping[str, Type | None], names: Names) -> Iterator[str]:
    """The objects that an object extends; an alias stands for its target."""
    declaration = placed.declaration
    assert isinstance(declaration, Object)
    for each in declaration.parents:
        if names.find(names.objects, each.name, placed.module, each.span) is None:
            names.problems.unknown("FM010", "object", each.name, each.span, names.objects)
        else:
            yield _meant(each.name, own)


def _meant(name: str, own: Mapping[str, Type | None]) -> str:
    """The object that a name stands for: the target of an alias, `object A = B;`."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        of = own[name]
        if isinstance(of, types.Named) and of.name in own:
            name = of.name
    return name


def _layout(
    name: str,
    own: Mapping[str, Type | None],
    family: Mapping[str, tuple[str, ...]],
    names: Names,
    heirs: tuple[str, ...],
) -> types.Layout:
    """The inherited components of an object, each once, followed by its own."""
    if name in heirs:
        message = f"`{name}` extends itself"
        names.problems.error("FM013", message, names.objects[name].declaration.span)
        return ()
    inherited = [
        each
        for parent in family[name]
        for each in _layout(parent, own, family, names, (*heirs, name))
    ]
    parts = _parts(own[name])
    return tuple(dict.fromkeys([*inherited, *((name, number) for number in range(len(parts)))]))


def _whole(
    name: str,
    own: Mapping[str, Type | None],
    parents: tuple[str, ...],
    layout: types.Layout,
    names: Names,
) -> Type | None:
    """The structure of an object: its layout, or that of its only source."""
    sources = list(dict.fromkeys(owner for owner, _ in layout))
    if len(sources) < 2:
        return own[sources[0]] if sources and parents else own[name]
    parts = [_parts(own[owner])[number] for owner, number in layout]
    called = [each.name for each in parts if each.name]
    for each in {each for each in called if called.count(each) > 1}:
        message = f"`{name}` has a component `{each}` already, from what it extends"
        names.problems.error("FM011", message, names.objects[name].declaration.span)
    return types.TupleOf(tuple(parts))


def _check_places(objects: types.Objects, names: Names) -> None:
    """Check that the size of a value shows where its components are, whatever heir it is of."""
    for name in objects.parents:
        for parent in objects.ancestors(name):
            for other in objects.kinds(types.Named(parent)):
                if other != name and _is_confused(objects, parent, name, other):
                    message = f"values of `{name}` and `{other}` cannot be told apart"
                    advice = (
                        f"they have as many components, and those of `{parent}` are in other "
                        f"positions: add a component to one of them"
                    )
                    span = names.objects[name].declaration.span
                    names.problems.error("FM016", message, span, advice=advice)
                    return


def _is_confused(objects: types.Objects, parent: str, one: str, other: str) -> bool:
    """Whether two heirs have equally many components, but inherited ones in other positions."""
    shared = objects.layouts[parent]
    layouts = objects.layouts[one], objects.layouts[other]
    if len(layouts[0]) != len(layouts[1]):
        return False
    return any(
        layouts[0].index(each) != layouts[1].index(each)
        for each in shared
        if each in layouts[0] and each in layouts[1]
    )


def confused(objects: types.Objects, of: Type, position: int) -> types.Part | None:
    """An alternative that values of another one fit as well, if that one has no label."""
    match objects.structure(of):
        case types.Union(alternatives) as union:
            chosen, label = alternatives[position], objects.labels(union)[position]
            others = [
                each
                for each, theirs in zip(alternatives, objects.labels(union), strict=True)
                if each is not chosen and not theirs and overlap(objects, each.type, chosen.type)
            ]
            return None if label else next(iter(others), None)
    return None


def _parts(of: Type | None) -> tuple[types.Part, ...]:
    if of is None:
        return ()
    return of.parts if isinstance(of, types.TupleOf) else (types.Part("", of),)


def _alternatives(of: Type) -> Iterator[str]:
    """The objects that are alternatives of a union within a type."""
    match of:
        case types.Union(parts):
            yield from (each.type.name for each in parts if isinstance(each.type, types.Named))
        case types.TupleOf(parts):
            pass
        case types.ListOf(element):
            parts = (types.Part("", element),)
        case _:
            return
    for each in parts:
        yield from _alternatives(each.type)


def _baseless(definitions: Mapping[str, Type | None]) -> list[str]:
    """The objects whose only value is nil, however their parts are chosen."""
    based: set[str] = set()
    before = -1
    while len(based) > before:
        before = len(based)
        based |= {
            name for name, of in definitions.items() if of is None or _based(of, based, definitions)
        }
    return [name for name in definitions if name not in based]


def _based(of: Type, based: set[str], definitions: Mapping[str, Type | None]) -> bool:
    match of:
        case types.Named(name):
            return name in based or name not in definitions
        case types.TupleOf(parts) | types.Union(parts):
            return not parts or any(_based(part.type, based, definitions) for part in parts)
        case _:
            return True


def check_attributes(placed: Placed, names: Names, objects: types.Objects) -> None:
    """Check that attributes and listed operations of an object or operation are defined."""
    declaration = placed.declaration
    assert isinstance(declaration, Object | Operation)
    of = "object" if isinstance(declaration, Object) else "operation"
    for attribute in declaration.attributes:
        _check_attribute(attribute, of, names, placed.module, objects)
    if declaration.ended is not None:
        message = f"`end {declaration.ended.name}` ends `{declaration.name}`"
        advice = f"write `end {declaration.name}` or `end`"
        names.problems.warning("FM034", message, declaration.ended.span, advice)
    if isinstance(declaration, Object):
        if declaration.more_operations is not None:
            unfinished(declaration.more_operations, names.problems)
        for each in declaration.operations:
            if names.find(names.others, each.name, placed.module, each.span) is None:
                _undefined(names.problems, "operation", each)


def _check_attribute(
    attribute: Attribute, of: str, names: Names, module: str, objects: types.Objects
) -> None:
    defined = names.attributes.get(of, {})
    if attribute.name not in defined:
        what = f"{of} attribute"
        builtin = {"components", "operations", "equations", "description"}
        builtin |= {"inputs", "outputs", "precondition", "postcondition"}
        builtin |= {"invariant", "initial", "goal"} if of == "object" else set()
        known = {*defined, *builtin}
        names.problems.unknown("FM014", what, attribute.name, attribute.span, known)
    names.found.use(attribute.name, attribute.span, "attribute")
    kind = defined.get(attribute.name)
    for each in attribute.values:
        if isinstance(each, syntax.Name):
            names.listed(each)
            if each.name not in names.objects and each.name not in names.others:
                _undefined(names.problems, "object or operation", each)
        if kind is not None and kind.type is not None:
            _check_value(each, kind.name, resolve(kind.type, names, module), objects, names)


def _check_value(
    value: syntax.Expression, name: str, wanted: Type, objects: types.Objects, names: Names
) -> None:
    """Check that an attribute has a value of its type; an object may stand for its values."""
    match value:
        case syntax.Name(given):
            of: Type = types.Named(given) if given in names.objects else types.ANY
        case syntax.Integer(number) | syntax.Unary(_, syntax.Integer(number)):
            of = types.primitive(types.Constant(number))
        case syntax.Real() | syntax.Text() | syntax.Boolean():
            of = types.primitive(types.Constant(value.value))
        case _:
            return
    if not objects.fits(of, wanted):
        shown = f"{types.show_type(wanted)}, and this is {types.show_type(of)}"
        names.problems.error("FM020", f"attribute `{name}` must be {shown}", value.span)


def _undefined(problems: Problems, what: str, name: syntax.Name) -> None:
    message = f"the {what} `{name.name}` is listed and not defined"
    problems.warning("FM030", message, name.span)
