"""Checks examples while every annotation of the hot modules is checked, and says what is wrong.

Run as a program of its own, because the modules must not be imported before. Functions are
instrumented by typeguard; the fields of dataclasses, which it leaves alone, are checked here.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import sys
import warnings
from collections.abc import Callable
from typing import Any, get_type_hints

import typeguard

HOT = (
    "refute.terms",
    "refute.search",
    "refute.languages.workflow",
    "refute.languages.funlogic",
    "refute.languages.fmsl",
)
NOT_UNDERSTOOD = (
    "the return value (None) is not an instance of collections.abc.Iterator",
    "value assigned to world (list)",
)
"""What typeguard says of generators whose annotation is an alias, and of nested unpacking."""

found: set[str] = set()


def note(failure: typeguard.TypeCheckError, memo: typeguard.TypeCheckMemo) -> None:
    """Keep what is wrong, and go on."""
    if not any(each in str(failure) for each in NOT_UNDERSTOOD):
        frame = sys._getframe(2)
        found.add(f"{frame.f_globals.get('__name__')}:{frame.f_lineno}: {failure}")


def checked(made: type[Any], build: Callable[..., None]) -> Callable[..., None]:
    """The constructor of a dataclass, with a look at the fields of what it made."""
    try:
        hints = get_type_hints(made)
    except (NameError, TypeError):
        return build
    wrong: set[str] = set()

    @functools.wraps(build)
    def looked_at(self: Any, *given: Any, **named: Any) -> None:
        build(self, *given, **named)
        for each in dataclasses.fields(self):
            if each.name in hints and hasattr(self, each.name) and each.name not in wrong:
                try:
                    typeguard.check_type(
                        getattr(self, each.name),
                        hints[each.name],
                        typecheck_fail_callback=_raise,
                    )
                except typeguard.TypeCheckError as failure:
                    wrong.add(each.name)
                    found.add(f"{made.__module__}.{made.__qualname__}.{each.name}: {failure}")

    return looked_at


def _raise(failure: typeguard.TypeCheckError, memo: typeguard.TypeCheckMemo) -> None:
    raise failure


def watch_dataclasses() -> None:
    """Look at what the dataclasses of the hot modules are made of."""
    for name, module in list(sys.modules.items()):
        if name.startswith(HOT):
            for made in list(vars(module).values()):
                if not inspect.isclass(made) or made.__module__ != name:
                    continue
                if hasattr(made, "__dataclass_fields__") and "__init__" in vars(made):
                    constructor = vars(made)["__init__"]
                    setattr(made, "__init__", checked(made, constructor))  # noqa: B010


@dataclasses.dataclass(frozen=True)
class Planted:
    """What must be found, so that finding nothing means something."""

    items: frozenset[int]


checked(Planted, Planted.__init__)(object.__new__(Planted), {1})
assert [each for each in found if "frozenset" in each]
found.clear()

typeguard.config.typecheck_fail_callback = note
typeguard.config.forward_ref_policy = typeguard.ForwardRefPolicy.IGNORE
typeguard.config.collection_check_strategy = typeguard.CollectionCheckStrategy.FIRST_ITEM
typeguard.install_import_hook(HOT)
warnings.simplefilter("ignore")

import refute  # noqa: E402 - after the hook
from refute.languages import language  # noqa: E402 - likewise

for name in ("workflow", "funlogic", "fmsl"):
    language(name).load_command("check")
watch_dataclasses()
for file in sys.argv[1:]:
    for _ in refute.open(file).check(effort=0.01, time_limit=2.0):
        pass
print("\n".join(sorted(found)))
