"""The process in which a Python function is called: it reads inputs and writes what came of them.

It is run with `-c`, imports nothing of ours, and takes two arguments: `module:function`, and the
table of constructors as JSON. Each line that it reads has the inputs and the outputs that are
allowed; for each it writes a line. Whatever the function prints goes to the error stream.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, type-arg"

import dataclasses
import decimal
import fractions
import importlib
import json
import os
import re
import sys

LONGEST = 200


def main():
    """Say whether the function is there, then call it for each line."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    target, table = sys.argv[1], json.loads(sys.argv[2])
    sys.path.insert(0, os.getcwd())
    try:
        function, constructors = _found(target, table)
    except BaseException as failure:
        _answer(answers, {"missing": _described(failure)})
        return
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        _answer(answers, _called(function, constructors, *json.loads(line)))


def _answer(answers, value):
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def _described(failure):
    text = str(failure)
    return f"{type(failure).__name__}: {text}"[:LONGEST] if text else type(failure).__name__


def _found(target, table):
    name, _, function = target.partition(":")
    module = importlib.import_module(name)
    constructors = {each: eval(text, _Names(module)) for each, (text, _) in table.items()}
    for each, (text, arity) in table.items():
        if arity and not callable(constructors[each]):
            raise TypeError(f"`{each}` has fields, and {text} cannot be called with them")
    return getattr(module, function), constructors


class _Names(dict):
    """The names of a module and, as far as they are asked for, of others."""

    def __init__(self, module):
        super().__init__(vars(module))

    def __missing__(self, name):
        try:
            return importlib.import_module(name)
        except ImportError:
            raise KeyError(name) from None


def _called(function, constructors, inputs, outputs):
    try:
        given = [_python(each, constructors) for each in inputs]
    except Exception as failure:
        return {"missing": _described(failure)}
    try:
        value = function(*given)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as failure:
        return {"raised": _described(failure)}
    try:
        shown = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    except Exception as failure:
        shown = _described(failure)
    fits = any(map(_is_function, constructors.values())) and _is_one_of(
        value, outputs, constructors
    )
    return {"value": _json(value, constructors), "shown": shown[:LONGEST], "fits": fits}


def _is_function(made):
    return callable(made) and not isinstance(made, type)


def _is_one_of(value, outputs, constructors):
    """Whether a value is equal to what an output is in Python: what a function made of a
    constructor cannot be told from other values."""
    try:
        return any(value == _python(each, constructors) for each in outputs)
    except Exception:
        return False


def _python(value, constructors):
    """What the function is given, from JSON."""
    if isinstance(value, list):
        return [_python(each, constructors) for each in value]
    if not isinstance(value, dict):
        return value
    if "decimal" in value:
        return fractions.Fraction(value["decimal"])
    if "tuple" in value:
        return tuple(_python(each, constructors) for each in value["tuple"])
    name, fields = value["constructor"], [_python(each, constructors) for each in value["fields"]]
    if name in constructors:
        return constructors[name](*fields) if fields else _nullary(constructors[name])
    return (name, *fields) if fields else name


def _nullary(made):
    return made() if isinstance(made, type) and not hasattr(made, "__members__") else made


def _json(value, constructors, depth=0):
    """What the function gave, as JSON that says what is a list, a tuple or a constructor."""
    if depth > LONGEST:
        return {"other": True}
    for name, made in constructors.items():
        if isinstance(made, type):
            if type(value) is made:
                fields = [_json(each, constructors, depth + 1) for each in _fields(value)]
                return {"constructor": name, "fields": fields}
        elif type(value) is type(made) and value == made:
            return {"constructor": name, "fields": []}
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, (decimal.Decimal, fractions.Fraction)):
        return {"decimal": str(value)}
    if isinstance(value, list):
        return [_json(each, constructors, depth + 1) for each in value]
    if isinstance(value, tuple):
        return {"tuple": [_json(each, constructors, depth + 1) for each in value]}
    return {"other": True}


def _fields(value):
    """The fields of an object in the order in which its class takes them."""
    if dataclasses.is_dataclass(value):
        return [getattr(value, each.name) for each in dataclasses.fields(value) if each.init]
    if isinstance(value, tuple):
        return list(value)
    names = getattr(type(value), "__match_args__", None)
    return [getattr(value, each) for each in names] if names else list(vars(value).values())


if __name__ == "__main__":
    main()
