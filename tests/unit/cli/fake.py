"""A language whose files say what is to happen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from refute.diagnostics import Diagnostic, InputError, Severity, error
from refute.languages.language import ConversationEnded, Language, Option, Settings
from refute.report.outcome import Artifact, Bindings, Outcome, Report, Verdict
from refute.source import Source


def answered(source: Source, settings: Settings) -> Report:
    """A report with the verdicts that are words of the file, or the accident that it names."""
    settings.progress("looking")
    words = source.text.split()
    if "bug" in words:
        raise ZeroDivisionError("division\nby zero")
    if "interrupt" in words:
        raise KeyboardInterrupt
    if "wrong" in words:
        start = source.text.index("wrong")
        raise InputError([error("X001", "this is wrong", source.span(start, start + 5), "here")])
    shown = {"program": settings.program, "strategy": settings.strategy, **settings.options}
    block = Bindings("Settings", tuple((name, repr(value)) for name, value in shown.items()))
    outcomes = [
        Outcome(f"question {number}", "property", Verdict(word), "So it is.", blocks=(block,))
        for number, word in enumerate(words)
        if word in set(Verdict)
    ]
    warnings = [Diagnostic("X002", "odd", severity=Severity.WARNING)] if "odd" in words else []
    artifacts = [Artifact(word, f"text of {word}\n") for word in words if "." in word]
    return Report(
        "check",
        "fake",
        source.name,
        tuple(outcomes),
        diagnostics=tuple(warnings),
        artifacts=tuple(artifacts),
        seed=settings.seed,
    )


@dataclass
class Talk:
    """A conversation whose entries are files; a backslash at the end asks for more."""

    settings: Settings
    prompt: str = "fake> "
    commands: Mapping[str, str] = field(default_factory=lambda: {":shout": "says it louder"})

    def wants_more(self, text: str) -> bool:
        return text.rstrip("\n").endswith("\\")

    def names(self) -> Iterable[str]:
        return ["refuted", "passed", "passable"]

    def answer(self, text: str) -> Report:
        report = answered(Source("<entry>", text), self.settings)
        if "leave" in text.split():
            raise ConversationEnded(report)
        return report


FAKE = Language(
    takes_program=True,
    name="fake",
    endings=(".fake", ".fk"),
    summary="what is written happens",
    check=answered,
    run=answered,
    tests=answered,
    doc=answered,
    skeleton=answered,
    sketches=(".sketch",),
    converse=lambda _source, settings: Talk(settings),
    sit=lambda source, settings: None if "alone" in source.text else Talk(settings),
    options=(
        Option("max-size", "the largest size", ("check",), kind=int, metavar="N", default=3),
        Option("mode", "how", ("check",), choices=("slow", "fast")),
        Option("wild", "be wild", ("check", "repl"), kind=bool),
    ),
)
OTHER = Language(
    name="other",
    endings=(".other",),
    summary="nothing but running",
    run=answered,
    options=(Option("wild", "be wild too", ("check", "run"), kind=bool),),
)
