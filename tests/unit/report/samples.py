"""Reports that the renderers are tried on."""

from refute.diagnostics import Diagnostic, Label, Severity
from refute.report.outcome import (
    Artifact,
    Attribute,
    Bindings,
    DrawnObject,
    Graph,
    Lines,
    Mark,
    ObjectDiagram,
    Outcome,
    Outline,
    Picture,
    Report,
    Table,
    Verdict,
)
from refute.source import Source

SOURCE = Source("lists.fl", "append [] ys = ys\nproperty appendNil(xs) = append xs [] == xs\n")

REFUTED = Outcome(
    question="shorter(xs, limit)",
    kind="property",
    verdict=Verdict.REFUTED,
    summary="A list of two elements is not shorter than 2.",
    blocks=(
        Bindings("Counterexample", (("xs", "[0, 1]"), ("limit", "2"))),
        Lines("Replay", ("length [0, 1]", "= 1 + length [1]", "= 2")),
    ),
    statistics={"nodes": 1204, "solver_calls": 37, "share": 0.25},
    place="lists.fl:7:1",
    seconds=0.034,
)
UNDECIDED = Outcome(
    question="sorted(xs)",
    kind="property",
    verdict=Verdict.UNDECIDED,
    summary="No counterexample was found before the time was over.",
    reason="the time limit of 10 s",
    seconds=72,
)
PASSED = Outcome(
    question="x where append [1] x == [1, 2]",
    kind="query",
    verdict=Verdict.PASSED,
    summary="There are 2 answers.",
    bound="lists of at most 5 elements",
    blocks=(Table("Answers", ("x", "cost"), (("[2]", "1"), ("[2, 3]", "12"))),),
)
CONFIRMED = Outcome(
    question="appendNil(xs)",
    kind="property",
    verdict=Verdict.CONFIRMED,
    summary="Every path was followed to its end.",
    blocks=(
        Outline(
            "append xs []",
            (
                Outline("xs = []", (), Mark.ANSWER),
                Outline(
                    "xs = a : as",
                    (
                        Outline("a < 0", (), Mark.IMPOSSIBLE),
                        Outline("a >= 0", (Outline("as = []", (), Mark.FAILED),)),
                    ),
                ),
                Outline("more", (), Mark.CUT),
                Outline("x * y == 7", (), Mark.UNKNOWN),
            ),
        ),
        Graph(
            "Reductions",
            (("(λx. x) y", Mark.OPEN), ("y", Mark.ANSWER)),
            ((0, 1, "beta"), (1, 1, "")),
        ),
    ),
)
WARNING = Diagnostic(
    "L001",
    "the variable `ys` is not used",
    Label(SOURCE.span(10, 12), "bound here"),
    (Label(SOURCE.span(15, 17)),),
    "write `_` instead",
    Severity.WARNING,
)
REPORT = Report(
    command="check",
    language="funlogic",
    file="lists.fl",
    outcomes=(REFUTED, UNDECIDED, PASSED, CONFIRMED),
    diagnostics=(WARNING,),
    artifacts=(Artifact("test_lists.py", "assert True\n"),),
    seed=7,
    seconds=72.5,
)
EMPTY = Report("check", "funlogic", "lists.fl", ())

EVIL = "[red]\x1b[31m</script>&\"'\u202e\r\x00\ud800 [/] :smile:\uffff"
HOSTILE = Report(
    command="check",
    language=EVIL,
    file=EVIL,
    outcomes=(
        Outcome(
            question=EVIL,
            kind=EVIL,
            verdict=Verdict.REFUTED,
            summary=EVIL,
            bound=EVIL,
            reason=EVIL,
            blocks=(
                Bindings(EVIL, ((EVIL, f"{EVIL}\n{EVIL}"),)),
                Lines(EVIL, (EVIL,)),
                Table(EVIL, (EVIL,), ((EVIL,),)),
                Outline(EVIL, (Outline(EVIL),)),
                ObjectDiagram(
                    EVIL,
                    (Picture(EVIL, (DrawnObject(EVIL, EVIL, (Attribute(EVIL, EVIL, EVIL),)),)),),
                ),
            ),
            statistics={EVIL: float("inf")},
            place=EVIL,
        ),
    ),
    diagnostics=(Diagnostic("L001", EVIL, help=EVIL),),
    artifacts=(Artifact(EVIL, EVIL),),
)


def deep(levels: int) -> Outline:
    """A tree without branches."""
    outline = Outline("leaf", (), Mark.ANSWER)
    for level in range(levels, 0, -1):
        outline = Outline(f"level {level}", (outline,))
    return outline


DEEP = Report(
    "tree",
    "funlogic",
    "deep.fl",
    (Outcome("deep", "tree", Verdict.PASSED, "It is deep.", blocks=(deep(6_000),)),),
)
