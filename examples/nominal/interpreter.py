"""An interpreter for the language of interpreter.apl, which binds variables dynamically: a bug."""

import re
import sys

Value = int | tuple


def parse(tokens):
    """The expression that the tokens begin with."""
    token = tokens.pop(0)
    if token != "(":
        return int(token) if token.lstrip("-").isdecimal() else token
    items = []
    while tokens[0] != ")":
        items.append(parse(tokens))
    tokens.pop(0)
    return items


def evaluate(term, environment):
    """The value of an expression; a function does not remember where it was made."""
    match term:
        case int():
            return term
        case str():
            return environment[term]
        case ["+", left, right]:
            return evaluate(left, environment) + evaluate(right, environment)
        case ["fn", name, body]:
            return ("fn", name, body)
        case [function, argument]:
            _, name, body = evaluate(function, environment)
            return evaluate(body, {**environment, name: evaluate(argument, environment)})


def show(term):
    """An expression or value as the language writes it."""
    if isinstance(term, list | tuple):
        return f"({' '.join(map(show, term))})"
    return str(term)


print(show(evaluate(parse(re.findall(r"[()]|[^\s()]+", sys.stdin.read())), {})))
