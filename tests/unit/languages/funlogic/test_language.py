"""What people who know Haskell or Curry write."""

from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.funlogic.link import LIBRARY, link, prelude_names
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.program import load
from refute.languages.funlogic.show import show_program, show_type
from refute.report.outcome import Bindings, Table
from refute.source import Source

from .programs import answers, asked, report, shown


def values(text: str) -> list[str]:
    """The values or answers of all queries of a program, each of which must be complete."""
    outcomes = report(text).outcomes
    assert {each.called for each in outcomes} == {"complete"}, outcomes
    return [each for outcome in outcomes for each in shown(outcome)]


def codes(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(Source("test.fl", text))
    return [each.code for each in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\"ab\\n\" ++ ['c', '\\'', '\"']", '"ab\\nc\'\\""'),
        ('"" == []', "True"),
        ("five = 5 :: Int\nfive", "5"),
        ("f x = y where y | x > 0 = x\nf 1", "1"),
        ("f x = let y | x > 0 = x in (y, 1)\nsolve x where fst (f x) == 2", "2"),
        ("data Größe = Äpfel Int | Birne\na `über` (Äpfel é) = a + é\n1 `über` Äpfel 3", "4"),
        ("f n | n > 0 = 1 :: Int\n    | otherwise = 2\nf 3", "1"),
        ("{- one {- inside -} another -} 3", "3"),
        ("import Lists\ngroupBy (\\x y -> even x == even y) [2, 4, 1]", "[[2, 4], [1]]"),
        ("import Lists\n(elemIndex 3 [1, 3], findIndex (> 5) [1])", "(Just 1, Nothing)"),
        ("import Lists\n(intersect [1, 2, 2] [2], union [1, 2] [2, 3])", "([2, 2], [1, 2, 3])"),
        ('import Lists\n(stripPrefix "a" "ab", uncons "")', '(Just "b", Nothing)'),
        ("import Lists\nsortBy (comparing negate) [1, 3, 2]", "[3, 2, 1]"),
        ("import Lists\nsortBy (compare `on` snd) [(1, 2), (2, 1)]", "[(2, 1), (1, 2)]"),
        (
            "import Lists\nunfoldr (\\n -> if n > 3 then Nothing else Just (n, n + 1)) 1",
            "[1, 2, 3]",
        ),
        ("(listToMaybe [1, 2], maybeToList (Just 1))", "(Just 1, [1])"),
        ("'a' < 'b'", "True"),
        ('("b", 1) < ("a", 2)', "False"),
        ("compare Nothing (Just 1)", "LT"),
        ("[1, 2] < [1, 2, 0]", "True"),
        ("ord 'A' + 1", "66"),
        ("chr 955", "'λ'"),
        ("['a' .. 'e']", '"abcde"'),
        ("[10, 8 .. 1]", "[10, 8, 6, 4, 2]"),
        ("take 3 [5 ..]", "[5, 6, 7]"),
        ("take 3 [5, 3 ..]", "[5, 3, 1]"),
        ("[x * y | x <- [1 .. 3], y <- [x .. 3], odd (x + y)]", "[2, 6]"),
        ("[x | Just x <- [Just 1, Nothing, Just 2]]", "[1, 2]"),
        ("[z | (x, y) <- [(1, 2)], let z = x + y, z > 2]", "[3]"),
        ("map (subtract 1) [1] where subtract n m = m - n", None),
        ("map (+ 1) [1, 2]", "[2, 3]"),
        ("map (2 -) [1, 2]", "[1, 0]"),
        ("map (`div` 2) [4, 5]", "[2, 2]"),
        ("map (`elem` [1]) [1, 2]", "[True, False]"),
        ("filter (/= 'a') \"banana\"", '"bnn"'),
        ("foldr (:) [] [1]", "[1]"),
        ("foldl (-) 10 [1, 2]", "7"),
        ("(.) (* 2) (+ 1) 3", "8"),
        ("sum . map (* 2) $ [1, 2]", "6"),
        ("2 * 7 `mod` 4", "2"),
        ("1 : [2] ++ [3]", "[1, 2, 3]"),
        ("[1, 2, 3] !! 1", "2"),
        ("True && not False || False", "True"),
        ('zip [1, 2] "ab"', "[(1, 'a'), (2, 'b')]"),
        ('words " two  words "', '["two", "words"]'),
        ('lines "a\\n\\nb"', '["a", "", "b"]'),
        ("show (-120)", '"-120"'),
        ("maybe 0 (+ 1) (Just 2)", "3"),
        ('either length negate (Left "abc")', "3"),
    ],
)
def test_expressions(text: str, expected: str | None) -> None:
    if expected is None:
        assert codes(text) == ["FL001"]
    else:
        assert values(text) == [expected]


