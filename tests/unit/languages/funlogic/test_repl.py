"""`refute repl`: definitions and queries, one entry at a time."""

import pytest

from asking import entered, talk_about
from refute.diagnostics import InputError
from refute.languages.language import Conversation
from refute.report.outcome import Lines, Table
from refute.source import Source


def conversation(text: str = "") -> Conversation:
    return talk_about(Source("start.fl", text))


def said(talk: Conversation, entry: str) -> str:
    """What the answer to an entry says, on one line."""
    report = entered(talk, entry)
    parts = []
    for outcome in report.outcomes:
        parts.append(outcome.summary)
        for block in outcome.blocks:
            if isinstance(block, Lines):
                parts.extend(block.lines)
            elif isinstance(block, Table):
                parts.extend(", ".join(row) for row in block.rows)
    return " | ".join([*parts, *(each.code for each in report.diagnostics)])


def values(talk: Conversation, entry: str) -> list[str]:
    return said(talk, entry).split(" | ")[1:]


def codes(talk: Conversation, entry: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        entered(talk, entry)
    return [each.code for each in caught.value.diagnostics]


def test_an_expression_is_evaluated() -> None:
    assert values(conversation(), "1 + 2") == ["3"]
    assert values(conversation(), "solve x where x + 1 == 3") == ["2"]


def test_a_definition_is_kept() -> None:
    talk = conversation()
    assert said(talk, "double x = x + x") == "double : Int -> Int"
    assert values(talk, "double 4") == ["8"]


ENTRIES = {
    "an equation right after extends its function": (
        ("f 0 = 1", "f n = n * f (n - 1)", "f 5"),
        "120",
    ),
    "an equation with the same parameters starts anew": (("f x = 1", "f x = 2", "f 0"), "2"),
    "a value is redefined": (("x = 1", "y = x + 1", "x = 10", "y"), "11"),
    "a data type is redefined": (
        ("data T = A | B", "data T = A | B | C", "solve x where x /= A and x /= B"),
        "C",
    ),
}


@pytest.mark.parametrize(("entries", "value"), ENTRIES.values(), ids=ENTRIES.keys())
def test_what_is_entered_is_known_afterwards(entries: tuple[str, ...], value: str) -> None:
    talk = conversation()
    for each in entries[:-1]:
        entered(talk, each)
    assert values(talk, entries[-1]) == [value]


def test_an_equation_after_something_else_starts_anew() -> None:
    talk = conversation()
    entered(talk, "f 0 = 1")
    entered(talk, "f 0")
    entered(talk, "f 1 = 2")
    assert values(talk, "f 1") == ["2"]
    assert said(talk, "f 0").endswith("FL030")


def test_several_equations_in_one_entry() -> None:
    talk = conversation()
    assert said(talk, "f [] = 0\nf (_ : xs) = 1 + f xs") == "f : [a] -> Int"
    assert values(talk, "f [7, 8]") == ["2"]


def test_a_file_is_where_it_starts() -> None:
    talk = conversation("f x = x + 1\nf 1\nproperty p(x) = f x > x\n")
    assert values(talk, "f 41") == ["42"]


def test_a_property_is_checked_at_once() -> None:
    talk = conversation()
    assert "counterexample" in said(talk, "property p(x) = x > 0")
    assert "holds" in said(talk, "property q(x) = x == x")
    assert "holds" in said(talk, "property p(x) = x * 0 == 0")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1", "1 : Int"),
        ("\\x -> x", "\\x -> x : a -> a"),
        ("f", "f : Int -> [Int]"),
        ("(f 1, True)", "(f 1, True) : ([Int], Bool)"),
    ],
)
def test_the_type_of_an_expression(expression: str, expected: str) -> None:
    assert said(conversation("f x = [x + 1]"), f":type {expression}") == expected


def test_asking_for_a_type_defines_nothing() -> None:
    talk = conversation()
    entered(talk, ":type 1 + 1")
    assert codes(talk, "it'") == ["FL010"]
    assert codes(talk, ":type g") == ["FL010"]
    assert codes(talk, ":type") == ["FL032"]


@pytest.mark.parametrize(
    "entry", ["f x = y", "f x = x +", "f x = 1 == True", "f = )", "data T = U V"]
)
def test_an_error_keeps_the_old_definitions(entry: str) -> None:
    talk = conversation("f x = x + 1")
    assert codes(talk, entry)
    assert values(talk, "f 1") == ["2"]


def test_an_error_in_the_second_of_two_definitions_keeps_neither() -> None:
    talk = conversation("f x = 1")
    assert codes(talk, "f x = 2\ng x = nothing") == ["FL010"]
    assert values(talk, "f 0") == ["1"]


def test_redefining_must_not_break_what_is_there() -> None:
    talk = conversation("f x = x + 1\ng = f 1")
    assert codes(talk, "f x = not x") == ["FL020"]
    assert values(talk, "g") == ["2"]


@pytest.mark.parametrize(
    "text",
    ["f x =", "(1", "[1,", "case x of", "let x = 1", "let x = 1 in", "1 +", "if a then 1", "\\x ->",
     "solve x where", "data T =", "case x of\n  A ->", "f x = case x of\n  A -> 1\n  B ->"],
)  # fmt: skip
def test_an_unfinished_entry_wants_more(text: str) -> None:
    assert conversation().wants_more(text)


@pytest.mark.parametrize(
    "text", ["1", "f x = x", ")", "1 )", ":type (", "f x =\n\n", "f x =\n   ", "(1\n\n", "", "  "]
)
def test_an_entry_that_is_whole_or_hopeless_wants_no_more(text: str) -> None:
    assert not conversation().wants_more(text)


def test_completion_knows_the_words_and_the_names() -> None:
    talk = conversation("append x y = x\ndata T = Apple")
    assert {"append", "Apple", "case", "solve", ":type"} <= set(talk.names())
    entered(talk, "banana = 1")
    assert "banana" in set(talk.names())


def test_deep_nesting_is_an_error_of_the_input() -> None:
    deep = "(" * 3_000 + "1" + ")" * 3_000
    talk = conversation("f x = x")
    assert not talk.wants_more(deep)
    assert codes(talk, deep) == ["FL004"]
    assert codes(talk, f":type {deep}") == ["FL004"]
    assert values(talk, "f 1") == ["1"]


def test_the_next_answers_come_when_they_are_asked_for() -> None:
    talk = conversation()
    assert codes(talk, ":next") == ["FL032"]
    entered(talk, ":set limit 2")
    assert values(talk, "1 ? 2 ? 3 ? 4") == ["1", "2"]
    entered(talk, ":set limit 1")
    assert values(talk, ":next") == ["3"]
    assert values(talk, ":next") == ["4"]
    assert said(talk, ":next") == "no more values; the search is complete"


def test_the_next_answer_and_the_queries_of_the_file_are_offered() -> None:
    text = "coin = 0 ? 1\n\ncoin\n\nsolve x where x ==\n  coin\n"
    talk = talk_about(Source("start.fl", text), limit=1)

    def offered() -> dict[str, str]:
        return {each.label: each.entry for each in talk.offers()}

    assert [*offered()] == ["coin", "solve x where x == coin"]
    assert values(talk, offered()["solve x where x == coin"]) == ["0"]
    assert values(talk, offered()["Next answer"]) == ["1"]
    entered(talk, ":next")
    assert "Next answer" not in offered()
