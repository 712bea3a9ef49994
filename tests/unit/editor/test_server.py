"""The language server over standard input and output, with pygls' own client."""

from __future__ import annotations

import json
from itertools import count

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .session import Session

NAMES = (f"document{number}" for number in count())

MISSPELT = {
    ".ios": ("read number : int\nprint numbr + 1\n", "IO002", "number"),
    ".top": ("def double x = x + x\ntask main = edit (duoble 2)\n", "TH010", "double"),
    ".fl": ("append [] ys = ys\nappend (x : xs) ys = x : apend xs ys\n", "FL010", "append"),
    ".apl": ("pred even(int).\neven(0).\n?- evne(0).\n", "AP010", "even"),
    ".fmsl": ("value total = 1;\n> totl + 1;\n", "FM010", "total"),
}
HABITS = {
    ".ios": ("read x : int\nif x > 1 && x < 5:\n    print x\n", "and"),
    ".top": ("task main = if True || False then edit 1 else fail\n", "or"),
    ".fl": ("f x = x != 1\n", "/="),
    ".apl": ("pred p(int).\np(X) <- X = 1.\n", ":-"),
    ".fmsl": ("value x = 1 == 2;\n", "="),
}


@pytest.mark.parametrize("ending", MISSPELT)
def test_a_misspelt_name_is_shown_and_fixed(session: Session, ending: str) -> None:
    text, code, right = MISSPELT[ending]
    uri = session.open(f"{next(NAMES)}{ending}", text)
    (shown,) = session.diagnostics(uri)
    assert shown.source == "refute"
    assert str(shown.code).startswith(code[:2])
    assert f"did you mean `{right}`?" in shown.message
    (fix, *_) = session.fixes(uri)
    assert fix.edit is not None
    assert fix.edit.changes is not None
    session.change(uri, session.edited(uri, list(fix.edit.changes[uri])))
    assert right in session.texts[uri].splitlines()[-1]
    assert session.diagnostics(uri) == []


@pytest.mark.parametrize("ending", HABITS)
def test_a_habit_of_another_language_is_fixed(session: Session, ending: str) -> None:
    text, right = HABITS[ending]
    uri = session.open(f"{next(NAMES)}{ending}", text)
    assert f"`{right}`" in session.diagnostics(uri)[0].message or ":-" in right
    (fix, *_) = session.fixes(uri)
    assert fix.edit is not None
    assert fix.edit.changes is not None
    session.change(uri, session.edited(uri, list(fix.edit.changes[uri])))
    assert session.diagnostics(uri) == []


PROGRAM = """-- joins two lists
append [] ys = ys
append (x : xs) ys = x : append xs ys

-- never longer
property same(xs) = append xs [] == xs
property short(xs) = append xs xs == xs
append [1] [2]
"""
DOCUMENT = {
    ".ios": ("# a number\nread count : int\nprint count + 1\n", "count", "int"),
    ".top": (
        "-- doubles\ndef twice x = x + x\ntask main = edit (twice 2)\n",
        "twice",
        "Int -> Int",
    ),
    ".fl": (PROGRAM, "append", "[a] -> [a] -> [a]"),
    ".apl": ("% whole numbers\npred even(int).\neven(0).\n?- even(X).\n", "even", "int"),
    ".fmsl": ("-- a number\nvalue total = 1;\n> total + 1;\n", "total", "integer"),
}


@pytest.mark.parametrize("ending", DOCUMENT)
def test_a_name_has_a_type_a_definition_uses_and_another_name(
    session: Session, ending: str
) -> None:
    text, name, shape = DOCUMENT[ending]
    uri = session.open(f"{next(NAMES)}{ending}", text)
    document = types.TextDocumentIdentifier(uri)
    last = session.position(uri, name, text.count(name) - 1)

    hover = session.wait(
        session.client.text_document_hover_async(types.HoverParams(document, last))
    )
    assert hover is not None
    assert shape in str(hover.contents)
    assert text.splitlines()[0].lstrip("-#% ") in str(hover.contents)

    found = session.wait(
        session.client.text_document_definition_async(types.DefinitionParams(document, last))
    )
    assert isinstance(found, types.Location)
    assert (found.uri, found.range.start) == (uri, session.position(uri, name))

    context = types.ReferenceContext(include_declaration=True)
    uses = session.wait(
        session.client.text_document_references_async(
            types.ReferenceParams(context=context, text_document=document, position=last)
        )
    )
    assert uses is not None
    assert len(uses) == text.count(name)

    renamed = session.wait(
        session.client.text_document_rename_async(
            types.RenameParams(new_name="other", text_document=document, position=last)
        )
    )
    assert renamed is not None
    assert renamed.changes is not None
    changed = session.edited(uri, list(renamed.changes[uri]))
    assert changed == text.replace(name, "other")
    session.change(uri, changed)
    assert session.diagnostics(uri) == []

    items = session.wait(
        session.client.text_document_completion_async(types.CompletionParams(document, last))
    )
    assert isinstance(items, list)
    labels = {each.label: each for each in items}
    assert labels["other"].detail is not None
    assert len([each for each in items if each.kind == types.CompletionItemKind.Keyword]) > 10


