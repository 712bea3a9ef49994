"""`refute run` on the examples that were promised."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import refute
from asking import report_on
from refute.cli.main import commands
from refute.diagnostics import InputError
from refute.languages.funlogic.run import Row
from refute.report.outcome import Outline, Table, Verdict
from refute.search import STRATEGY_NAMES
from refute.source import Source

from .programs import answers, asked, first, report, shown

every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


@every
def test_the_query_of_the_paper(strategy: str) -> None:
    outcome = asked("solve x where append [1] x == append [1, 2] [3, 4, 5]", strategy=strategy)
    assert shown(outcome) == ["[2, 3, 4, 5]"]
    assert outcome.called == "complete"
    assert "the search is complete" in outcome.summary


@every
def test_the_four_splits_of_a_list(strategy: str) -> None:
    text = "solve xs ys where append xs ys == [1, 2, 3]"
    assert answers(text, strategy=strategy) == [
        "[1, 2, 3], []",
        "[1, 2], [3]",
        "[1], [2, 3]",
        "[], [1, 2, 3]",
    ]


@pytest.mark.parametrize("strategy", ["breadth-first", "interleaving", "iterative-deepening"])
def test_a_fair_strategy_gives_ones_for_ever(strategy: str) -> None:
    assert first(3, "f x = f x ? x\nf 1", strategy=strategy) == ["1", "1", "1"]


def test_depth_first_is_lost_in_the_left_branch() -> None:
    outcome = asked("f x = f x ? x\nf 1", strategy="depth-first", time_limit=0.3)
    assert outcome.verdict is Verdict.UNDECIDED
    made = report("f x = f x ? x\nf 1", strategy="depth-first", nodes=3_000)
    assert made.exit_code == 3
    assert "node limit" in made.outcomes[0].reason


def test_exit_codes_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "ones.fl"
    file.write_text("f x = f x ? x\nf 1\n", "utf-8")
    depth_first = ["run", str(file), "--strategy", "depth-first", "--nodes", "2000"]
    assert CliRunner().invoke(commands, depth_first).exit_code == 3
    found = CliRunner().invoke(commands, ["run", str(file), "--limit", "3"])
    assert found.exit_code == 0
    assert found.stdout.splitlines()[3:6] == ["    1", "    1", "    1"]


QUEENS = """
safe _ _ [] = True
safe q d (p : ps) = q /= p and q /= p + d and q /= p - d and safe q (d + 1) ps

pick [x] = x
pick (x : y : ys) = x ? pick (y : ys)

upto n = if n == 0 then [] else n : upto (n - 1)

place 0 _ = []
place k n = extend (pick (upto n)) (place (k - 1) n)
extend q ps = case safe q 1 ps of True -> q : ps

place 6 6
"""


def test_six_queens_have_four_solutions() -> None:
    assert answers(QUEENS, effort=6.0) == [
        "[2, 4, 6, 1, 3, 5]",
        "[3, 6, 2, 5, 1, 4]",
        "[4, 1, 5, 2, 6, 3]",
        "[5, 3, 1, 6, 4, 2]",
    ]


def test_send_more_money() -> None:
    text = """
digit x = x >= 0 and x <= 9
digits [] = True
digits (x : xs) = digit x and digits xs
different [] = True
different (x : xs) = other x xs and different xs
other _ [] = True
other x (y : ys) = x /= y and other x ys

solve s e n d m o r y where
  digits [s, e, n, d, m, o, r, y] and different [s, e, n, d, m, o, r, y]
    and s > 0 and m > 0
    and 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
      == 10000 * m + 1000 * o + 100 * n + 10 * e + y