GUARDS = """
classify :: Int -> String
classify n
  | n < low    = "small"
  | n < 10     = medium
  where low    = 3
        medium = "medium"
classify 11 = "eleven"
classify n
  | even n    = "even"
  | otherwise = "odd"

"""


def test_guards_fall_through_to_the_next_equation() -> None:
    text = GUARDS + "map classify [1, 5, 11, 12, 13]"
    assert values(text) == ['["small", "medium", "eleven", "even", "odd"]']


def test_guards_of_alternatives_fall_through_as_well() -> None:
    text = """
sign n = case n of
  0 -> "zero"
  m | m > big   -> "big"
    | m < 0     -> "negative"
    where big = 10
  _ -> "small"
map sign [0, 11, -1, 5]
"""
    assert values(text) == ['["zero", "big", "negative", "small"]']


def test_guards_are_solved_backwards() -> None:
    text = "f x | x < 0 = 0 | x < 3 = 1\nf x = x\nsolve x where f x == 1"
    assert values(text) == ["0", "1", "2"]


def test_where_no_guard_holds_there_is_no_value() -> None:
    found = report("f x | x > 1 = 2\nf 0")
    assert shown(found.outcomes[0]) == []
    assert [each.code for each in found.diagnostics] == ["FL030"]


def test_texts_are_solved_for() -> None:
    assert values('solve s where s ++ "c" == "abc"') == ['"ab"']
    assert values("solve c where c > 'x' and c < '{'") == ["'y'", "'z'"]
    assert values('solve a b where a ++ b == "no"') == ['"", "no"', '"n", "o"', '"no", ""']


def test_patterns_of_texts_and_wholes() -> None:
    text = """
f "no"          = 0
f all@('y' : _) = length all
f _             = 9
map f ["no", "yes", "on"]
"""
    assert values(text) == ["[0, 3, 9]"]


def test_records() -> None:
    text = """
data Person = Person { name :: String, age :: Int } | Robot { name :: String } deriving (Eq)
older p = p { age = age p + 1 }
renamed p = p { name = "X" }
older (Person { age = 3, name = "Ann" })
map name (map renamed [Robot "R2", Person "Bo" 1])
"""
    assert values(text) == ['Person "Ann" 4', '["X", "X"]']


def test_fields_of_one_type_are_declared_together() -> None:
    text = "data Box = Box { left, right :: Int, name :: String } | Dot\nright (Box 1 2 [])"
    assert values(text) == ["2"]
    assert codes("data Box = Box { left, right }") == ["FL001"]


@pytest.mark.parametrize(
    "text",
    ["a = P { x = 1 }", "a = P { x = 1, y = 2, z = 3 }", "a p = p { z = 1 }", "a = Q { x = 1 }"],
)
def test_records_with_wrong_fields_are_refused(text: str) -> None:
    assert codes(f"data P = P {{ x :: Int, y :: Int }} | Q\n{text}") == ["FL019"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f :: a -> a\nf x = x", "a -> a"),
        ("f :: Int -> Int\nf x = x", "Int -> Int"),
        ("f :: Ord a => a -> [a] -> Bool\nf x ys = elem x ys", "a -> [a] -> Bool"),
        ("type Row a = [a]\nf :: Row (Row Int) -> String\nf _ = []", "[[Int]] -> [Char]"),
        ("f x = g x where { g :: a -> a; g y = y }", "a -> a"),
        ("f (x, y) = x < y", "(a, a) -> Bool"),
        ('f = "x"', "[Char]"),
    ],
)
def test_signatures(text: str, expected: str) -> None:
    assert show_type(load(Source("test.fl", text)).checked.types["f"]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f :: a -> a\nf x = x + 1", ["FL020"]),
        ("f :: a -> b\nf x = x", ["FL020"]),
        ("f :: Int", ["FL010"]),
        ("f :: Int\nf :: Int\nf = 1", ["FL013"]),
        ("f :: Intt\nf = 1", ["FL017", "FL020"]),
        ("type T = [T]\nf :: T\nf = []", ["FL017"]),
        ('f = "a" + 1', ["FL020"]),
        ("f = 'a' == \"a\"", ["FL020"]),
        ("import Nowhere", ["FL018"]),
        ("import Sets\nimport Maps\nf = insert", ["FL018"]),
    ],
)
def test_wrong_programs(text: str, expected: list[str]) -> None:
    assert codes(text)[: len(expected)] == expected


