"""Documents: rules and grammars as MathML and LaTeX."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from asking import report_on
from refute.source import Source

EXAMPLES = sorted(Path("examples/nominal").glob("*.apl"))

PROGRAM = r"""% A calculus.
id : name_type.
exp : type. var : id -> exp. app : (exp, exp) -> exp. lam : id\exp -> exp.
% [E{F/X}]
func sub(exp, exp, id) = exp.
sub(var(X), E, X) = E.
sub(lam(y\M), E, X) = lam(y\sub(M, E, X)) :- y # (E, X).
% [E --> F]
pred step(exp, exp).
step(app(lam(x\M), N), sub(M, N, x)).  % [beta]
step(app(M, N), app(M', N)) :- step(M, M').
pred odd(int).
odd(X) :- new a. not(X = 1), (X > 3 ; exists Y. Y = X), (X = 1 -> odd(1) | odd(2)).
#check "deterministic" 4 : step(M, N1), step(M, N2) => N1 = N2.
#check "moves" 4 : step(sub(M, N, x), P) => step(sub(M, N, y), P).
"""


def document(source: Source) -> tuple[str, str]:
    page, latex = report_on("doc", source).artifacts
    return page.text, latex.text


def plain(page: str) -> str:
    """What a page says, without its elements."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def test_notations_names_and_functions_stand_as_on_paper() -> None:
    page, latex = document(Source("calculus.apl", PROGRAM))
    said = plain(page)
    assert "A calculus." in said
    assert "app ( lam ( x . M ) , N ) ⟶ M { N / x } beta" in said
    assert "M ⟶ M ′ app ( M , N ) ⟶ app ( M ′ , N ) step-app" in said
    assert "exp ::= var ( id )" in said
    assert re.search(r"deterministic\. If M ⟶ N 1\s*, M ⟶ N 2 then N 1 = N 2", said)
    assert "moves. If M { N / x } ⟶ P then M { N / y } ⟶ P" in said
    assert r"\frac{\mathit{M}\;\longrightarrow\;\mathit{M}'}" in latex
    assert r"\rulename{beta}" in latex


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_formulas_are_well_formed(path: Path) -> None:
    page, latex = document(Source(str(path), path.read_text("utf-8")))
    formulas = re.findall(r"<math.*?</math>", page, re.DOTALL)
    assert formulas
    for each in formulas:
        ElementTree.fromstring(each)
    unescaped = re.sub(r"\\[\\{}]", "", latex)
    assert unescaped.count("{") == unescaped.count("}")
    assert latex.count(r"\begin") == latex.count(r"\end")


def test_texts_and_characters_are_typeset_as_they_are_written() -> None:
    text = "pred p([char], char).\np(\"a <\\n\", 'b').\np(['a'|_], '\"')."
    page, latex = document(Source("texts.apl", text))
    assert "<mtext>“a\u00a0&lt;\\n”</mtext>" in page
    assert "<mtext>‘b’</mtext>" in page
    assert r"\textsf{“a\ \textless{}\textbackslash{}n”}" in latex
    assert r"[\textsf{‘a’}\mid" in latex
