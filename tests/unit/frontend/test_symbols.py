"""Symbol tables: every identifier of every example is found, and can be renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from refute.files import read_source
from refute.frontend.symbols import Symbol, Symbols, word
from refute.languages import language as load_language
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.nominal.builtins import SYMBOLS
from refute.source import Source

EXAMPLES = Path(__file__).parents[3] / "examples"
ENDINGS = {
    "console": "ios",
    "fmsl": "fmsl",
    "funlogic": "fl",
    "nominal": "apl",
    "workflow": "top",
}
FILES = [
    (language, path)
    for language, ending in ENDINGS.items()
    for path in sorted(EXAMPLES.joinpath(language).rglob(f"*.{ending}"))
]
SKIPPED = {
    "console": r"#.*",
    "fmsl": r"--.*|\(\*(?:.|\n)*?\*\)|\"(?:\\.|[^\"\\\n])*\"",
    "funlogic": r"--.*|\{-(?:.|\n)*?-\}|\"(?:\\.|[^\"\\\n])*\"|import \w+",
    "nominal": r"%.*|/\*(?:.|\n)*?\*/|\(\*(?:.|\n)*?\*\)|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'])'|#\w+",
    "workflow": r"--.*|\"(?:\\.|[^\"\\\n])*\"",
}
"""What has no identifiers in it; texts of the console language have some between braces."""

KNOWN = {
    "console": "enum given compare read print if else loop while until repeat do exit pass stop "
    "retry unique without among merge all before true false and or not in div mod int nat pos "
    "bool str sum len product max min reverse sort def arguments choose elif end from to for is "
    "real",
    "fmsl": "obj object op oper operation func function nondeterministic val value theorem thm "
    "axiom define attribute module import export is components component operations ops "
    "equations description desc inputs input outputs output precondition pre postcondition post "
    "end var let set if then else forall exists and or xor not in mod true false nil iff integer "
    "real string boolean except eqn parts invariant initial goal refines extends",
    "funlogic": "solve where property data let in if then else case of free or and not div mod "
    "True False Int Bool Char",
    "nominal": "cnst exists false forall func infixl infixn infixr is namespace name_type new "
    "not pred prop true type int char bool string _",
    "workflow": "import def task type user property reachable finishes invariant never always "
    "eventually before after only nobody except can same refines let in if then else case of "
    "assert fail edit "
    "enter view watch shared choose when as within otherwise now inputs len uniq fst snd head "
    "tail ref decimal min max true false or and not True False Int Bool String Decimal Unit List "
    "Ref Task INT BOOL STRING UNIT _",
}
BUILT_IN = {
    "console": set(FUNCTIONS),
    "nominal": {*SYMBOLS, "fail", "call", "Name", "Int", "from_string", "to_string"},
    "funlogic": {"_"},
}


def program(language: str) -> Any:
    return import_module(f"refute.languages.{language}.program")


def symbols(language: str, source: Source) -> Symbols:
    found = load_language(language).load("editing").analyse(source).symbols
    assert isinstance(found, Symbols)
    return found


def identifiers(language: str, text: str) -> Iterator[tuple[int, str]]:
    """The identifiers in a text and where they begin, but for those that a language knows."""
    skipped = SKIPPED[language]
    known = {*KNOWN[language].split(), *BUILT_IN.get(language, ())}
    for found in re.finditer(rf"{skipped}|(?P<name>(?<![^\Wλ])(?<!')[^\W\dλ][\w']*)", text):
        name = found["name"]
        if name and name not in known and not re.search(skipped, name):
            yield found.start(), name


def without_texts(text: str) -> str:
    """A console specification with blanks for what its texts print as it is."""

    def blanked(found: re.Match[str]) -> str:
        parts = re.split(r"(\{[^{}]*\})", found.group())
        kept = (each if each.startswith("{") else " " * len(each) for each in parts)
        return "".join(kept)

    plain = re.sub(r"#.*", lambda found: " " * len(found.group()), text)
    plain = re.sub(r"^compare .*", lambda found: " " * len(found.group()), plain, flags=re.M)
    return re.sub(r"\"(?:\\.|[^\"\\\n])*\"", blanked, plain)


@pytest.mark.parametrize(
    ("language", "path"), FILES, ids=[f"{language}-{path.name}" for language, path in FILES]
)
def test_every_identifier_of_an_example_has_a_symbol(language: str, path: Path) -> None:
    source = read_source(path)
    found = symbols(language, source)
    text = without_texts(source.text) if language == "console" else source.text
    unknown = []
    for offset, name in identifiers(language, text):
        symbol = found.at(offset)
        if symbol is None or symbol.name != name:
            unknown.append(f"{source.span(offset, offset)}: {name}")
    assert unknown == []


def shape(table: Symbols, source: Source) -> list[tuple[str, int]]:
    """The symbols of a source; others, such as those of a prelude, may be hidden by its names."""
    own = (each for each in table.symbols if each.span.source is source)
    return [(each.kind, len(table.uses_of(each))) for each in own]


def all_renamed(table: Symbols, source: Source) -> tuple[str, dict[Symbol, str]]:
    """The text with a name of its own for each symbol but operators, and those names."""
    names: dict[Symbol, str] = {}
    places: dict[tuple[int, int], str] = {}
    for symbol, found in table.occurrences().items():
        if symbol.span.source is source and re.match(r"\w", symbol.name):
            plain = symbol.name.rstrip("'")
            names[symbol] = f"{plain}Renamed{len(names)}{symbol.name[len(plain) :]}"
            assert not places.keys() & set(found), symbol.name
            places |= dict.fromkeys(found, names[symbol])
    text = source.text
    for start, end in sorted(places, reverse=True):
        text = text[:start] + places[start, end] + text[end:]
    return text, names


@pytest.mark.parametrize(
    ("language", "path"), FILES, ids=[f"{language}-{path.name}" for language, path in FILES]
)
def test_renaming_all_symbols_gives_the_same_program(language: str, path: Path) -> None:
    """All at once and apart: one that is missed somewhere, or taken for another, is unknown."""
    source = read_source(path)
    table = symbols(language, source)
    text, names = all_renamed(table, source)
    renamed = Source(source.name, text)
    program(language).load(renamed)
    after = symbols(language, renamed)
    assert shape(after, renamed) == shape(table, source)
    own = [each.name for each in after.symbols if each.span.source is renamed]
    assert own == [
        names.get(each, each.name) for each in table.symbols if each.span.source is source
    ]


def test_a_symbol_knows_its_type_its_comment_and_its_scope() -> None:
    text = "-- adds one\ndef more x = x + 1\ntask main = edit (more 2)\n"
    table = symbols("workflow", Source("more.top", text))
    more = table.at(text.index("more 2"))
    assert more is not None
    assert (more.name, more.kind, more.type) == ("more", "definition", "Int -> Int")
    assert more.documentation == "adds one"
    assert [each.start for each in table.uses_of(more)] == [
        text.index("more x"),
        text.index("more 2"),
    ]
    visible = [each.name for each in table.visible_at(text.index("+"))]
    assert visible[0] == "x"
    assert "more" not in visible
    assert next(table.visible_at(text.index("(more"))).name == "more"
    assert table.at(0) is None


DECLARED = """\
type Claim = { amount : Int, by : Person }
type Person = Known String | Guest
user anna : officer
def paid (c : Claim) = view c.amount @ officer
task main = paid (Claim { amount = 3, by = Guest }) as "Pay"
only paying = officer, anna can "Pay"
"""


@pytest.mark.parametrize(
    ("name", "kind", "shape", "uses"),
    [
        ("Claim", "type", "", 3),
        ("Person", "type", "", 2),
        ("Known", "constructor", "String -> Person", 1),
        ("Guest", "constructor", "Person", 2),
        ("amount", "field", "Int", 3),
        ("by", "field", "Person", 2),
        ("anna", "user", "", 2),
        ("officer", "role", "", 3),
        ("paying", "property", "Bool", 1),
    ],
)
def test_what_a_workflow_declares_is_known(name: str, kind: str, shape: str, uses: int) -> None:
    table = symbols("workflow", Source("declared.top", DECLARED))
    found = table.at(DECLARED.index(name))
    assert found is not None
    assert (found.name, found.kind, found.type) == (name, kind, shape)
    assert [each.text for each in table.uses_of(found)] == [name] * uses
    assert table.renamed(found, "X") == re.sub(rf"\b{name}\b", "X", DECLARED)


COMPONENTS = """object Cents = integer;
object Base components: low: integer and Cents; invariant: low > 0 and self.Cents >= 0; end Base;
object Heir extends Base components: high: integer; invariant: low < high; end Heir;
object Late extends Heir goal: low = 1 and self.high = 2; end Late;
op Apply(h:Heir, f:(given:integer) -> Cents) -> (r:integer)
    post: r = f(h.low) + h.high + h.Cents;
