"""What people write by mistake or by habit, and what they are told to write."""

import pytest

from refute.diagnostics import InputError
from refute.languages.workflow.program import load

from .examples import source

TASK = 'task main = enter Int as "N" >>? \\x. view x\n'
SLIPS = {
    "task main = enter Int >>= \\x. if !(x > 3) then view x else fail": "write `not (x > 3)`",
    "def r = ref 1\ntask main = view (r + 1)": "what a reference `r` holds is `!r`",
    "def r = ref 1\ntask main = view (1 + r)": "what it holds is `!r`",
    "def r = ref 1\ntask main = r >>? \\x. view x": "`shared r`, and `watch r`",
    "task main = enter Int >>= \\x. view (x * 1.19)": "by `decimal`: `decimal x`",
    "task main = enter Decimal >>= \\x. view (x * 2)": "as a decimal, write `2.0`",
    "task main = enter Int >>= \\x. case x of { 1 -> view 1, _ -> fail }": "`if x == 1 then",
    "type A = Paid Int | No\ntask main = enter A >>= \\a. view (a == Paid -1)": "`f (-1)`",
    "task main = map (\\n. view n) [1, 2]": "write `all (…)`",
    "type P = { a : Int }\ntask main = enter P >>= \\p. view p { a = 1 }": "with all of its fields",
    TASK + "eventually e": 'it is about an input: `eventually name = "Approve"`',
    TASK + "eventually e = C": "named by its label, in double quotes",
    TASK + 'never n = "N" before Pay': "named by its label, in double quotes",
    TASK + "eventually e(v) = v > 3": "about a value, write `property name(v) = …`",
    TASK + "only o = officer\nfinishes f": 'say what: `only name = officer can "Approve"`',
    TASK + "same main\nfinishes f": "compares two tasks: `same old new`",
    "task main = enter Int >>? fun x -> view x": "a function is written `\\x. body`",
    "task main = do x <- enter Int; view x": "`enter Int >>= \\x. …`",
    "type C = { a : Int; b : Int }\n" + TASK: "separated by `,`",
    "type C = { amount : Int }\ntask main = enter C >>? \\c. view c.amont": "mean `amount`",
    'task main = enter Int @ "officer"': "without quotes: `@ officer`",
    "user anna officer\n" + TASK: "`user anna : officer, clerk`",
    "type T = A | B\ntask main = enter T >>= \\t. case t of A -> view 1, B -> view 2": "in braces",
    "task main = enter Int >>= x -> view x": "a function is written `\\x. body`",
    'task main = choose { "A" => view 1 }': "follows `->`",
    'task main = choose { "A" when 1 > 2 => view 1 }': "follows `->`",
    TASK + "property p(v): v == 3": "the claim follows `=`",
    TASK + 'never "N"': '`never name = "Pay"`',
    TASK + 'eventually "N"': '`eventually name = "Approve"`',
    TASK + 'always "N" before "N"': "`always name = ",
    TASK + 'only officer can "N"': 'write `only name = officer can "Approve"`',
    TASK + 'nobody but officer can "N"': 'write `only name = officer can "Approve"`',
    TASK + 'nobody can "N" and "N"': '`nobody name = can "Request" and "Approve"`',
    'task main = enter Int as "N"\nnever "N"': 'write `never name = "Pay"`',
    'task main = enter Int as "N"\nnobody but officer can "N"': "write `only name = ",
    TASK + "invariant 1 > 2": "`invariant name = …`",
    TASK + "finishes": "give it a name: `finishes name`",
    'task main = enter Int >>= \\x. if x > 3 then view x\nnever n = "N"': "`then` and `else`",
    "task main = (enter Int\ninvariant i = 1 > 2": "close the bracket",
    TASK + "property p v = v > 3": "in parentheses: `property name(v) = …`",
    'task main = choose { "A": view 1 }': "what a button does follows `->`",
    'task main = choose { "A" -> view 1, "B": view 1 }': "what a button does follows `->`",
    "task main = enter Int >>= \\x. if 1 < x < 3 then view x else fail": "`1 < x and x < 3`",
    "task main = view 3,50": "with a period: `3.50`",
    'task main = enter Int as "N" by officer': "`… @ officer`",
    "/* all of it */ " + TASK: "a comment begins with `--`",
    TASK + "/* all of it */": "a comment begins with `--`",
    "task main = update 3": "`edit e`",
    "task main = enter List Int": "`(List Int)`",
    "task main = enter Int >>= view\nfinishes f": "`>>= \\x. view x`",
    TASK + 'always a = officer can "N"': 'write `only name = officer can "Approve"`',
    TASK + 'only o = officer can "N"': "`… @ officer`",
    "task main = later 3\ndef later x = view x": "move it up",
    "task main = enter Int >>? x. view x": "a function is written `\\x. body`",
    "task main = do\n  x <- enter Int\n  view x": "`enter Int >>= \\x. …`",
    "task main = enter [Int]": "`enter (List Int)`",
    "task main = enter Real": "write `Decimal`",
    "type T = { a = Int }\n" + TASK: "a field has a type",
    "type T = { a : Int b : Int }\n" + TASK: "separated by `,`",
    "task main = enter Int >>= \\x. case x of 0 -> fail": "`if x == 1 then",
    "task main = enter Int when x > 0": "a condition belongs to a button",
    "task main(x) = view x": "`def judge (p : Int) = …`",
    "data T = A | B\n" + TASK: "`type Answer = Yes | No`",
    TASK + "let f = 1": "begins with `def`",
    'task main = view ("a" + "b")': "to join texts or lists, write `++`",
    "task main = let seats = ref [1] in shared seats\nproperty p = len (!seats) == 1": "def seats",
}


@pytest.mark.parametrize("text", SLIPS)
def test_slips_get_what_to_write(text: str) -> None:
    with pytest.raises(InputError) as failure:
        load(source(text))
    assert SLIPS[text] in failure.value.diagnostics[0].help