@pytest.mark.parametrize(("name", "reason"), [("xs", "xs"), ("if", "if"), ("2", "2")])
def test_a_name_that_would_change_the_meaning_is_refused(
    session: Session, name: str, reason: str
) -> None:
    uri = session.open(f"{next(NAMES)}.fl", "f x = let xs = x in (x, xs)\n")
    where = session.position(uri, "x =")
    params = types.RenameParams(
        new_name=name, text_document=types.TextDocumentIdentifier(uri), position=where
    )
    with pytest.raises(JsonRpcException, match=f"`{reason}`"):
        session.wait(session.client.text_document_rename_async(params))


def test_other_files_that_use_a_definition_are_renamed_as_well(session: Session) -> None:
    module = "module Shapes;\n\nexport Side;\n\nobject Side = integer;\n\nend Shapes;\n"
    user = "import Shapes.*;\n\nvalue one:Side = 1;\n"
    defined = session.open("Shapes.fmsl", module)
    used = session.open("user.fmsl", user)
    assert session.diagnostics(used) == []
    where = session.position(defined, "Side = ")
    document = types.TextDocumentIdentifier(defined)
    renamed = session.wait(
        session.client.text_document_rename_async(
            types.RenameParams(new_name="Edge", text_document=document, position=where)
        )
    )
    assert renamed is not None
    assert renamed.changes is not None
    assert {*renamed.changes} == {defined, used}
    assert session.edited(used, list(renamed.changes[used])) == user.replace("Side", "Edge")
    found = session.wait(
        session.client.text_document_definition_async(
            types.DefinitionParams(
                types.TextDocumentIdentifier(used), session.position(used, "Side")
            )
        )
    )
    assert isinstance(found, types.Location)
    assert (found.uri, found.range.start) == (defined, where)


def test_the_outline_the_folds_and_the_colours_of_a_document(session: Session) -> None:
    text = "-- one\n-- two\nf x = case x of\n    1 -> 2\n    y -> y\nproperty p(x) = f x > 0\n"
    uri = session.open(f"{next(NAMES)}.fl", text)
    document = types.TextDocumentIdentifier(uri)
    symbols = session.wait(
        session.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    )
    assert [each.name for each in symbols or ()] == ["f", "p"]
    first = (symbols or [])[0]
    assert isinstance(first, types.DocumentSymbol)
    assert (first.range.start.line, first.range.end.line) == (2, 4)
    folds = session.wait(
        session.client.text_document_folding_range_async(types.FoldingRangeParams(document))
    )
    assert {(each.start_line, each.end_line) for each in folds or ()} == {(0, 1), (2, 4)}
    tokens = session.wait(
        session.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(document)
        )
    )
    assert tokens is not None
    coloured = colours(session, text, list(tokens.data))
    assert coloured[:6] == [
        ("-- one", "comment"),
        ("-- two", "comment"),
        ("f", "function"),
        ("x", "variable"),
        ("case", "keyword"),
        ("x", "variable"),
    ]


def colours(session: Session, text: str, data: list[int]) -> list[tuple[str, str]]:
    assert session.offered.semantic_tokens_provider is not None
    legend = session.offered.semantic_tokens_provider.legend.token_types
    lines, found, line, column = text.split("\n"), [], 0, 0
    for place in range(0, len(data), 5):
        down, right, length, kind, _ = data[place : place + 5]
        line, column = line + down, right + (0 if down else column)
        found.append((lines[line][column : column + length], legend[kind]))
    return found


def test_formatting_keeps_comments(session: Session) -> None:
    uri = session.open(f"{next(NAMES)}.fl", "f  x=x  -- same\n-- law\nproperty p(x)=f x==x\n")
    params = types.DocumentFormattingParams(
        types.TextDocumentIdentifier(uri), types.FormattingOptions(4, insert_spaces=True)
    )
    edits = session.wait(session.client.text_document_formatting_async(params))
    assert session.edited(uri, list(edits or ())) == (
        "f x = x  -- same\n-- law\nproperty p(x) = f x == x\n"
    )
    session.change(uri, "f x = (  -- same\n")
    assert not session.wait(session.client.text_document_formatting_async(params))


# Questions

ASKED: dict[str, tuple[str, str, int]] = {
    ".ios": ("read x : int\nprint x\n", "check", 1),
    ".top": ("task main = enter Int\nproperty positive(v) = v > 0\n", "check", 2),
    ".fl": (PROGRAM, "check", 7),
    ".apl": ('pred p(int).\np(1).\np(2).\n#check "one" 3 : p(X) => X = 1.\n', "check", 4),
    ".fmsl": (
        (
            "operation Add\n    inputs: x:integer;\n    outputs: y:integer;\n"
            "    precondition: x > 0 and x < 0;\n    postcondition: y > x;\nend Add;\n"
        ),
        "check",
        1,
    ),
}


