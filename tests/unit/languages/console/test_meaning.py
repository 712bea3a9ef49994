"""The figures of the paper, on the examples of the paper."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError
from refute.languages.console.meaning.outputs import Exactly, Line
from refute.languages.console.meaning.traces import (
    Input,
    NotRelevant,
    Output,
    Outputs,
    Printed,
    Trace,
    accept,
    gtrace,
    mismatch,
    normalize,
)
from refute.languages.console.show import show_formal
from refute.languages.console.typecheck.wellformed import Effect, effects

from .specifications import SUM, spec


def trace(text: str) -> Trace:
    """A trace in the notation of the paper, without its `stop`."""
    steps: list[Input | Output] = []
    for word in text.split():
        steps.append(Input(int(word[1:])) if word[0] == "?" else Output(word[1:]))
    return tuple(steps)


def word(*texts: str) -> tuple[Line, ...]:
    return tuple(Line((Exactly(text),)) for text in texts)


def test_figure_2_a_trace_that_matches() -> None:
    checked = spec(
        "read n : nat\nuntil len(x.all) == n:\n    print? n - len(x.all)\n    read x : int\n"
        "print sum(x.all)\n"
    )
    assert accept(checked.body, trace("?2 ?5 ?3 !8"))
    assert accept(checked.body, trace("?2 !2 ?5 !1 ?3 !8"))
    assert accept(checked.body, trace("?2 ?5 !1 ?3 !8"))
    assert not accept(checked.body, trace("?2 !1 ?5 ?3 !8"))
    assert not accept(checked.body, trace("?2 ?5 ?3 !7"))
    assert not accept(checked.body, trace("?2 ?5 ?3"))
    assert not accept(checked.body, trace("?2 ?5 !8"))
    assert not accept(checked.body, trace("?2 ?5 ?3 !8 !8"))


def test_figure_9_two_ways_out_of_a_loop() -> None:
    checked = spec(
        "read n : nat\nwhile len(x.all) != n:\n    read x : int\n    if x == 0:\n        exit\n"
    )
    assert accept(checked.body, trace("?7 ?-11 ?13 ?0"))
    assert accept(checked.body, trace("?1 ?5"))
    assert not accept(checked.body, trace("?7 ?-11 ?13"))
    assert not accept(checked.body, trace("?7 ?0 ?13"))


CHOICES = "read x : nat else stop: pass\nprint x | 2 * x\nprint? 1\n"


def test_figure_12_all_alternatives_at_once() -> None:
    body = spec(CHOICES).body
    assert gtrace(body, [-3]) == (Input(-3),)
    assert gtrace(body, [4]) == (
        Input(4),
        Outputs((word("4"), word("4", "1"), word("8"), word("8", "1"))),
    )
    for wrong in ([], [4, 4], [-3, 4]):
        with pytest.raises(NotRelevant):
            gtrace(body, wrong)


def test_acceptance_needs_to_go_back_where_covering_does_not() -> None:
    body = spec("read x : int\nprint? x\nprint? x\nprint x\n").body
    for outputs, fits in (("!1", True), ("!1 !1", True), ("!1 !1 !1", True), ("!1 " * 4, False)):
        tried = trace(f"?1 {outputs}")
        assert accept(body, tried) is fits
        assert (mismatch(normalize(tried), gtrace(body, [1])) is None) is fits


def test_normalizing_joins_outputs() -> None:
    assert normalize(trace("?1 !1 !1 ?2")) == (Input(1), Printed(("1", "1")), Input(2))


def test_an_invalid_value_is_irrelevant_stops_or_is_asked_for_again() -> None:
    for mode, stops, again in (("", False, False), (" else stop", True, False)):
        body = spec(f"read x : nat{mode}\n").body
        assert accept(body, trace("?-1")) is stops
        assert accept(body, trace("?-1 ?1")) is again
    retried = spec("read x : nat else retry\nprint len(x.all)\n").body
    assert accept(retried, trace("?-1 ?-2 ?3 !1"))
    assert not accept(retried, trace("?-1"))


def test_figure_7_effects_of_loop_bodies() -> None:
    body = spec(
        "read x : int\nloop:\n    if x == 0:\n        exit\n    read x : int\n"
        "    if x == 1:\n        exit\n"
    ).body
    (_, loop) = body
    reads, exits = Effect.READS, Effect.EXITS
    assert effects(loop.body) == {exits, reads | exits, reads}  # type: ignore[union-attr]
    assert effects(body) == {reads}


def test_the_notation_of_the_paper() -> None:
    shown = show_formal(spec(SUM).specification.body)
    assert shown == "[▷ n]^ℕ(([len(x_A) = n_C] ⇒ E △ [▷ x]^ℤ))→ᴱ[{sum(x_A)} ▷]"


def test_the_largest_of_nothing_has_no_value() -> None:
    body = spec("read n : nat\nif n == 0:\n    print max(x.all)\nelse:\n    read x : int\n").body
    assert gtrace(body, [1, 5]) == (Input(1), Input(5))
    with pytest.raises(InputError) as failure:
        gtrace(body, [0])
    assert failure.value.diagnostics[0].code == "IO030"


def test_outputs_may_take_several_lines_and_blanks_do_not_count() -> None:
    body = spec('read n : nat\nprint "{**}{n}{**}"\nprint "end: {~n}"\n').body
    expected = gtrace(body, [3])
    for lines, fits in (
        (["3", "end: 3!"], True),
        (["so", "3", "it is", "end: <3>"], True),
        (["3", "end: 3"], False),
        (["end: 3."], False),
        (["x3y end: 3."], False),
    ):
        steps: Trace = (Input(3), *(Output(line) for line in lines))
        assert (mismatch(normalize(steps), expected) is None) is fits
        assert accept(body, steps) is fits


def test_values_in_lists_have_subscripts_in_the_notation_of_the_paper() -> None:
    body = spec("read x : int\nprint sum([x, 2 * (x + 1)])\n").specification.body
    assert show_formal(body) == "[▷ x]^ℤ[{sum([x_C, 2 * (x_C + 1)])} ▷]"
