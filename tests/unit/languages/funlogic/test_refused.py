"""What test data and conversations of functional logic programs refuse."""

from pathlib import Path

import pytest

from asking import entered, report_on, talk_about
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.funlogic.parser import parse
from refute.source import Source

CORPUS = Path(__file__).parents[3] / "corpus" / "funlogic"


def code_of(caught: pytest.ExceptionInfo[InputError]) -> list[str]:
    return [each.code for each in caught.value.diagnostics]


def test_a_file_without_properties_has_nothing_to_check() -> None:
    with pytest.raises(InputError) as caught:
        report_on("check", read_source(CORPUS / "rejected" / "nothing_asked.fl"))
    assert code_of(caught) == ["FL031"]


@pytest.mark.parametrize(
    ("function", "code", "help_text"),
    [
        (None, "FL033", "append"),
        ("apend", "FL033", "did you mean `append`?"),
        ("map", "FL034", ""),
    ],
)
def test_functions_that_no_test_data_can_be_made_for(
    function: str | None, code: str, help_text: str
) -> None:
    with pytest.raises(InputError) as caught:
        report_on("tests", read_source(CORPUS / "lists.fl"), function=function)
    assert code_of(caught) == [code]
    assert help_text in caught.value.diagnostics[0].help


def test_the_type_of_nothing() -> None:
    with pytest.raises(InputError) as caught:
        entered(talk_about(Source("new.fl", "")), ":type")
    assert code_of(caught) == ["FL032"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f x = x +\n", "expected an expression after `+`, but the text ends"),
        ("f = [x and ]", "expected an expression after `and`, found `]`"),
        ("f = [1 == ]", "expected an expression after `==`, found `]`"),
        ("f = [1 - ]", "expected an expression after `-`, found `]`"),
    ],
)
def test_the_operator_before_what_is_missing_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert caught.value.diagnostics[0].message == message


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("f x =\nx + 1\n", "the lines of a block begin at the same column"),
        ("f x = case x of 1 -> 2\n                2 -> 3\n               3 -> 4", "same column"),
        ("f x = case x of\n    1 -> 2\n   n -> 4", "begin at the same column"),
        ("f x = x where\nf 1", "the lines of a block begin at the same column"),
        ("f = \\x, y -> x", "a function of two arguments is written `\\x y -> body`"),
        ("f (x :: Int) = x", "types stand in a signature"),
        ("f = map (+1\nf [1]", "close the bracket before the next line"),
    ],
)
def test_what_to_write_instead(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help


def test_nothing_is_said_of_a_bracket_that_is_right() -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", "f xs = [x | x <- ]"))
    assert not caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("data Tree = Leaf | Node Tree int Tree\nLeaf", "write `Int`"),
        ("f x = x\n  f 1", "a line that is indented goes on with the one above"),
        ("property p(x) = x > 3 ==> x > 2", "use `refute check test.fl`"),
    ],
)
def test_what_to_write_instead_in_a_program(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        report_on("run", Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "help_text"),
    [
        ("map (x -> x + 1) [1]", "a function is written `\\x -> body`"),
        ("map (fun x -> x + 1) [1]", "a function is written `\\x -> body`"),
        ("f x = case x of\n  1 = 2\n  _ = 3\nf 1", "an alternative is written `pattern -> result`"),
        ("data Nat where\n  Z :: Nat\nZ", "the constructors follow `=`: `data Nat = Z | S Nat`"),
        ("f -> 1", "to define, write `=`"),
    ],
)
def test_habits_of_functional_languages_are_answered(text: str, help_text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert caught.value.diagnostics[0].help == help_text


PEOPLE = 'data Person = Person { name :: String, age :: Int }\nann = Person "Ann" 3\n'

HABITS = [
    ("f X = X + 1", "a variable begins with a lower-case letter: `x`"),
    ("f Xs = length Xs\nf [1]", "a variable begins with a lower-case letter: `xs`"),
    ("data T = A | B\nf A = 1\nf C = 2", "`C` is no constructor of `T`, which has `A` and `B`"),
    ("f [x : xs] = x + f xs\nf [] = 0", "write `(x : xs)`; `[x : xs]` is a list of one list"),
    ("f [x:xs] = x\nf [] = 0\nf [1, 2]", "write `(x : xs)`; `[x : xs]` is a list of one list"),
    ("f [x:xs] = x\nf [1]", "write `(x : xs)`; `[x : xs]` is a list of one list"),
    ("data P = P { n :: Int }\nf p = p.n\nf (P 1)", "a field `name p`, not `p.name`"),
    ("data P = P { n :: Int }\nP {}", "each field gets a value: `P { x = 1 }`"),
    ("f x = x in [1]\nf 1", "for an item of a list, write `` x `elem` xs ``"),
    ("True -> False", "for an implication, write `==>`"),
    ("f ∷ Int\nf = 1", "write `::`"),
    ("f x = raise x", 'for what has no value, write `error "why"`'),
    ('split "," "a,b"', "write `splitOn ',' text`, with `import Strings`"),
    ("\"ab\" ++ 'c'", "a list of one item is written `[x]`, and `x : xs` puts one before a list"),
    ("xs = [1, 2]\nxs[1]", "an item of a list is written `xs !! 1`"),
    ("xs = [[1], [2]]\nxs[0][1]", "an item of a list is written `xs !! 0`"),
    (PEOPLE + "ann.name", "write `name ann`; `.` joins two functions"),
    (PEOPLE + "f p = p.age + 1", "write `age p`; `.` joins two functions"),
    ("[1, 2].length", "write `length [1, 2]`; `.` joins two functions"),
    ("f x = x.width + 1", "write `width x`; `.` joins two functions"),
    ("f x y = x + y\nf(1, 2)", "arguments stand side by side: `f 1 2`"),
    ("f (x, y) = x + y\nf 1 2", "`f` takes one argument, a tuple: `f (1, 2)`"),
    ("1 ++ 2", "`++` joins lists and texts; `show n` is the text of a number"),
    ('"n" ++ 1', "`++` joins lists and texts; `show n` is the text of a number"),
    ("x > 3 and x < 5", "to look for values, write `solve x where …`"),
    ("solve x where x > 3\nand x < 5", "a line that goes on with the one above is indented"),
    ("f x | x > 0 = 1\n    | _ = 2", "for the last guard, write `otherwise`"),
    ("f :: Show a => a -> String\nf x = show x", "`show` writes an integer"),
    ("f (Just x) = x\nf Just 3", "put a constructor and its fields in parentheses: `f (Just 3)`"),
    ("f Circle r = r\nf (Circle 3)", "put a constructor and its fields in parentheses"),
    ("map(negate, [1, 2])", "arguments stand side by side: `map negate [1, 2]`"),
    ("sum(1, 2)", "a list is written `[x, y]`; `(x, y)` is a tuple"),
    ("xs = (1, 2)\nhead xs", "a list is written `[x, y]`; `(x, y)` is a tuple"),
    ("minimum 3 4", "a list of one item is written `[x]`"),
    ("data Color = Red | Green\n[Red ..]", "a range is of integers or characters"),
    ("data T = N T a", "a variable stands behind the name of the type: `data T a = …`"),
    ("f :: Maybe -> Int\nf x = 1", "write `Maybe a`, with a type in place of each variable"),
    ("f x == x + 1\nf 1", "to define a function, write `=`"),
    ("\"a\" == 'a'", "`\"a\"` is a text, a list of characters; `'a'` is a character"),
    ("[1] : [2]", "to join texts or lists, write `++`"),
    ("x = 3\n2 x", "to multiply, write `*`"),
    ('"a" "b"', "to join texts or lists, write `++`"),
    ("property p x = x == x\np 1", "`p` is a property, which `refute check` looks into"),
]


@pytest.mark.parametrize(("text", "advice"), HABITS, ids=[each[0] for each in HABITS])
def test_habits_that_only_types_tell_are_answered(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        report_on("run", Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    "text", ["def f(x):\n    return x + 1", "map (lambda x: x + 1) [1]", "len xs + len ys"]
)
def test_what_stands_beside_a_word_of_another_language_is_not_looked_at(text: str) -> None:
    with pytest.raises(InputError) as caught:
        report_on("run", Source("test.fl", text))
    assert len(caught.value.diagnostics) == 1


LINES = [
    ("f x = if x > 0 then 1\n      elif x < 0 then 2\n      else 3", "write `else if`"),
    ("f x = if x > 0 then 1 elif x < 0 then 2 else 3", "write `else if`"),
    ("f x\n| x > 0 = 1\n| otherwise = 2", "indent the line: it goes on with the one above"),
    ("data T = A\n| B", "indent the line: it goes on with the one above"),
    ("f x =\n  | x > 0 = 1", "guards stand behind the parameters; leave out the `=` before them"),
    ("1 != 2", "for inequality, write `/=`"),
    ("True && !True", "for a negation, write `not`"),
    ("f !x = x", "there are no strict patterns"),
    ("f x = case x of\n  | 0 -> 1\n  | n -> 2", "an alternative has no `|` before it"),
    ("f x = case x of 0 -> 1 | n -> 2", "alternatives are separated by `;`"),
    ("f x = y\nwhere y = x", "indent the `where`"),
    ("f x where x > 0 = 1", "a condition follows `|`"),
    ("f x if x > 0 = 1", "a condition follows `|`"),
    ("length xs where xs = [1]", "an expression has `let x = … in …`"),
    ("f = fun x -> x + 1", "a function is written `\\x -> body`"),
    ("f = \\x y => x", "a function is written `\\x y -> body`"),
    ("f = function(x) { return x + 1 }", "a function is written `\\x -> body`"),
    ("f x = let y = 1, z = 2 in y + z", "bindings are separated by `;`"),
    ("f x = let y = 1\n      z = 2 in y", "the bindings of a `let` begin at the same column"),
    ("data P = { x :: Int }", "name the constructor: `data Point = Point { x, y :: Int }`"),
    ("f x =\n  let y = 1\n  z = 2\n  in y", "the bindings of a `let` begin at the same column"),
    ("f x = do\n  let y = x\n  return y", "there is no `do`"),
    ("xs = 1, 2, 3", "a list is written `[1, 2]`, a tuple `(1, 2)`"),
    ("{1, 2}", "a list is written `[1, 2]`"),
    ("type Name String", "write `type Name = String`"),
    ("f :: forall a. a -> a", "type variables need no `forall`"),
    ("f $! 3", "write `$`"),
    ("f(x) {\n  return x;\n}", "a function is defined by equations: `f x = …`"),
    ("f x => x + 1", "to define, write `=`"),
    ("f x = x where x > 0\nf 1", "`where` defines names; a condition follows `|`"),
    ("not x = x", "`not` is part of the language"),
    ("x = 5.", "write a digit behind the point: `5.0`"),
    ("f x = x {- open", "a comment that begins with `{-` ends with `-}`"),
    ("property (x, y) = x == y", "`property name(x, y) = …`"),
    ("? x > 3", "a query is written `solve x where condition`"),
    ("from Lists import sort", "write `import Lists (sort)`"),
]


@pytest.mark.parametrize(("text", "advice"), LINES, ids=[each[0] for each in LINES])
def test_habits_of_writing_are_answered(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help
