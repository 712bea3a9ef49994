import pytest

from refute.diagnostics import InputError
from refute.languages.workflow import syntax
from refute.languages.workflow.parser import parse, parse_expression
from refute.languages.workflow.show import show, show_program, show_type
from refute.source import Source

from .examples import ROOT, example, source


def parsed(text: str) -> syntax.Expression:
    return parse_expression(Source("test", text))


@pytest.mark.parametrize(
    ("symbols", "letters"),
    [
        ("□1 ⋈ ⊠INT ◆ ■l ◇ ↯", "edit 1 <&> enter Int <|> shared l <?> fail"),
        ("⊠Int ▶ λx. □x ▷ λ_. ↯", r"enter Int >>= \x. edit x >>? \_. fail"),
        ("¬(a ∧ b ∨ c ≤ d)", "not (a and b or c <= d)"),
        ("a ≡ b ⊃ c ≠ d ⊃ e ≥ f × 2", "a == b ==> c != d ==> e >= f * 2"),
        ("⟨1, x ∈ l⟩", "(1, x in l)"),
        ("⊠(Int × Bool)", "enter (Int, Bool)"),
        ("λf : Int → Bool. f", r"\f : Int -> Bool. f"),
        ("λx. x", r"\x. x"),
    ],
)
def test_the_symbols_of_the_paper_mean_the_same_as_letters(symbols: str, letters: str) -> None:
    assert parsed(symbols) == parsed(letters)


def test_names_begin_with_letters_of_any_european_language() -> None:
    capital = parse(Source("test", "type Größe = Ärmel | Öl\ntask main = enter Größe"))
    plain = parse(Source("test", "type Size = Arm | Oil\ntask main = enter Size"))
    assert [type(each) for each in capital.declarations] == [
        type(each) for each in plain.declarations
    ]


@pytest.mark.parametrize(
    ("loose", "tight"),
    [
        ("a <&> b <|> c", "(a <&> b) <|> c"),
        ("a <|> b <&> c", "a <|> (b <&> c)"),
        ("a <?> b <|> c", "a <?> (b <|> c)"),
        ("a <&> b <&> c", "(a <&> b) <&> c"),
        ("a >>= f >>? g", "a >>= (f >>? g)"),
        ("a <?> b >>= f", "(a <?> b) >>= f"),
        (r"a >>= \x. b >>= \y. c", r"a >>= (\x. (b >>= (\y. c)))"),
        ("edit x <&> edit y", "(edit x) <&> (edit y)"),
        ("edit f x", "edit (f x)"),
        ("r := 1 :: 2 :: !l", "r := (1 :: (2 :: (!l)))"),
        ("a + b * c - d", "(a + (b * c)) - d"),
        ("not a in b and c", "(not (a in b)) and c"),
        ("len l == 3 and uniq l", "((len l) == 3) and (uniq l)"),
        ("min 600 (a / 10) + 1", "(min 600 (a / 10)) + 1"),
        ("f !x y", "(f (!x)) y"),
        ("-a * b", "(-a) * b"),
        ("edit 1 <?> if a then b else c <?> d", "edit 1 <?> (if a then b else (c <?> d))"),
        ("assert (a) b >>= c", "assert a (b >>= c)"),
    ],
)
def test_how_tightly_operators_bind(loose: str, tight: str) -> None:
    assert parsed(loose) == parsed(tight)


def test_the_first_in_after_a_let_is_its_own() -> None:
    assert parsed("let a = (x in l) in a") == parsed("let a = x ∈ l in a")
    assert parsed("let a = let b = 1 in b in a in l") == syntax.Let(
        syntax.NamePattern("a"),
        syntax.Let(syntax.NamePattern("b"), syntax.Integer(1), syntax.Name("b")),
        syntax.Binary("in", syntax.Name("a"), syntax.Name("l")),
    )


def test_parameters_are_lambdas() -> None:
    assert parse(source(r"def f x (a, b) = a")) == parse(source(r"def f = \x. \(a, b). a"))
    assert parsed("let f x = x in f") == parsed(r"let f = \x. x in f")


def test_texts_numbers_and_comments() -> None:
    assert parsed('"a\\n\\u00e9\\""') == syntax.Text('a\né"')
    assert parsed("-3 -- three, negative") == syntax.Integer(-3)
    assert parsed("-(3)") == syntax.Unary("-", syntax.Integer(3))


def test_places_are_those_of_the_text() -> None:
    (task,) = parse(source("task main =\n  edit (1 + 2)")).declarations
    assert isinstance(task, syntax.TaskDeclaration)
    assert isinstance(task.body, syntax.Edit)
    assert (task.body.span.text, str(task.body.value.span)) == ("edit (1 + 2)", "test.top:2:8")


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/workflow/*.top")), ids=str)
def test_examples_are_shown_as_they_are_meant(path: object) -> None:
    program = parse(example(str(path).rpartition("/")[2].removesuffix(".top")))
    assert parse(Source("shown", show_program(program))) == program


@pytest.mark.parametrize(
    "text",
    ["(-3)", "-(3)", "-(-(3))", "f (-1)", "(a : List (Ref Int))", "let x = (a in b) in x", "- a"],
)
def test_odd_expressions_are_shown_as_they_are_meant(text: str) -> None:
    assert parsed(show(parsed(text))) == parsed(text)


def test_types_are_shown_with_the_brackets_they_need() -> None:
    text = "(Int -> Bool) -> List (List (Int, Unit)) -> Ref (Task Int -> Int)"
    pattern = parsed(rf"\x : {text}. x")
    assert isinstance(pattern, syntax.Lambda)
    assert isinstance(pattern.parameter, syntax.NamePattern)
    assert pattern.parameter.annotation is not None
    assert show_type(pattern.parameter.annotation) == text


def test_a_file_that_ends_too_early_says_what_is_missing() -> None:
    with pytest.raises(InputError) as caught:
        parse(source("task main = if a then b"))
    assert caught.value.diagnostics[0].message == "expected `else`, but the text ends"