def test_a_definition_hides_that_of_the_library() -> None:
    text = """
import Lists
insert x ys = 0
length xs = 100
insert 1 [2]
length "abc"
sort [2, 1]
Lists.insert 1 [0, 2]
Prelude.length "abc"
"""
    assert values(text) == ["0", "100", "[1, 2]", "[0, 1, 2]", "3"]


def test_a_type_of_the_program_hides_that_of_the_prelude() -> None:
    text = "data Maybe = Nothing | Just | Perhaps\nf Just = 1\nf _ = 2\nf Perhaps"
    assert values(text) == ["2"]


def test_modules_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "Shapes.fl").write_text(
        "data Shape = Square Int\narea (Square a) = double a\ndouble x = x * x\n", "utf-8"
    )
    main = tmp_path / "main.fl"
    main.write_text("import Shapes\ndouble x = x + x\narea (Square 3) + double 5\n", "utf-8")
    (outcome,) = report_on("run", read_source(main)).outcomes
    assert shown(outcome) == ["19"]


def test_an_empty_list_is_shown_as_its_type_says() -> None:
    text = 'f s = (s, take 0 [1], [s, "a"], Just s)\nf ""'
    assert values(text) == ['("", [], ["", "a"], Just "")']
    assert values('data T a = T a [T a]\nT (drop 1 "a") []') == ['T "" []']
    assert values("[]") == ["[]"]


def test_inputs_that_are_empty_texts_are_shown_so() -> None:
    text = 'f :: String -> Int\nf (c : _) = 1\nproperty p(s) = s ++ "a" /= "a" and f s == 1\n'
    source = Source("test.fl", text + 'f ""')
    (outcome,) = report_on("check", source).outcomes
    assert Bindings("counterexample", (("s", '""'),)) in outcome.blocks
    (cover,) = report_on("tests", source, function="f").outcomes
    assert isinstance(cover.blocks[0], Table)
    assert cover.blocks[0].rows[0] == ('f ""', 'no value: no equation of `f` matches `""`')


def test_commas_alone_make_tuples() -> None:
    assert values('zipWith (,) [1, 2] "ab"') == ["[(1, 'a'), (2, 'b')]"]
    assert values("(,,) 1 2 3") == ["(1, 2, 3)"]


def test_sections_share_their_operand() -> None:
    assert values("let f = ((0 ? 1) +) in (f 0, f 0)") == ["(0, 0)", "(1, 1)"]
    assert values("let f = (+ (0 ? 1)) in (f 0, f 0)") == ["(0, 0)", "(1, 1)"]


def test_the_library_is_well_typed_and_its_functions_have_signatures() -> None:
    for path in sorted(LIBRARY.glob("*.fl")):
        linked = load(read_source(path)).checked.linked
        assert set(linked.main.functions) <= {*linked.signatures}, path.stem