"""
    assert answers(text, effort=6.0) == ["9, 5, 6, 7, 1, 0, 8, 2"]


def test_naive_reverse_backwards() -> None:
    assert first(1, "solve xs where rev xs == [1, 2, 3, 4]") == ["[4, 3, 2, 1]"]


PEANO = """
data Nat = Z | S Nat
plus Z m = m
plus (S n) m = S (plus n m)
times Z _ = Z
times (S n) m = plus m (times n m)
"""


def test_peano_arithmetic_forwards() -> None:
    assert answers(PEANO + "times (S (S Z)) (S (S (S Z)))") == ["S (S (S (S (S (S Z)))))"]


def test_peano_arithmetic_backwards() -> None:
    assert answers(PEANO + "solve a b where plus a b == S (S Z)") == [
        "S (S Z), Z",
        "S Z, S Z",
        "Z, S (S Z)",
    ]
    assert answers(PEANO + "solve a where plus (S Z) a == S (S (S Z))") == ["S (S Z)"]
    found = first(1, PEANO + "solve a where times (S (S Z)) a == S (S (S (S Z)))")
    assert found == ["S (S Z)"]


def test_sublists() -> None:
    text = "sub [] = []\nsub (x : xs) = x : sub xs ? sub xs\nsub [1, 2, 3]"
    assert answers(text) == [
        "[1, 2, 3]",
        "[1, 2]",
        "[1, 3]",
        "[1]",
        "[2, 3]",
        "[2]",
        "[3]",
        "[]",
    ]


def test_last_as_a_query() -> None:
    text = "last xs = let ys y free in case append ys [y] == xs of True -> y\nlast [1, 2, 3]"
    assert answers(text) == ["3"]


PERMUTATIONS = """
insert x ys = x : ys ? inside x ys
inside x (y : ys) = y : insert x ys
perm [] = []
perm (x : xs) = insert x (perm xs)
sorted [] = True
sorted [_] = True
sorted (x : y : ys) = x <= y and sorted (y : ys)
"""


def test_permutations() -> None:
    assert len(set(answers(PERMUTATIONS + "perm [1, 2, 3, 4]"))) == 24


def test_permutation_sort() -> None:
    text = PERMUTATIONS + "sort xs = let ys = perm xs in case sorted ys of True -> ys\n"
    assert answers(text + "sort [3, 1, 4, 2]") == ["[1, 2, 3, 4]"]


def test_permutation_sort_backwards() -> None:
    text = PERMUTATIONS + "solve x y z where perm [x, y, z] == [1, 2, 3]"
    assert len(set(answers(text))) == 6


# What else a run says


def test_queries_are_answered_in_their_order() -> None:
    made = report("x = 1\nx + 1\nsolve y where y == x\nx + 2\n")
    assert [shown(each) for each in made.outcomes] == [["2"], ["1"], ["3"]]
    assert [each.question for each in made.outcomes] == ["x + 1", "solve y where y == x", "x + 2"]
    assert [each.place for each in made.outcomes] == ["test.fl:2:1", "test.fl:3:1", "test.fl:4:1"]


def test_a_query_without_answers_is_complete() -> None:
    outcome = asked("solve x where x == 1 and x == 2")
    assert outcome.verdict is Verdict.CONFIRMED
    assert outcome.summary.startswith("no answers")


def test_no_more_answers_than_the_limit_are_shown() -> None:
    for limit in (1, 2, 3):
        outcome = asked("solve x where x > 0 and x < 5", limit=limit)
        assert len(shown(outcome)) == limit
        assert outcome.verdict is Verdict.PASSED


def test_an_answer_is_shown_once_however_its_unknowns_make_it() -> None:
    text = "solve x where let y free in x == y * y and y > -3 and y < 3"
    assert answers(text) == ["0", "1", "4"]


def test_an_open_answer_without_conditions_names_none() -> None:
    outcome = asked("solve x y where x == y + 1")
    (line,) = shown(outcome)
    assert line == "y + 1, y, for example y = 0"


def test_a_file_that_asks_nothing_is_told_so() -> None:
    for command in ("run", "tree"):
        with pytest.raises(InputError) as caught:
            report_on(command, Source("test.fl", "f x = x"))
        assert caught.value.diagnostics[0].code == "FL031"


def test_an_unknown_function_leaves_the_query_undecided() -> None:
    outcome = asked("solve f where f 1 == 2", nodes=1_000)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "function" in outcome.reason


# Trees


def drawn(text: str, **settings: int) -> tuple[Outline, bool]:
    (outcome,) = report_on("tree", Source("test.fl", text), **settings).outcomes
    (block,) = outcome.blocks
    assert isinstance(block, Outline)
    return block, outcome.verdict is Verdict.PASSED


def test_a_small_tree_is_drawn_whole() -> None:
    outline, cut = drawn("(1 ? 2) ? 3")
    assert not cut
    assert outline.label == "(1 ? 2) ? 3"
    assert [each.label for each in outline.children] == ["1 → 1", "2 → 2", "3 → 3"]
    assert {each.mark for each in outline.children} == {"answer"}


def test_an_infinite_tree_is_drawn_as_far_as_asked() -> None:
    outline, cut = drawn("f x = f x ? x\nf 1", depth=3)
    assert cut
    depth = 0
    while outline.children:
        outline, depth = outline.children[0], depth + 1
    assert depth == 4
    assert outline.mark == "cut"


def test_a_fork_wider_than_the_page_says_that_it_goes_on() -> None:
    makers = " | ".join(f"C{number}" for number in range(70))
    outline, cut = drawn(f"data T = {makers}\nf C0 = 1\nf _ = 2\nsolve x where f x == 2")
    assert cut or len(outline.children) == 70


def test_impossible_branches_are_marked() -> None:
    outline, _ = drawn("f 1 = 1\nf 2 = 2\nf n = 3\nsolve x where x > 5 and f x == 3")
    assert [each.mark for each in outline.children] == ["impossible", "impossible", "answer"]


def test_an_interrupt_while_an_answer_is_worked_on_keeps_those_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = iter(range(2))

    def rows(*_: object, **__: object) -> list[Row]:
        if next(shown, None) is None:
            raise KeyboardInterrupt
        return [Row(("1",))]

    monkeypatch.setattr("refute.languages.funlogic.run.rows", rows)
    asked = refute.open("f x = f x ? x\nf 1", language="funlogic").run()
    with pytest.raises(KeyboardInterrupt):
        asked.report  # noqa: B018 - reads them to their end
    outcome = asked.outcomes[0]
    assert outcome.verdict == "undecided"
    assert outcome.reason == "it was interrupted"
    assert outcome.summary.startswith("2 values")


def test_all_lists_numbers_beyond_ten() -> None:
    assert first(12, "solve x where x * 2 > 7", all=True) == [str(n) for n in range(4, 16)]
    assert len(answers("solve x where x > 0 and x < 30", all=True)) == 29
    assert len(answers("solve x y where x > 0 and y > 0 and x + y < 7", all=True)) == 15


def test_all_lists_thousands_of_numbers() -> None:
    outcome = asked("solve n where n >= 1 and n <= 20000", all=True)
    assert outcome.verdict == "confirmed"
    (block,) = outcome.blocks
    assert isinstance(block, Table)
    assert [row[0] for row in block.rows] == [str(n) for n in range(1, 20001)]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("solve x y where x + y == 900 and x >= 0 and y >= 0", 901),
        ("solve n where n * n <= 250000", 1001),
        ("solve n where n >= 1000000000 and n < 1000000300", 300),
        ("solve x y where x * x + y * y <= 100", 317),
        ("solve n m where n > 0 and m == n + n and n < 300", 299),
        ("solve n where n >= 0 and n <= 5000 and mod n 250 == 7", 20),
    ],
)
def test_all_ends_when_all_are_listed(query: str, count: int) -> None:
    listed = answers(query, all=True)
    assert len(listed) == len(set(listed)) == count


def test_all_goes_on_where_numbers_are_far_apart() -> None:
    assert first(3, "solve n where mod n 1000003 == 5 and n >= 0", all=True) == [
        "5",
        "1000008",
        "2000011",
    ]


def test_all_numbers_without_end_take_the_effort_and_not_more() -> None:
    outcome = asked("solve n where n > 5", all=True, effort=0.1)
    assert outcome.verdict == "undecided"
    assert outcome.reason == "the effort limit was reached"
    (block,) = outcome.blocks
    assert isinstance(block, Table)
    assert len(block.rows) > 2_000


def test_frames_that_are_kept_are_part_of_the_effort() -> None:
    loop = asked("loop n = loop (n + 1)\nloop 0", effort=0.1)
    deep = asked("deep n = 1 + deep (n + 1)\ndeep 0", effort=0.1)
    assert loop.verdict == deep.verdict == "undecided"
    assert loop.reason == deep.reason == "the effort limit was reached"
    assert 5 * deep.statistics["nodes"] < loop.statistics["nodes"]


def test_looking_at_many_conditions_is_part_of_the_effort() -> None:
    outcome = asked("solve n where [x * x | x <- [1 .. n], n < 5] == [1, 4, 9]", effort=0.1)
    assert shown(outcome) == ["3"]
    assert outcome.reason == "the effort limit was reached"
    assert outcome.statistics["nodes"] < 2_000


def test_a_question_is_shown_on_one_line_with_its_texts_as_they_are() -> None:
    assert asked('"a  b\\"  " ++\n   "c"').question == '"a  b\\"  " ++ "c"'


@pytest.mark.parametrize("call", ['error "too small"', "undefined"])
def test_errors_of_the_program_are_told_as_such(call: str) -> None:
    report = report_on("run", Source("test.fl", f"f x = {call}\nf 1"))
    (complaint,) = report.diagnostics
    assert complaint.message == f"the program came to `{call}`"
    assert complaint.primary is None
