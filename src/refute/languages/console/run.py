"""`refute run`, `refute tests` and `refute tree`: play, make a suite, draw the paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.files import read_source
from refute.languages.console import syntax
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import PrintStep, file_name, plainly, play
from refute.languages.console.options import RunOptions, SuiteOptions, TreeOptions
from refute.languages.console.paths.tree import PathTree
from refute.languages.console.paths.worlds import WorldTable
from refute.languages.console.program import load, parameters
from refute.languages.console.show import show, show_formal, show_set
from refute.languages.console.syntax import Mode, Origin
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.answering import chosen_at_random
from refute.languages.console.testing.describing import (
    bound_of,
    neighbour_blocks,
    neighbour_counts,
)
from refute.languages.console.testing.suite import suite_to_json
from refute.languages.console.types import END_OF_INPUT, Value, show_value
from refute.languages.language import Conversation, Event, Events, Notice, Request, Stream
from refute.report.outcome import Artifact, Lines, Outcome, Verdict
from refute.report.outline import outline
from refute.source import stem_of

TREE_NODES = 300
"""Maximum number of nodes that are drawn unless the user chooses another number."""


def run(request: Request[RunOptions]) -> Stream:
    """Play the specification as a program on the lines of the options."""
    played = PlayedSpecification(request)
    for line in request.options.input:
        for _ in played.answer(line):
            pass
    yield from played.closing()


class PlayedSpecification(Conversation):
    """The specification as a program: the user types what it reads."""

    prompt = ""
    verbatim = True

    def __init__(self, request: Request[RunOptions]) -> None:
        self._checked = load(request.source, parameters(request.options))
        self._name = Path(request.source.name).name
        self._lines: list[str] = []
        self._given = {Origin.ARGUMENT: deque([" ".join(request.options.argument)])}
        self._files: dict[str, deque[str]] = {}
        self._random = Random(request.options.seed)
        self._left: deque[Value] = deque()
        self._play = play(self._checked.body)
        self._asks: ReadStep | None = None
        self._printed = list(self._go_on(None))

    def opening(self) -> Iterable[Event]:
        """What it prints before it reads."""
        return self._printed

    def answer(self, text: str) -> Events:
        """Accept a line, if it is a value that the specification says something about."""
        if self.finished:
            self._lines.append(f"ignores {text}")
            return
        assert self._asks is not None
        asks = self._asks
        values = deque(asks.taken(text, self._checked.types))
        if asks.allows(values[0]) or asks.read.mode is not Mode.ASSUME:
            self._lines.append(f"reads  {text}")
            while values:
                value = values.popleft()
                yield from self._go_on((value, self._asks.allows(value)))
        else:
            self._lines.append(f"refuses {text}")
            yield Notice(f"({self._wanted()}; try again)")

    def closing(self) -> Events:
        """What happened, from beginning to end."""
        verdict, ending = Verdict.UNDECIDED, "the input ended before the specification did"
        if not self.finished and self._asks is not None and self._asks.allows(END_OF_INPUT):
            self._lines.append("reads  the end of the input")
            yield from self._go_on((END_OF_INPUT, True))
        if self.finished:
            verdict, ending = Verdict.PASSED, "the specification reached its end"
        happened = (Lines("what happened", tuple(self._lines)),) if self._lines else ()
        yield Outcome(self._name, "run", verdict, ending, reason=self._reason(), blocks=happened)
        yield from self._checked.warnings

    def _reason(self) -> str:
        """What is still to be read, if anything."""
        if self.finished or self._asks is None:
            return ""
        return f"it was about to read {self._wanted()}"

    def _prints(self, says: PrintStep) -> Events:
        text = plainly(says)
        if text is not None and says.file is not None:
            self._lines.append(f"writes {text} to {says.file}")
        elif text is not None:
            self._lines.append(f"prints {text}")
            yield Notice(text)

    def _found(self, asks: ReadStep) -> tuple[Value, bool]:
        """A value that nobody types: chosen, an argument, or from a file."""
        name = syntax.written_name(asks.read.variable)
        if asks.read.origin is Origin.CHOSEN:
            value = chosen_at_random(asks, self._checked, self._random)
            if value is None:
                raise _impossible(f"no value can be chosen for `{name}`")
            self._lines.append(f"chooses {name} = {show_value(value)}")
            return value, True
        if asks.read.before is None:
            line = self._next_line(asks)
            values = (END_OF_INPUT,) if line is None else asks.taken(line, self._checked.types)
            self._left = deque(values)
        value = self._left.popleft()
        if not asks.allows(value) and asks.read.mode is Mode.ASSUME:
            origin = file_name(asks.read.file, asks.environment) or "--argument"
            raise _impossible(f"`{origin}` has no value for `{self._said(asks)}`")
        return value, asks.allows(value)

    def _next_line(self, asks: ReadStep) -> str | None:
        """The next line of a file in this folder, or the arguments."""
        name = file_name(asks.read.file, asks.environment)
        left = self._given[Origin.ARGUMENT]
        if name is not None:
            if not Path(name).is_file():
                raise _impossible(f"there is no file `{name}` in this folder")
            if name not in self._files:
                self._files[name] = deque(read_source(Path(name)).text.splitlines())
            left = self._files[name]
        return left.popleft() if left else None

    @staticmethod
    def _said(asks: ReadStep) -> str:
        return f"{syntax.written_name(asks.read.variable)} : {show_set(asks.read.values)}"

    def _wanted(self) -> str:
        """What is read next, as it is written."""
        assert self._asks is not None
        line = [
            f"{syntax.written_name(each.read.variable)} : {show_set(each.read.values)}"
            for each in self._asks.places(iter(()))
        ]
        others = (show_set(each.values) for each in self._asks.reads[1:])
        return " | ".join((" ".join(line), *others))

    def _go_on(self, answer: tuple[Value, bool] | None) -> Events:
        """Continue to the next read, or to the end."""
        try:
            event = next(self._play) if answer is None else self._play.send(answer)
            while not (isinstance(event, ReadStep) and event.is_typed):
                if isinstance(event, ReadStep):
                    event = self._play.send(self._found(event))
                    continue
                yield from self._prints(event)
                event = next(self._play)
            self._asks = event
        except StopIteration:
            self._lines.append("stops")
            self.finished = True


def _impossible(message: str) -> InputError:
    advice = "give arguments with `--argument`, and files in the folder that you are in"
    return InputError([Diagnostic("IO027", message, help=advice)])


def tests(request: Request[SuiteOptions]) -> Stream:
    """Make a static suite: inputs with the expected generalized traces."""
    checked = load(request.source, parameters(request.options))
    yield from checked.warnings
    plan = Plan.of(request.options)
    campaign = Campaign(checked, plan, request.new_effort(), request.progress)
    cases = list(campaign.cases())
    name, ended, choosing = Path(request.source.name), campaign.effort.ended, campaign.choosing
    statistics = {"tests": len(cases), "satisfiable_paths": campaign.paths}
    told = choosing.told_apart() if choosing and request.options.neighbours else None
    yield Outcome(
        name.name,
        "suite",
        Verdict.UNDECIDED if ended or not cases else Verdict.PASSED,
        _counted(len(cases), campaign),
        bound=bound_of(choosing) if choosing else "",
        reason=f"{ended}; not all paths were found" if ended else "",
        blocks=tuple(neighbour_blocks(choosing, told)) if choosing else (),
        statistics=statistics | (neighbour_counts(choosing) if choosing else {}),
    )
    alive = choosing.trial.alive if choosing else ()
    yield Artifact(f"{stem_of(name.name)}.suite.json", suite_to_json(cases, name.name, told, alive))


def _counted(tests: int, campaign: Campaign) -> str:
    """The number of tests, and of paths unless some of them have no test."""
    skipped = campaign.choosing is not None and campaign.choosing.skipped
    made = "1 test" if tests == 1 else f"{tests} tests"
    paths = "1 path" if campaign.paths == 1 else f"{campaign.paths} paths"
    return made if skipped else f"{made} for {paths}"


def tree(request: Request[TreeOptions]) -> Stream:
    """Draw the tree of paths, with those that no inputs can take marked."""
    options = request.options
    checked = load(request.source, parameters(options))
    yield from checked.warnings
    table = WorldTable.of(checked)
    paths = PathTree(checked, options.unfoldings, retries=True, outputs=False, table=table)
    drawn = outline(
        paths.tree(),
        "start",
        lambda _path: "",
        options.nodes or TREE_NODES,
        options.depth,
        show_condition=lambda _condition: "",
        hopeful=False,
        effort=request.new_effort(),
    )
    whole = "the whole tree" if not drawn.cut else f"the first {options.unfoldings} rounds of loops"
    if drawn.ended:
        whole = "the work was not finished"
    blocks = (
        drawn.outline,
        Lines("in the notation of the paper", (show_formal(checked.specification.body),)),
        Lines("as it was understood", tuple(show(checked.specification).splitlines())),
    )
    yield Outcome(
        Path(request.source.name).name,
        "paths",
        drawn.verdict,
        f"{drawn.answers} satisfiable path{'s' * (drawn.answers != 1)}; {whole}",
        blocks=blocks,
        bound=whole if drawn.verdict is Verdict.PASSED else "",
        reason=drawn.ended or "",
    )
