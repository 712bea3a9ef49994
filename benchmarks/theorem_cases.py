"""The bugs of tables 1 to 3 of the αCheck paper (2016), as changes to our own encodings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FILES = Path(__file__).parents[1] / "examples" / "nominal"


@dataclass(frozen=True, slots=True)
class Case:
    """A bug: the file, what is changed in it, and the theorem that breaks (or does not)."""

    table: int
    bug: str
    theorem: str
    changes: tuple[tuple[str, str], ...]
    breaks: bool = True

    def text(self) -> str:
        """The program with the bug."""
        text = (FILES / f"{('stlc', 'pcf', 'secrets')[self.table - 1]}.apl").read_text("utf-8")
        for old, new in self.changes:
            assert text.count(old) == 1, (self.table, self.bug, old, text.count(old))
            text = text.replace(old, new)
        return text


def _stlc(table: int) -> list[Case]:
    application = (
        "tc(G, app(M, N), U) :- tc(G, M, funTy(T, U)), tc(G, N, T).",
        "tc(G, app(M, N), U) :- tc(G, M, funTy(T, U)), tc(G, N, U).",
    )
    swapped = (application[0], "tc(G, app(M, N), U) :- tc(G, M, funTy(U, T)), tc(G, N, T).")
    lookup = "tc([(X, T)|_], var(X), T)."
    always_int = ((lookup, "tc([(X, _)|_], var(X), intTy)."),)
    unmatched = ((lookup, "tc([(_, T)|_], var(_), T)."),)
    lazy = (
        ("step(app(V, N), app(V, N')) :- value(V), step(N, N').\n", ""),
        ("reduces(app(V, N)) :- value(V), reduces(N).\n", ""),
    )
    common = [
        Case(table, "1", "pres", (application,)),
        Case(table, "3", "pres", (swapped,)),
        Case(table, "7", "prog", lazy),
        Case(table, "8", "pres", always_int),
        Case(table, "9", "pres", unmatched),
    ]
    own = _redex(application, swapped) if table == 1 else _pcf()
    return sorted([*common, *own], key=lambda each: (each.bug, each.theorem))


def _redex(*function: tuple[str, str]) -> list[Case]:
    one, three = function
    value = "value(app(app(c(cons_), V), W)) :- value(V), value(W).\n"
    cons = "tcf(cons_, funTy(intTy, funTy(listTy, listTy)))."
    tail = "step(app(c(tl), app(app(c(cons_), V), W)), W)"
    head = ":- value(V), value(W)."
    partial = (
        (
            f"step(app(c(hd), app(app(c(cons_), V), W)), V) {head}",
            "step(app(c(hd), app(c(cons_), V)), V) :- value(V).",
        ),
        (
            f"reduces(app(c(hd), app(app(c(cons_), V), W))) {head}",
            "reduces(app(c(hd), app(c(cons_), V))) :- value(V).",
        ),
    )
    return [
        Case(1, "1", "prog", (one,)),
        Case(1, "2", "prog", ((value, ""),)),
        Case(1, "3", "prog", (three,)),
        Case(1, "4", "prog", ((cons, "tcf(cons_, funTy(intTy, funTy(listTy, intTy)))."),)),
        Case(1, "5", "pres", ((tail, "step(app(c(tl), app(app(c(cons_), V), W)), V)"),)),
        Case(1, "6", "prog", partial),
    ]


def _pcf() -> list[Case]:
    value = "value(pair(V, W)) :- value(V), value(W).\n"
    cons = "tc(G, pair(M, N), listTy)"
    return [
        Case(2, "2", "prog", ((value, ""),)),
        Case(2, "4", "prog", ((cons, "tc(G, pair(M, N), intTy)"),)),
        Case(2, "5", "pres", (("step(tl(pair(V, W)), W)", "step(tl(pair(V, W)), V)"),)),
    ]


def _assignment(system: str) -> tuple[str, str]:
    """The premise about levels in the rule for assignments, turned around."""
    rule = f"{system}(L, T, assign(X, A)) :- look(T, X, LX), asec(A, T, LA), "
    return f"{rule}le(LA, LX)", f"{rule}le(LX, LA)"


def _condition(system: str) -> tuple[str, str]:
    """The premise about levels in the declarative rule for conditionals, left out."""
    rule = f"{system}(L, T, cond(B, C, D)) :- bsec(B, T, LB), "
    return f"{rule}le(LB, L), ", rule


def _volpano() -> list[Case]:
    sequence = (
        "st(L, T, seq(C, D)) :- st(L, T, C), st(L, T, D).",
        "st(L, T, seq(C, _)) :- st(L, T, C).",
    )
    raised = "std(L, T, C) :- exceeds(T, L), std(s(L), T, C)."
    lowered = (raised, "std(s(L), T, C) :- std(L, T, C).")
    table = [
        ("1", "conf", sequence, True),
        ("1", "ni", sequence, True),
        ("2", "ni", _assignment("st"), True),
        ("3", "st-std", lowered, True),
        ("3", "std-st", lowered, True),
        ("4", "st-std", _condition("std"), False),
        ("4", "std-st", _condition("std"), True),
        ("5", "st-std", _assignment("std"), True),
        ("5", "std-st", _assignment("std"), True),
        ("6", "stT-stTd", _assignment("stTd"), True),
        ("6", "stTd-stT", _assignment("stTd"), True),
        ("7", "stT-stTd", _condition("stTd"), False),
        ("7", "stTd-stT", _condition("stTd"), True),
    ]
    return [Case(3, bug, theorem, (change,), breaks) for bug, theorem, change, breaks in table]


CASES = [*_stlc(1), *_stlc(2), *_volpano()]
