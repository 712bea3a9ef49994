"""The numbers of paths that the paper reports, counted again as its implementation does.

Section 5.7 has 2112 paths for the subsidy and 1166 for the flight booking.
"""

from collections.abc import Iterator

from refute.languages.workflow.simulate import Paths
from refute.terms import (
    FALSE,
    INT,
    TRUE,
    Term,
    conjunction,
    disjunction,
    equal,
    integer,
    less,
    subtract,
    tuple_of,
)

from .examples import ends, explore, symbolic
from .published_simulation import FAIL, Expression, Heap, Result, Simulation, forked, just


def book(heap: Heap, seat: Term) -> Iterator[Result]:
    """Book a seat that is free; the passenger sees that it is done."""
    taken = disjunction(*(equal(seat, each) for each in heap[0]), less(integer(50), seat))
    for is_free, conditions in forked(taken, False, True):
        if is_free:
            yield ("update", tuple_of()), conditions, {0: (seat, *heap[0])}
        else:
            yield FAIL, conditions, heap


def seats(heap: Heap, _: object) -> Iterator[Result]:
    yield ("update", heap[0]), [], heap


def flight(passengers: int, booking: Expression) -> Expression:
    one = ("then", ("enter", INT), booking)
    all_: object = one
    for _ in range(passengers - 1):
        all_ = ("and", all_, one)
    return Expression(lambda _: iter([(("then", all_, Expression(seats)), [], {0: ()})]))


def approve_if(heap: Heap, date: Term, confirmed: Term) -> Iterator[Result]:
    in_time = less(subtract(integer(7573), date), integer(365))
    for task, conditions in forked(conjunction(in_time, confirmed), ("update", TRUE), FAIL):
        yield task, conditions, heap


def subsidy(heap: Heap, amount: Term, approved: Term) -> Iterator[Result]:
    for paid, conditions in forked(approved, amount, integer(0)):
        yield ("update", tuple_of(paid, approved)), conditions, heap


def approve(heap: Heap, given: tuple[tuple[Term, Term], Term]) -> Iterator[Result]:
    (amount, date), confirmed = given
    choice = ("xor", just(("update", FALSE)), Expression(approve_if, (date, confirmed)))
    yield ("then", choice, Expression(subsidy, (amount,))), [], heap


def request(heap: Heap, _: object = None) -> Iterator[Result]:
    documents = ("and", ("enter", INT), ("enter", INT))
    confirm = ("xor", just(("update", TRUE)), just(("update", FALSE)))
    yield ("then", ("and", documents, confirm), Expression(approve)), [], heap


def with_citizen(heap: Heap) -> Iterator[Result]:
    """First the citizen says who he is, in two editors, as the text has it and the listing not."""
    yield ("then", ("and", ("enter", INT), ("enter", INT)), Expression(request)), [], heap


def counted(main: Expression, *, fills_units: bool = True) -> tuple[int, int]:
    simulation = Simulation(fills_units=fills_units)
    simulation.count(main)
    return simulation.paths, simulation.impossible


def paths_of(text: str) -> int:
    return len(ends(explore(Paths(symbolic(text)))))


def test_the_paper_counts_two_passengers_and_mostly_paths_that_no_run_follows() -> None:
    """Without these, and without a symbol in an editor of the unit, they are those found here."""
    assert counted(flight(2, Expression(book))) == (1166, 840)
    assert counted(flight(2, Expression(book)), fills_units=False) == (504, 372)
    text = r"""
    def bookSeat booked =
      enter Int >>= \x.
        if not (x in !booked) and x <= 50 then edit (booked := x :: !booked) else fail
    task main =
      let booked = ref ([] : List Int) in
      bookSeat booked <&> bookSeat booked >>= \_. edit (!booked)
    """
    assert paths_of(text) == 504 - 372


def test_the_paper_counts_a_subsidy_in_which_the_citizen_enters_two_things_first() -> None:
    """Every path is there twice, once for each result of the trial whether the choice fails."""
    assert counted(Expression(with_citizen)) == (2112, 0)
    listing = r"""
      (enter Int <&> enter Int) <&> (edit True <?> edit False) >>= \((amount, date), confirmed).
      (edit False <?> if 7573 - date < 365 and confirmed then edit True else fail) >>= \approved.
      let paid = if approved then amount else 0 in edit (paid, approved)
    """
    assert paths_of(f"task main = {listing}") * 2 == counted(Expression(request))[0] == 528
    assert paths_of(rf"task main = enter Int <&> enter Int >>= \_. {listing}") * 2 == 2112
