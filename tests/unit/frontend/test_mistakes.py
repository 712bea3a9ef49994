"""Habits of other languages are answered with what to write instead."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import refute.languages
from refute.diagnostics import InputError
from refute.frontend.mistakes import Mistakes
from refute.source import Source

KEYS = {"here", "after", "advice", "write"}
WORKFLOW = {
    "task main = enter Int >>= \\task. edit task": "`task` is a keyword",
    "task main = enter Int then edit 1": "`enter Int >>= ",
    'task main = enter "Name" String': '`enter Int as "Age"`',
    "task main = enter Int\nassert 1 > 0": "`property name(v) = …`",
    "task main = edit (True && False)": "write `and`",
    "task main = edit (True || False)": "write `or`",
    "task main = if 1 = 2 then edit 1 else edit 2": "write `==`",
    "def f x == x + 1": "to define, write `=`",
    "def f x = x /= 1": "write `!=`",
    "def f x = x <> 1": "write `!=`",
    r"def f = \x -> x": r"`\x. body`",
    "def f x = 'a'": "double quotes",
    "def f x = x;": "leave out the `;`",
    "def f x = if x then 1\ntask main = edit 1": "both `then` and `else`",
    "def f x = x % 2": "no remainder",
    "// a comment\ntask main = edit 1": "begins with `--`",
    "def f x = { x }": "group with parentheses",
    "def f : Int = 3": "annotate a parameter",
    "def f x = x => x": "write `==>`",
    "def f = (1, 2\ntask main = edit 1": "close the bracket",
    "main = edit 1": "begins with `import`, `def`, `task`",
    "def f x = x\nmain = edit 1": "begins with `import`, `def`, `task`",
    "task main = edit 1\npropery p(v) = v > 0": "begins with `property`",
    "task main = edit 1\nProperty p(v) = v > 0": "begins with `property`",
    "task main = edit 1\nreachabel p(v) = v > 0": "begins with `reachable`",
    "task main = edit 1\ninvarant p = 1 > 0": "begins with `invariant`",
    "task main = edit 1\nnevr p = 1 > 0": "`never`",
    "task main = edit 1\nfinish p": "write `finishes`",
    "task main = edit 1\ninvariant p(v) = v > 0": "takes no value",
    "task main = edit 1\nfinishes p(v) = v > 0": "`finishes name`",
    'task main = edit 1\nnobody p = "A" and "B"': "`nobody name = can",
    'task main = edit 1\nonly p = can "A"': "say who",
    'task main = edit 1\nnever p = "A" befor "B"': '`"A" before "B"`',
    "task main = edit 1\nsame main": "`same old new`",
    "task main = edit 1\nuser anna is officer": "`user anna : officer`",
    "type Answer = Yes, No\ntask main = enter Answer": "`type Answer = Yes | No`",
    'task main = choose { "A" if 1 > 0 -> edit 1 }': "follows `when`",
    "task main = choose { A -> edit 1 }": "in double quotes",
    'task main = enter Int >>* \\x. { "A" -> edit 1 } <&> edit 2': "in parentheses",
    "task main = enter Int @ Officer": "`@ officer`",
    "task main = enter int": "write `Int`",
    "task main = enter bool": "capitalised",
    'task main = view "text': "close the text",
    "task main = enter Int >> edit 1": "`task >>= \\_. …`",
    "task main = within 14 (enter Int)\nproperty p(v) = v > 0": "otherwise …`",
    "task main = within 14 days (enter Int) otherwise edit 1": "stands alone",
    "task main = edit null": "the unit is `()`",
    "task main = print 3": "`edit e`",
    "def f x = length x\ntask main = edit 1": "write `len`",
}
FUNLOGIC = {
    "f = map (λx -> x) []": "write `\\`",
    "f type = type": "is a keyword",
    "g x of = 3": "is a keyword",
    "f x = where y = 1": "the result comes first",
    "function f(x) { return x; }": "without `return`",
    "{- unclosed\nf x = 1": "ends with `-}`",
    "f x = “abc”": "straight quotes",
    "f n = n\nf -1": "`f (-1)`",
    "f :: a -> a\nf x = x + 1": "`Num a =>`",
    "import qualified Data.Map as M\nM.lookup 1 M.empty": "`find k m`",
    "import qualified Data.Map as M\nM.foldr (+) 0 M.empty": "`foldr f z (elems m)`",
    "f (x :: Int) = x": "types stand in a signature",
    "f = \\x, y -> x": "`\\x y -> body`",
    "f x = x != 1": "write `/=`",
    "f x = if x = 1 then 2 else 3": "write `==`",
    "f x = if x then 1\ng = 2": "both `then` and `else`",
    "f x = x % 2": "write `mod`",
    "f :: Int -> Int\nf x = x / 2": "`div` divides integers",
    "data T = a | b": "upper-case letter",
    "f = let x = 1\ng = 2": "needs an `in`",
    "f x = true": "write `True`",
    "class Shape a where\n  area :: a": "there are no classes",
    "import Lsts\nf = 1": "did you mean `Lists`?",
    "f = 1 .. 3": "stands in brackets",
    "double x = x + x\nf = double 1.5": "`f :: Num a => a -> a`",
    'f = "text': "ends on its line",
    "f = 'text'": "a text has double quotes",
    "f :: Decimal\nf = length [1]": "`fromIntegral n` is the decimal of an integer",
    "main = do\n  x <- f": "no `do`",
    "f = x@1 + 2": "only stand in a pattern",
    "property p x = x > 3 implies x * x > 9": "write `==>`",
    "property p x = (x > 3) implies (x > 2)": "write `==>`",
    "property p x = x > 3 => x > 2": "write `==>`",
    "property p x = x > 3 -> x > 2": "write `==>`",
    "property p x = x > 3 --> x > 2": "write `==>`",
    "property p x = x > 3 ⟹ x > 2": "write `==>`",
    "property p x = x > 3 iff 3 < x": "`(a) == (b)`",
    "property p x = x > 3 <=> 3 < x": "`(a) == (b)`",
    "property p x = x > 2 when x > 3": "`premise ==> conclusion`",
    "property p x y = (x > 3) xor (y > 3)": "`(a) /= (b)`",
    "property p x = x > 3 AND x < 5": "write `and`",
    "property p x = NOT (x > 3)": "write `not`",
    "property p x = x equals 3": "write `==`",
    "property p x = x is 3 and True": "write `==`",
    "property p x = x <> 3": "write `/=`",
    r"property p x = x \= 3": "write `/=`",
    r"property p x = x =\= 3": "write `/=`",
    "property p x = x ≠ 3": "write `/=`",
    "property p x = x =< 3": "write `<=`",
    "property p x = x > 3, x < 5": "joined by `and`",
    "property p x = x between 1 3": "`a <= x and x <= b`",
    "property p x = x ** 2 >= 0": "write `^`",
    "property p x = x // 2 >= 0": "write `div`",
    "property p x xs = x in xs ==> True": "`elem`",
    "property p x xs = x not in xs": "`notElem`",
    "property p xs = 3 elem xs": "as an operator, write `` 3 `elem` xs ``",
    "property p xs = xs[0] == head xs": "`xs !! 0`",
    "property p x = max(x, 3) >= 3": "`f x y`, not `f(x, y)`",
    "property p x = forall y. x + y == y + x": "are its parameters",
    "property p: x + 0 == x": "`property name x y = condition`",
    "property p x = x == None": "write `Nothing`",
    'f = "a" + "b"': "write `++`",
    "f = [x * 2 | x in [1, 2]]": "`x <- xs`",
    "f = [x * 2 for x in [1, 2]]": "`[f x | x <- xs, condition]`",
    "f x | x > 3 -> 1": "`| condition = result`",
    "f x | x > 3 = 1 | else = 2": "write `otherwise`",
    "f x = case x of { 1 => 2 }": "`pattern -> result`",
    "data T = C of Int": "follow the constructor",
    "data T = C { x : Int }": "follows `::`",
    "solve x | x > 3": "follows `where`",
    "find x where x > 3": "`solve x where condition`",
    "?- f x": "`solve x y where condition`",
    "solve (x, y) where x > y": "`solve x y where …`",
    "f = map (,1) [1]": "`\\x -> (x, 1)`",
    "f !x = x": "leave out the `!`",
    "f P {..} = 1": "name the fields",
    "f x = if | x > 3 -> 1": "guards in a function",
    "let x = 3\n    y = 4\nin x + y": "indent the `in`",
    "f = show [1]": "`show` writes an integer",
    "f :: int -> int\nf x = x + 1": "write `Int`",
    "f x = toEnum x": "write `chr`",
    "f x = partition even x": "write `import Lists`",
    "f xs = _ ++ xs": "write `unknown`",
    "f x = x > 3 ? 1 : 2": "`if … then … else …`",
    'f x = x == "a" or "b"': "are conditions",
    "f x = x += 1": "nothing is assigned",
    "for x in [1, 2]: x": "there are no loops",
    "f = x => x + 1": r"`\x -> body`",
    "f x = {1, 2}": "`[1, 2]`",
    "f = 1_000": "without `_`",
    "f = 1e5": "all its digits",
    "property p x == x == x": "`property name x y = condition`",
    "property p (x : Int) = x == x": "`(x :: Int)`",
    "solve X where X > 3": "lower-case letter: `x`",
    "data tree = Leaf": "upper-case letter",
    "data Tree = Leaf, Node": "separated by `|`",
    "f : Int -> Int\nf x = x": "`f :: Int -> Int`",
    "f :: Int, Int -> Int\nf x y = x": "separated by `->`",
    "f :: List Int -> Int\nf x = 1": "`[Int]`",
    "f (x::xs) = x": "`(x : xs)`",
    "f [x|xs] = x": "`(x : xs)`",
    "f x:xs = x": "in parentheses",
    "f -1 = 2": "in parentheses",
    "f x == 3 = 4": "follows `|`",
    "f (n + 1) = n": "subtract",
    "f 0 -> 1": "to define, write `=`",
    "property p x = (x == 1 | x == 2)": "write `or`",
    "property p x = not (True | False)": "write `or`",
    "f = map (\\y. y) [1]": r"`\x -> body`",
    "property p xs = map (fun y -> y) xs == xs": r"`\x -> body`",
    "f x =\n  y = x\n  y": "after `where`",
    "f x = y\n  y = x + 1": "after `where`",
    "type T = A | B": "declared with `data`",
    "f = map (+ 1) (Just 1)": "`maybe Nothing (\\x -> Just (f x)) m`",
    "property p() = True": "`property name = …`",
}
CONSOLE = {
    "read n as int": "follows a colon",
    "m := 1": "not assigned",
    "read n : int -- number\nprint n": "begins with `#`",
    "read n : int (n > 0)\nprint n": "after `&`",
    "read n : list[int]": "read in a loop",
    'read "Name? " n : int': "printed before",
    "read x : int\nif x > 1 && x < 3:\n    exit\n": "write `and`",
    "read x : int\nif x > 1 || x < 3:\n    exit\n": "write `or`",
    "read x : int\nif x = 1:\n    print x\n": "write `==`",
    "read x : int\nif x == 1\n    print x\n": "ends with `:`",
    "read x : int\nif x == 1:\n    print x\nelseif x == 2:\n    print x\n": "write `elif`",
    "read x : int\nif x == 1:\n    print x\nelse if x == 2:\n    print x\n": "write `elif`",
    "read x : int;\n": "leave out the `;`",
    "read x\n": "`read x : int`",
    "read x int\n": "after `:`",
    "read x : int\nprint x, x\n": "one text with values",
    "x = 3\n": "not assigned",
    "read x : int\nprint x % 2\n": "write `mod`",
    "read x : int\nprint x // 2\n": "write `div`",
    "// comment\nread x : int\n": "begins with `#`",
    "loop:\n    read x : int\n    break\n": "write `exit`",
    "for i in 3:\n    read x : int\n": "`for i in 1..n:`",
    "read x : int\nprint x[0]\n": "`x.before(1)`",
    "read x : int\nif !x:\n    exit\n": "`not`",
    "read x : integer\n": "write `int`",
    "read x : int\nprint length(x.all)\n": "`len(x.all)`",
    "read x : bool\nif x == True:\n    print x\n": "write `true`",
    "read x : int\nprint len(x)\n": "`len(x.all)`",
    'read x : int\nprint "Sum: " x\n': '`"… {x}"`',
    "read x : int\nprint $x\n": '`"… {x}"`',
    "read x >= 0\n": "`read x : int & >= 0`",
}
FMSL = {
    "object if = string;": "is a keyword",
    "operation f inputs: in: integer; end f;": "is a keyword",
    "function f(integer x) -> (y:integer);": "the name comes first",
    "operation A pre: return x; end A;": "say what the output equals",
    "operation A pre: all x : integer | x > 0; end A;": "bind in parentheses",
    "operation A pre: (some z in x | z > 0); end A;": "bind in parentheses",
    "operation A pre: if x > 0: x < 5; end A;": "write `if … then",
    "operation A pre: x@pre > 0; end A;": "the value before",
    "operation A pre: x is not 3; end A;": "write `!=`",
    "operation A pre: x is 3; end A;": "write `=`",
    "operation A pre: |x| > 0; end A;": "absolute value",
    "value x = 1\nvalue y = 2;": "with `;`",
    "value x = 1 == 2;": "write `=`",
    "value x = true && false;": "write `and`",
    "value x = true || false;": "write `or`",
    "value x = !true;": "write `not`",
    "value x = 1 <> 2;": "write `!=`",
    "object A = integer\noperation B\n inputs: a:integer;\nend B;": "with `;`",
    "value x = 5 div 2;": "write `/`",
    "value x = 5 // 2;": "write `/`",
    "object A = [integer];": "`integer*`",
    "object A = set of integer;": "`integer*`",
    "object A = integer list;": "`integer*`",
    "object A = { x: integer, y: integer };": "`object Point = x:integer and y:integer;`",
    "object A: integer;": "write `=`",
    "operation A {\n inputs: a:integer;\n}": "has no braces",
    "function f(x:integer):integer = x;": "after an arrow",
    "theorem 1 = 1;": "give it a name: `theorem name: …;`",
    "theorem t: forall (x:integer) : x = x;": "the formula follows the parentheses",
    "theorem t: true -> false;": "write `=>`",
    "theorem t: true ==> false;": "write `=>`",
    "value x := 1;": "to define, write `=`",
    "value x = 5 % 2;": "write `mod`",
    "value x = 'a';": "double quotes",
    "// comment\nvalue x = 1;": "begins with `--`",
    "class Person { }": "an object is declared",
    "def f(x) = x;": "`operation` or `function`",
    "const x = 1;": "`value x:integer = 1;`",
    "object A components: x:integer;": "`end NAME;`",
    "theorem t: forall x : integer. x = x;": "in parentheses",
    "value x = (1, 2);": "its brackets",
    "value x = if true then 1 elif false then 2 else 3;": "write `else if`",
    "value x:int = 1;": "write `integer`",
    "value x = True;": "write `true`",
    "value x = null;": "write `nil`",
}
NOMINAL = {
    "kind tm type.": "`t : type.`",
    "tm : type\nz : tm.": "end the declaration",
    "p(lam(x -> z)).": "`name\\body`",
    "p(lam(<x>v(x))).": "`name\\body`",
    "p(X) :- x not in X.": "`a # t`",
    "p([X:Xs]).": "`[X|Xs]`",
    "p([X, ...Xs]).": "`[X|Xs]`",
    "p <- q.": "`head :- body.`",
    "p :- X == Y.": "write `=`",
    "p :- X != Y.": "`not(a = b)`",
    r"p :- X \= Y.": "`not(a = b)`",
    r"p :- \+ q.": "`not(goal)`",
    "p :- q & r.": "joined by a comma",
    "p :- q | r.": "separated by `;`",
    "pred p(int)\npred q(int).": "with `.`",
    "pred p(int).\np(1)": "ends with `.`",
    "pred p(int).\np(1\n": "close the bracket",
    "p :- (q -> r ; s).": "`condition -> goal | goal`",
    "p :- q -> r.": "`condition -> goal | goal`",
    "p. # comment": "begins with `%`",
    "#check name 3 : true => true.": "double quotes",
    "#check 3 : true => true.": "double quotes",
    '#check "name" 3 : true -> true.': "`goal => goal`",
    '#check "name" 3 : true <=> true.': "a theorem of its own",
    'check "name" 3 : true => true.': "`#check",
    "theorem name : true => true.": "`#check",
    "data exp = lit int | app": "declare the type and its constructors",
    "p(1).": "`pred p(int, int).`",
    "doubled(1) = 2.": "`func f(int) = int.`",
    "pred p(int). p(x).": "begins with a capital letter",
    '#check "name" : true => true.': "before the colon",
    "exp = lit | app.": "declare the type and its constructors",
    "// comment\npred p(int).": "begins with `%`",
    "pred p(integer).": "write `int`",
    "pred p(nat).": "declare it",
    "?- append(X, Y, Z).": "list.apl",
    "?- member(X, Y).": "list.apl",
    "?- print(X).": "answers are shown",
    "?- fresh(a, X).": "`a # t`",
}
TABLES = {
    "workflow": WORKFLOW,
    "funlogic": FUNLOGIC,
    "console": CONSOLE,
    "fmsl": FMSL,
    "nominal": NOMINAL,
}


def load(language: str) -> Callable[[Source], object]:
    loader: Callable[[Source], object] = import_module(f"refute.languages.{language}.program").load
    return loader


@pytest.mark.parametrize(
    ("language", "text"),
    [(language, text) for language, table in TABLES.items() for text in table],
)
def test_a_natural_mistake_is_answered_with_what_to_write(language: str, text: str) -> None:
    with pytest.raises(InputError) as caught:
        load(language)(Source("habit", text))
    said = [f"{each.message}; {each.help}" for each in caught.value.diagnostics]
    assert any(TABLES[language][text] in each for each in said), said


@pytest.mark.parametrize("language", TABLES)
def test_what_is_offered_in_place_of_a_habit_is_no_mistake_any_more(language: str) -> None:
    """A fix of an error makes it go away, whatever else is wrong."""
    fixed = 0
    for text in TABLES[language]:
        with pytest.raises(InputError) as caught:
            load(language)(Source("habit", text))
        for each in caught.value.diagnostics:
            if (fix := each.fix) is not None:
                changed = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
                fixed += 1
                try:
                    load(language)(Source("habit", changed))
                except InputError as failure:
                    again = [(one.message, one.help) for one in failure.diagnostics]
                    assert (each.message, each.help) not in again, changed
    assert fixed >= 4


@pytest.mark.parametrize("language", TABLES)
def test_every_language_knows_a_dozen_habits(language: str) -> None:
    folder = Path(refute.languages.__file__).parent / language
    mistakes = Mistakes(folder)
    table = tomllib.loads(mistakes.path.read_text("utf-8"))
    assert set(table) == {"mistakes", "names"}
    assert len(table["mistakes"]) >= 12
    assert all({"here", "advice"} <= set(each) <= KEYS for each in table["mistakes"])
    assert all(
        re.compile(each[key]) for each in table["mistakes"] for key in {*each} - {"advice", "write"}
    )
    assert len(TABLES[language]) >= 12
    assert all(mistakes.advice_for(name, ()) == table["names"][name] for name in table["names"])


RIGHT = {
    "console": "given a : int = 2\nread n : int\nprint n - a\n",
    "workflow": "task main = enter Int >>= \\x. edit (x - 1)\n",
    "nominal": "pred p(int).\np(X) :- X = 2 - 1.\n",
    "fmsl": "theorem forall (n:integer) n - 1 = n + -1;\n",
    "funlogic": "f x = x - 1\n",
}


@pytest.mark.parametrize("language", RIGHT)
@pytest.mark.parametrize(
    ("pasted", "plain", "message"),
    [
        ("\u00a0", " ", "unexpected U+00A0 (no-break space); write a plain space"),
        ("\u2003", " ", "unexpected U+2003 (em space); write a plain space"),
        ("\u200b ", " ", "unexpected U+200B (zero width space); delete it"),
        ("\x07 ", " ", "unexpected U+0007 (control character); delete it"),
        ("–", "-", "unexpected `–`; write `-`"),
        ("＝", "=", "unexpected `＝`; write `=`"),
    ],
)
def test_what_only_looks_right_is_named_and_mended(
    language: str, pasted: str, plain: str, message: str
) -> None:
    wrong = RIGHT[language].replace(plain, pasted, 1)
    with pytest.raises(InputError) as caught:
        load(language)(Source("pasted", wrong))
    (found,) = caught.value.diagnostics
    assert f"{found.message}; {found.help}" == message
    assert (fix := found.fix) is not None
    assert wrong[: fix.span.start] + fix.replacement + wrong[fix.span.end :] == RIGHT[language]


def test_a_mistake_looks_at_what_stands_before_it(tmp_path: Path) -> None:
    (tmp_path / "mistakes.toml").write_text(
        "mistakes = [{ here = '=', after = '\\bif\\b.*', advice = 'compare' }]", "utf-8"
    )
    mistakes = Mistakes(tmp_path)
    assert mistakes.advice_at("if x = 3", 5) == "compare"
    assert mistakes.advice_at("x = 3", 2) == ""
    assert mistakes.advice_for("lenght", ["length"]) == "did you mean `length`?"


def test_a_language_may_have_no_table(tmp_path: Path) -> None:
    mistakes = Mistakes(tmp_path)
    assert mistakes.advice_at("x = 3", 2) == ""
    assert mistakes.advice_for("x", ()) == ""


def test_tables_are_read_only_to_explain_an_error() -> None:
    text = "task main = edit 1\n"
    code = (
        "import sys; from refute.languages.workflow.program import load;"
        f"from refute.source import Source; load(Source('a.top', {text!r}));"
        "sys.exit('tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
