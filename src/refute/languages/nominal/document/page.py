"""`refute doc`: the syntax as a grammar, judgements as inference rules, functions as equations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from refute.frontend.nesting import room_for_nesting
from refute.languages.language import Request, Stream
from refute.languages.nominal import core
from refute.languages.nominal.document import latex, mathml
from refute.languages.nominal.document.typeset import (
    GAP,
    Kind,
    Pieces,
    Rule,
    Typesetter,
    capitals,
    sign,
)
from refute.languages.nominal.explain.rules import rule_names, written_name
from refute.languages.nominal.options import ProgramOptions
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.signature import argument_types
from refute.languages.nominal.types import TypeConstructor
from refute.record import entity, record
from refute.report.outcome import Artifact
from refute.source import Source

STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c1c1c;background:#fff}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem;"
    "border-bottom:1px solid #ddd}h3{font-size:1rem;margin:1.6rem 0 .4rem}"
    ".rules{display:flex;flex-wrap:wrap;gap:1.6rem 2.6rem;align-items:end;margin:1rem 0}"
    ".rules>div,.wide{overflow:auto hidden;max-width:100%;padding:.2rem 0}math{font-size:1.08rem}"
    ".form{border:1px solid #888;border-radius:4px;padding:.1rem .6rem;display:inline-block}"
    ".rule-name{font-size:.8rem;font-variant:small-caps;color:#555}"
    "table{border-collapse:collapse}td{padding:.15rem .5rem;vertical-align:baseline}"
    "p.about{color:#444}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#e8e8e8}"
    ".rule-name,p.about{color:#aaa}h2{border-color:#444}}"
)


@record
class Production:
    """A type with the forms of its terms; without any for a type of names."""

    name: str
    alternatives: tuple[Pieces, ...]


@record
class Judgement:
    """A predicate, its form with types, and its rules."""

    name: str
    form: Pieces
    rules: tuple[Rule, ...]


@record
class Definition:
    """A function, its form with types, and its equations with their conditions."""

    name: str
    form: Pieces
    equations: tuple[Rule, ...]


@record
class Theorem:
    """A claim of the program."""

    name: str
    hypotheses: tuple[Pieces, ...]
    conclusion: Pieces


@record
class Paper:
    """Everything that a file defines."""

    title: str
    about: str
    productions: tuple[Production, ...]
    judgements: tuple[Judgement, ...]
    definitions: tuple[Definition, ...]
    theorems: tuple[Theorem, ...]


def doc(request: Request[ProgramOptions]) -> Stream:
    """The program as a web page and as a LaTeX document."""
    program, items = load(request.source, request.options.seed, request.options.before)
    theorems = [each for each in items if isinstance(each, core.Check)]
    with room_for_nesting():
        paper = Reader(program, request.source).paper(theorems)
        page, document = to_html(paper), to_latex(paper)
    yield Artifact("index.html", page)
    yield Artifact("rules.tex", document)


@entity
class Reader:
    """Collects the definitions of a file, without those of files that it uses."""

    program: Program
    source: Source

    @property
    def _setter(self) -> Typesetter:
        return Typesetter(self.program.parser.operators)

    def paper(self, theorems: Sequence[core.Check]) -> Paper:
        """The definitions of the file, with its theorems."""
        own = [each for each in self.program.checker.predicates if each.span.source is self.source]
        return Paper(
            Path(self.source.name).name,
            _first_comment(self.source),
            tuple(self._productions()),
            tuple(self._judgement(each) for each in own if each.role == "predicate"),
            tuple(self._definition(each) for each in own if each.role == "function"),
            tuple(self._theorem(each) for each in theorems if each.span.source is self.source),
        )

    def _productions(self) -> Iterator[Production]:
        for names in self.program.checker.scope.around:
            for name, meaning in names.types.items():
                made = meaning.constructor
                if made is not None and made.names:
                    yield Production(name, ())
                elif made is not None and (found := self._constructors(made)):
                    yield Production(name, tuple(map(self._alternative, found)))

    def _constructors(self, made: TypeConstructor) -> list[core.Symbol]:
        found = self.program.checker.datatypes.get(made, ())
        return [each for each in found if each.span.source is self.source]

    def _alternative(self, symbol: core.Symbol) -> Pieces:
        setter = self._setter
        types = [setter.type(each) for each in argument_types(symbol)]
        base = symbol.name.rpartition(".")[2] or symbol.name
        if len(types) == 2 and base in setter.operators:
            return [*types[0], GAP, sign(base), GAP, *types[1]]
        return [(Kind.WORD, base), *_listed(types)]

    def _form(self, symbol: core.Symbol) -> Pieces:
        """A predicate or function with the types of its arguments, or in its notation."""
        setter = self._setter
        types = [setter.type(each) for each in argument_types(symbol)]
        value = [GAP, sign(":"), GAP, *types.pop()] if symbol.role == "function" else []
        base = symbol.name.rpartition(".")[2] or symbol.name
        called: Pieces = [(Kind.WORD, base), *_listed(types)]
        if not written_name(symbol.span):
            return [*called, *value]
        named = [core.Variable(each, symbol.result) for each in capitals(written_name(symbol.span))]
        inputs = named[: len(types)]
        if symbol.role == "function":
            return [*setter.atom_inputs(symbol, inputs), *value]
        return setter.atom(symbol, inputs)

    def _rules(self, symbol: core.Symbol) -> tuple[Rule, ...]:
        names = rule_names(symbol.clauses)
        pairs = zip(names, symbol.clauses, strict=True)
        return tuple(self._setter.rule(name, clause) for name, clause in pairs)

    def _judgement(self, symbol: core.Symbol) -> Judgement:
        return Judgement(symbol.name, self._form(symbol), self._rules(symbol))

    def _definition(self, symbol: core.Symbol) -> Definition:
        return Definition(symbol.name, self._form(symbol), self._rules(symbol))

    def _theorem(self, theorem: core.Check) -> Theorem:
        setter = self._setter
        hypotheses = setter.premises(theorem.hypotheses)
        return Theorem(theorem.name, hypotheses, setter.goal(theorem.conclusion))


def _listed(parts: Sequence[Pieces]) -> Pieces:
    inside: Pieces = []
    for each in parts:
        inside += [*([sign(","), GAP] if inside else []), *each]
    return [sign("("), *inside, sign(")")] if parts else []


def _first_comment(source: Source) -> str:
    """The text of the comment at the top of a file."""
    lines: list[str] = []
    for line in source.text.splitlines():
        if not line.startswith("%"):
            break
        lines.append(line.strip("% \t"))
    return " ".join(lines)


# Pages


def to_html(paper: Paper) -> str:
    """A self-contained page with formulas in MathML."""
    title = escape(paper.title)
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width"><style>',
        f"{STYLE}</style></head><body><h1>{title}</h1>",
    ]
    if paper.about:
        parts.append(f'<p class="about">{escape(paper.about)}</p>')
    if paper.productions:
        parts += ["<h2>Syntax</h2><table>", *map(_production, paper.productions), "</table>"]
    if paper.judgements:
        parts += ["<h2>Judgements</h2>", *map(_judgement, paper.judgements)]
    if paper.definitions:
        parts += ["<h2>Functions</h2>", *map(_definition, paper.definitions)]
    if paper.theorems:
        parts += ["<h2>Theorems</h2>", *map(_theorem, paper.theorems)]
    return "\n".join([*parts, "</body></html>", ""])


def _production(production: Production) -> str:
    name = mathml.math(mathml.row([(Kind.WORD, production.name)]))
    if not production.alternatives:
        return f"<tr><td>{name}</td><td></td><td>names</td></tr>"
    first, *others = [mathml.math(mathml.row(each)) for each in production.alternatives]
    rows = [f"<tr><td>{name}</td><td>::=</td><td>{first}</td></tr>"]
    rows += [f"<tr><td></td><td>|</td><td>{each}</td></tr>" for each in others]
    return "\n".join(rows)


def _form(name: str, form: Pieces) -> str:
    shown = mathml.math(mathml.row(form))
    return f'<h3 id="{escape(name)}"><span class="form">{shown}</span></h3>'


def _judgement(judgement: Judgement) -> str:
    rules = "\n".join(
        f"<div>{mathml.math(mathml.fraction(each))}</div>" for each in judgement.rules
    )
    return f'{_form(judgement.name, judgement.form)}\n<div class="rules">{rules}</div>'


def _definition(definition: Definition) -> str:
    rows = []
    for each in definition.equations:
        shown = mathml.math(mathml.row(each.conclusion))
        conditions = ", ".join(mathml.math(mathml.row(premise)) for premise in each.premises)
        rows.append(f"<tr><td>{shown}</td><td>{f'if {conditions}' if conditions else ''}</td></tr>")
    joined = "\n".join(rows)
    table = f'<div class="wide"><table>{joined}</table></div>'
    return f"{_form(definition.name, definition.form)}\n{table}"


def _theorem(theorem: Theorem) -> str:
    hypotheses = ", ".join(mathml.math(mathml.row(each)) for each in theorem.hypotheses)
    conclusion = mathml.math(mathml.row(theorem.conclusion))
    claim = f"If {hypotheses} then {conclusion}." if hypotheses else f"{conclusion}."
    return f"<p><strong>{escape(theorem.name)}.</strong> {claim}</p>"


# LaTeX


def to_latex(paper: Paper) -> str:
    """A complete document, from which parts can be copied."""
    parts = [latex.PREAMBLE, rf"\section*{{{latex.text(paper.title)}}}"]
    if paper.about:
        parts.append(latex.text(paper.about))
    if paper.productions:
        parts += [r"\subsection*{Syntax}", r"\[\begin{array}{rcl}"]
        parts += [_grammar(each) for each in paper.productions]
        parts.append(r"\end{array}\]")
    for judgement in paper.judgements:
        parts.append(rf"\subsection*{{\fbox{{${latex.row(judgement.form)}$}}}}")
        parts += [rf"\[{latex.fraction(each)}\]" for each in judgement.rules]
    for definition in paper.definitions:
        parts.append(rf"\subsection*{{\fbox{{${latex.row(definition.form)}$}}}}")
        parts += [rf"\[{_equation(each)}\]" for each in definition.equations]
    if paper.theorems:
        parts += [r"\subsection*{Theorems}", r"\begin{description}"]
        parts += [_claim(each) for each in paper.theorems]
        parts.append(r"\end{description}")
    return "\n".join([*parts, r"\end{document}", ""])


def _grammar(production: Production) -> str:
    name = latex.row([(Kind.WORD, production.name)])
    if not production.alternatives:
        return rf"{name} & & \text{{names}} \\"
    alternatives = r" \mid ".join(map(latex.row, production.alternatives))
    return rf"{name} & ::= & {alternatives} \\"


def _equation(rule: Rule) -> str:
    conditions = r",\; ".join(map(latex.row, rule.premises))
    return latex.row(rule.conclusion) + (rf"\quad\text{{if }} {conditions}" if conditions else "")


def _claim(theorem: Theorem) -> str:
    hypotheses = ", ".join(f"${latex.row(each)}$" for each in theorem.hypotheses)
    conclusion = f"${latex.row(theorem.conclusion)}$"
    claim = f"If {hypotheses} then {conclusion}." if hypotheses else f"{conclusion}."
    return rf"\item[{latex.text(theorem.name)}] {claim}"
