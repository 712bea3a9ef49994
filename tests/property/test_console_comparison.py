"""A looser comparison accepts what a stricter one accepts; matching is what it is said to be."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import product, takewhile
from random import Random

from console_specifications import specifications
from hypothesis import HealthCheck, assume, example, given, settings, strategies as st

from refute.diagnostics import InputError
from refute.languages.console.comparison import Comparison, Whitespace, comparison_of
from refute.languages.console.meaning.outputs import (
    AnyText,
    Around,
    Exactly,
    Line,
    Number,
    Part,
    Word,
    covers,
)
from refute.languages.console.meaning.playing import random_inputs
from refute.languages.console.meaning.traces import (
    Input,
    NotRelevant,
    Output,
    Trace,
    accept,
    gtrace,
    mismatch,
    normalize,
    perform,
)
from refute.languages.console.typecheck import Checked

often = settings(deadline=None, max_examples=150)
TEXTS = st.text("aA1. \n\t-b50", max_size=6)
PARTS: st.SearchStrategy[Part] = st.one_of(
    TEXTS.map(Exactly),
    TEXTS.filter(lambda text: bool(text.strip())).map(Around),
    st.builds(AnyText, st.booleans(), st.booleans()),
)
LINES = st.lists(PARTS, min_size=1, max_size=4).map(lambda parts: Line(tuple(parts)))
WORDS: st.SearchStrategy[Word] = st.lists(LINES, max_size=3).map(tuple)
TOLERANCES = st.sampled_from([None, Decimal(0), Decimal("0.5"), Decimal(5)])
COMPARISONS = st.builds(
    Comparison,
    st.sampled_from(Whitespace),
    st.booleans(),
    TOLERANCES,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


def looser(one: Comparison) -> list[Comparison]:
    """All comparisons that are at least as loose in every respect."""
    spaces = list(Whitespace)
    widths = [None, Decimal(0), Decimal("0.5"), Decimal(5)]
    return [
        Comparison(space, caseless, tolerance, late, one.free_prompts, one.late_end, loose)
        for space, caseless, tolerance, late, loose in product(
            spaces[spaces.index(one.whitespace) :],
            {one.caseless, True},
            widths[widths.index(one.tolerance) :],
            {one.late_prompts, True},
            {one.loose, True},
        )
    ]


@st.composite
def printed(draw: st.DrawFn, word: Word) -> str:
    """A text that has a chance of being covered: each output with its holes filled."""
    lines = []
    for line in word:
        pieces = []
        for part in line.parts:
            match part:
                case Exactly(text):
                    pieces.append(text)
                case Around(text):
                    pieces.append(draw(TEXTS) + text + draw(TEXTS))
                case AnyText():
                    pieces.append(draw(TEXTS))
        lines.append("".join(pieces))
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n"]))
    return draw(st.sampled_from([text, text.upper(), text.replace(" ", ""), text + " "]))


@often
@given(st.data(), WORDS, COMPARISONS)
def test_a_looser_comparison_accepts_whatever_a_stricter_one_accepts(
    data: st.DataObject, word: Word, strict: Comparison
) -> None:
    text = data.draw(printed(word))
    if covers(word, strict.units(text), strict):
        for loose in looser(strict):
            assert covers(word, loose.units(text), loose), loose


@often
@given(st.data(), LINES)
def test_loose_matching_is_that_of_a_regular_expression(data: st.DataObject, line: Line) -> None:
    exact = Comparison(Whitespace.EXACT, loose=True)
    text = data.draw(printed((line,)))
    units = exact.units(text)
    if not units:
        return
    visible = r"(?:\s*\S.*)"
    expression = "".join(_expression(part, visible) for part in line.parts)
    wanted = re.fullmatch(expression, "\n".join(units), re.DOTALL) is not None
    assert covers((line,), units, exact) == wanted


def _expression(part: Part, visible: str) -> str:
    match part:
        case Exactly(text):
            return re.escape(text)
        case Around(text):
            return f"(?:{visible}{re.escape(text)}.*|.*{re.escape(text)}{visible})"
        case AnyText(nonempty):
            return visible if nonempty else ".*"
        case Number():
            raise AssertionError("no line of these tests has one")


@often
@given(st.data(), LINES)
def test_free_text_cuts_no_number_and_no_word(data: st.DataObject, line: Line) -> None:
    exact = Comparison(Whitespace.EXACT)
    units = exact.units(data.draw(printed((line,))))
    if units:
        assert covers((line,), units, exact) == fits(line.parts, "\n".join(units), 0)


def fits(parts: tuple[Part, ...], text: str, start: int) -> bool:
    """Whether parts match a text from a position on, by trying every way to do so."""
    if not parts:
        return start == len(text)
    first, rest = parts[0], parts[1:]
    match first:
        case Exactly(wanted):
            return text.startswith(wanted, start) and fits(rest, text, start + len(wanted))
        case Around(wanted):
            return any(
                fits((AnyText(before), Exactly(wanted), AnyText(not before), *rest), text, start)
                for before in (True, False)
            )
        case AnyText(nonempty, across):
            return any(
                fits(rest, text, end)
                for end in range(start, len(text) + 1)
                if not (cuts(text, start) or cuts(text, end))
                and (not begins_with_minus(rest) or cuts(text, end + 1))
                and (across or "\n" not in text[start:end])
                and (not nonempty or text[start:end].strip())
            )
        case Number():
            raise AssertionError("no line of these tests has one")


def begins_with_minus(parts: tuple[Part, ...]) -> bool:
    """Whether the text that follows is that of a negative number."""
    following = takewhile(lambda part: isinstance(part, Exactly), parts)
    text = "".join(part.text for part in following if isinstance(part, Exactly))
    return re.match(r"-\.?\d", text) is not None


def cuts(text: str, position: int) -> bool:
    """Whether a position is between two characters of one number or word, said in cases."""
    padded = f"  {text}   "
    two_before, before, after, two_after = list(padded[position : position + 4])
    if before == "-":
        is_number = after.isdigit() or (after == "." and two_after.isdigit())
        return is_number and not (two_before.isalnum() or two_before in "-)]")
    if before == "." and after.isdigit():
        return two_before.isdigit() or not (two_before.isalpha() or two_before == ".")
    if before.isdigit():
        return after.isdigit() or (after == "." and two_after.isdigit())
    return before.isalpha() and after.isalpha()


@often
@given(LINES, COMPARISONS)
def test_an_example_of_an_output_is_one(line: Line, comparison: Comparison) -> None:
    assert covers((line,), comparison.units(f"{line.example}\n"), comparison)


@often
@given(COMPARISONS)
@example(Comparison(tolerance=Decimal("0.000001")))
def test_a_comparison_is_read_as_it_is_written(comparison: Comparison) -> None:
    assert comparison_of(str(comparison).split(",")) == comparison


def units_of(trace: Trace, comparison: Comparison) -> Trace:
    """The trace with what is printed in the units of a comparison."""
    steps: list[Input | Output] = []
    for step in trace:
        if isinstance(step, Input):
            steps.append(step)
        else:
            steps.extend(map(Output, comparison.units(step.text)))
    return tuple(steps)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
@given(specifications(), st.randoms(use_true_random=False), COMPARISONS)
def test_conjecture_2b_holds_for_every_comparison(
    checked: Checked, random: Random, comparison: Comparison
) -> None:
    try:
        values = random_inputs(checked.body, lambda some, _: some.randint(-2, 5), random, 8)
        assume(values is not None)
        assert values is not None
        expected = gtrace(checked.body, values)
    except (InputError, NotRelevant):
        assume(False)
        return
    trace = perform(checked.body, values)
    changed = [
        Output(random.choice(["0", "A", "a 1", "1.0", step.text.upper(), step.text + " "]))
        if isinstance(step, Output) and random.random() < 0.5
        else step
        for step in trace
    ]
    for tried in (trace, tuple(changed)):
        shown = units_of(tried, comparison)
        covered = mismatch(normalize(shown), expected, comparison) is None
        assert covered == accept(checked.body, shown, comparison)