def test_the_names_of_the_prelude_are_found_quickly_and_all() -> None:
    program = parse(read_source(LIBRARY / "Prelude.fl"))
    assert {*link(program).main.functions} <= prelude_names()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("toList (union (fromList [3, 1]) (fromList [2, 3]))", "[1, 2, 3]"),
        ("fromList [1, 2, 1] == fromList [2, 1]", "True"),
        ("isSubsetOf (fromList [1]) (fromList [2])", "False"),
    ],
)
def test_sets(text: str, expected: str) -> None:
    assert values(f"import Sets\n{text}") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('toList (insertWith (+) "k" 2 (fromList [("k", 1), ("a", 5)]))', '[("a", 5), ("k", 3)]'),
        ('toList (insertWith (-) "z" 2 (fromList [("k", 1)]))', '[("k", 1), ("z", 2)]'),
        ("toList (insertWith (-) 1 5 (singleton 1 2))", "[(1, 3)]"),
        ("toList (adjust (* 2) 3 (fromList [(1, 10), (3, 30)]))", "[(1, 10), (3, 60)]"),
        (
            "toList (union (fromList [(1, 1), (3, 3)]) (fromList [(2, 0), (3, 0)]))",
            "[(1, 1), (2, 0), (3, 3)]",
        ),
        (
            "toList (unionWith (-) (fromList [(1, 9)]) (fromList [(1, 2), (2, 2)]))",
            "[(1, 7), (2, 2)]",
        ),
        ("toList (fromListWith (++) [(1, [1]), (2, [2]), (1, [3])])", "[(1, [3, 1]), (2, [2])]"),
        ("find 'b' (fromList [('b', 1), ('a', 2), ('b', 3)])", "Just 3"),
        ("keys (delete 1 (fromList [(2, 0), (1, 0)]))", "[2]"),
        ("elems (mapValues (+ 1) (insert 1 5 empty))", "[6]"),
    ],
)
def test_maps(text: str, expected: str) -> None:
    assert values(f"import Maps\n{text}") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('map toUpper (trim " ab ")', '"AB"'),
        ('readInt "-120"', "-120"),
        ("splitOn ',' \"a,b,,c\"", '["a", "b", "", "c"]'),
    ],
)
def test_strings(text: str, expected: str) -> None:
    assert values(f"import Strings\n{text}") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("length (permutations [1, 2, 3, 4])", "24"),
        ('intercalate ", " ["a", "b"]', '"a, b"'),
        ("transpose [[1, 2], [3], [4, 5]]", "[[1, 3, 4], [2, 5]]"),
        ("group [1, 1, 2]", "[[1, 1], [2]]"),
        ("nub [1, 2, 1]", "[1, 2]"),
        ('isInfixOf "bc" "abcd"', "True"),
        ("sortOn negate [1, 3, 2]", "[3, 2, 1]"),
        ("map length [inits [1], tails [1], subsequences [1]]", "[2, 2, 2]"),
    ],
)
def test_lists(text: str, expected: str) -> None:
    assert values(f"import Lists\n{text}") == [expected]


def test_the_library_is_no_goal_of_test_data_but_its_dead_ends_are() -> None:
    report = report_on("tests", Source("a.fl", "f xs = head (map (+ 1) xs)"), function="f")
    assert "2 of 2 alternatives" in report.outcomes[0].summary


def test_records_in_patterns() -> None:
    people = """
data Person = Person { name :: String, age :: Int } | Nobody
adult Person { age = n } = n >= 18
adult Nobody = False
greet p@(Person { name = who }) = (who, adult p)
greet Nobody = ("", False)
"""
    assert answers(people + 'greet (Person "Ann" 44)') == ['("Ann", True)']
    assert answers(people + 'solve n where adult (Person "Bo" n) and n < 20') == ["18", "19"]
    some = '[Person "a" 1, Nobody, Person { age = 2, name = "b" }]'
    assert answers(people + f"[who | Person {{ name = who }} <- {some}]") == ['["a", "b"]']
    with pytest.raises(InputError, match="`Person` has no field `agge`"):
        asked(people + "f Person { agge = n } = n\nf Nobody")


@pytest.mark.parametrize(
    "text",
    ["(+ 1)", "(1 +)", "(+)", "(`div` 2)", "(2 `div`)", "(1 -)", "(: [])", "(and)", "(++ x)",
     "(`elem` xs)", "(< (-1))", "(+ (1 * 2))", "\\x -> x + 1"],
)  # fmt: skip
def test_sections_are_shown_as_they_are_written(text: str) -> None:
    program = parse(Source("test.fl", f"f = {text}\n"))
    assert show_program(program) == f"f = {text}\n"


@pytest.mark.parametrize(
    ("text", "never_used"),
    [
        ("f n = 1\nf 0 = 2\nf 1 = 3\nf 1", ["f 0 = 2"]),
        ("f n | n > 0 = 1\n    | otherwise = 2\nf 0 = 3\nf 1", ["f 0 = 3"]),
        ("f n | n > 0 = 1\nf n = 2\nf 1", []),
        ("f n = g where g | n > 0 = 1\nf 0 = 2\nf 1", ["f 0 = 2"]),
        ("f x 0 = 1\nf _ _ = 2\nf 1 2", []),
        ("import Lists\nf 0 = 1\nf n = 2\nsort [f 1]", []),
    ],
)
def test_an_equation_below_one_that_matches_everything_is_never_used(
    text: str, never_used: list[str]
) -> None:
    warned = [each for each in report(text).diagnostics if each.code == "FL039"]
    assert [each.primary.span.text for each in warned if each.primary] == never_used