end Apply;
"""


@pytest.mark.parametrize(
    ("name", "uses"), [("low", 5), ("high", 4), ("Cents", 5), ("given", 1), ("Heir", 4)]
)
def test_components_are_found_in_conditions_and_in_what_extends_an_object(
    name: str, uses: int
) -> None:
    source = Source("components.fmsl", COMPONENTS)
    table = symbols("fmsl", source)
    symbol = next(each for each in table.symbols if each.name == name)
    assert len(table.uses_of(symbol)) == uses
    renamed = Source(source.name, table.renamed(symbol, "another"))
    program("fmsl").load(renamed)
    assert shape(symbols("fmsl", renamed), renamed) == shape(table, source)


def test_components_are_offered_in_the_conditions_of_their_object_only() -> None:
    table = symbols("fmsl", Source("components.fmsl", COMPONENTS))
    inside, outside = COMPONENTS.index("low > 0"), COMPONENTS.index("r = f")
    assert "low" in {each.name for each in table.visible_at(inside)}
    assert "low" not in {each.name for each in table.visible_at(outside)}


BROKEN = {
    "console": "read x : int\nif x = 1:\n    print x\nprint y\nprint x\n",
    "fmsl": "value x = 1;\nvalue bad = (;\nvalue y = x + unknown;\n",
    "funlogic": "f x = x + 1\ng = (\nh x = f True + nothing\n",
    "nominal": "pred p(int).\np(1 :- .\np(2) :- q(X).\np(X) :- p(3).\n",
    "workflow": "def f x = x + 1\ndef bad = if\ndef g y = f True + nothing\n",
}


@pytest.mark.parametrize("language", BROKEN)
def test_a_file_with_errors_has_the_symbols_of_the_rest(language: str) -> None:
    source = Source("broken", BROKEN[language])
    table = symbols(language, source)
    name = {"console": "x", "fmsl": "x", "nominal": "p"}.get(language, "f")
    symbol = next(each for each in table.symbols if each.name == name)
    assert len(table.uses_of(symbol)) >= 2


def test_a_word_is_found_whole() -> None:
    source = Source("words", "ab a a' b.a")
    assert word(source.whole, "a").start == 3
    assert word(source.whole, "a", 4).start == 10
    assert word(source.whole, "c").text == ""