@pytest.mark.parametrize("ending", ASKED)
def test_a_question_is_answered_beside_it(session: Session, ending: str) -> None:
    text, command, line = ASKED[ending]
    uri = session.open(f"{next(NAMES)}{ending}", text)
    (lens,) = [
        each.command
        for each in session.lenses(uri)
        if each.range.start.line == line - 1 and each.command and each.command.title == command
    ]
    assert lens.arguments is not None
    (arguments,) = json.loads(json.dumps(lens.arguments))
    report = session.wait(session.ask(**arguments))
    assert report["outcomes"]
    hints = dict(session.hints(uri))
    if ending == ".ios":
        assert hints[line].startswith("✓ passed")
        assert session.diagnostics(uri) == []
        return
    assert hints[line].startswith("✗ refuted")
    (shown, *_) = session.diagnostics(uri)
    assert (shown.code, shown.severity) == ("refuted", types.DiagnosticSeverity.Error)
    assert report["exit_code"] == 1
    expected = 4 if ending == ".fmsl" else line
    assert shown.range.start.line == expected - 1
    assert "check again" in str([each.command for each in session.lenses(uri)])
    session.change(uri, text + "\n")
    assert session.diagnostics(uri) == []
    assert session.hints(uri) == []


def test_only_the_question_that_was_asked_is_answered_or_all(session: Session) -> None:
    uri = session.open(f"{next(NAMES)}.fl", PROGRAM)
    titles = [each.command.title for each in session.lenses(uri) if each.command]
    assert titles == ["check all 2", "check", "check", "run"]
    report = session.wait(session.ask(uri, "check", line=5))
    assert [each["question"] for each in report["outcomes"]] == ["same"]
    report = session.wait(session.ask(uri, "check"))
    assert [each["question"] for each in report["outcomes"]] == ["same", "short"]
    session.wait(session.ask(uri, "run"))
    assert [line for line, _ in session.hints(uri)] == [6, 7, 8]
    page = session.page(uri)
    assert "counterexample" in page
    assert "<html" in page


def test_a_long_check_does_not_disturb_typing_and_can_be_cancelled(session: Session) -> None:
    slow = "-- slow\nf x y z = x * x * x + y * y * y == z * z * z and x > 0 and y > 0\n"
    uri = session.open(f"{next(NAMES)}.fl", slow + "property p(x, y, z) = not (f x y z)\n")
    session.progress.clear()
    asked = session.ask(uri, "check", line=2, options={"effort": 1e6})
    session.until(lambda: any(value["kind"] == "report" for _, value in session.progress))
    token = session.progress[0][0]
    other = session.open(f"{next(NAMES)}.fl", "g = undefinedThing\n")
    assert len(session.diagnostics(other)) == 1
    assert any("checking" in str(each.command) for each in session.lenses(uri))
    session.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    with pytest.raises(JsonRpcException, match="cancelled"):
        session.wait(asked)
    session.until(lambda: session.progress[-1][1]["kind"] == "end")
    assert not any("checking" in str(each.command) for each in session.lenses(uri))


def test_what_cannot_be_asked_is_said(session: Session) -> None:
    uri = session.open(f"{next(NAMES)}.fl", "f x = x\n")
    for arguments, message in (
        ({"command": "check", "line": 0}, "nothing to check on line 1"),
        ({"command": "grade"}, "has no `refute grade`"),
        ({"command": "run", "options": {"depht": 3}}, "is not an option"),
    ):
        with pytest.raises(JsonRpcException, match=message):
            session.wait(session.ask(uri, **arguments))
    for wrong in ({"line": "one"}, {"lines": 1}, {"options": 3}):
        with pytest.raises(JsonRpcException, match=r"refute\.ask"):
            session.wait(session.ask(uri, "check", **wrong))
    report = session.wait(session.ask(uri, "run"))
    assert report["outcomes"] == []
    assert [each.code for each in session.diagnostics(uri)] == ["FL031"]
    with pytest.raises(JsonRpcException, match="is not open"):
        session.wait(session.ask("file:///nowhere.fl", "check"))


# Texts


def test_lines_end_and_columns_count_as_the_editor_has_them(session: Session) -> None:
    text = 'def x = "😀" ++ undefinedThing\r\ntask main = edit missing\r\n'
    uri = session.open(f"{next(NAMES)}.top", text)
    starts = [each.range.start for each in session.diagnostics(uri)]
    # the smiling face takes two units
    assert starts == [types.Position(0, 16), types.Position(1, 17)]


def test_files_of_no_language_are_left_alone(session: Session) -> None:
    path = session.folder / "program.py"
    path.write_text("x = undefined\n", "utf-8")
    item = types.TextDocumentItem(path.as_uri(), "python", 1, "x = undefined\n")
    session.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    params = types.HoverParams(types.TextDocumentIdentifier(path.as_uri()), types.Position(0, 0))
    with pytest.raises(JsonRpcException, match="no language"):
        session.wait(session.client.text_document_hover_async(params))
    assert path.as_uri() not in session.published
