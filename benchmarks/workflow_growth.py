"""How the exploration of workflows grows: `python -m benchmarks.workflow_growth`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import pairwise

import refute


def flight(passengers: int) -> str:
    """Listing 3 of the paper for any number of passengers."""
    everybody = " <&> ".join(["bookSeat booked"] * passengers)
    return rf"""
def bookSeat booked =
  enter Int >>= \x.
    if not (x in !booked) and x <= 50
    then edit (booked := x :: !booked) >>= \_. edit x
    else fail
task main = let booked = ref ([] : List Int) in {everybody} >>= \_. edit (!booked)
property uniqueSeats(l) = len l == {passengers} and uniq l
finishes everybodyGetsASeat
"""


def editors(count: int) -> str:
    """Numbers side by side, of which two are compared."""
    names = "a0"
    for number in range(1, count):
        names = f"({names}, a{number})"
    entered = " <&> ".join(["enter Int"] * count)
    last = f"a{count - 1}"
    return rf"""
task main = {entered} >>= \{names}. if a0 < {last} then edit ({last} - a0) else fail
property positive(v) = v > 0
finishes always
"""


def voters(count: int) -> str:
    """Everybody votes once; who is in favour is counted."""
    everybody = " <&> ".join(["vote yes"] * count)
    return rf"""
def vote yes =
  enter Bool >>? \v. if v then edit (yes := !yes + 1) else edit ()
task main = let yes = ref 0 in {everybody} >>= \_. edit (!yes)
property counted(v) = v >= 0 and v <= {count}
finishes everybodyVotes
"""


def dining(count: int) -> str:
    """Scientists at a round table with a fork between each two."""
    forks = [f"f{number}" for number in range(count)]
    pairs = [*pairwise(forks), (forks[0], forks[-1])]
    made = "".join(f"  let {each} = ref True in\n" for each in forks)
    seated = " <&> ".join(f"scientist {left} {right}" for left, right in pairs)
    back = " and ".join(f"!{each}" for each in forks)
    return rf"""
def pickUp fork next =
  edit () >>? \_. if !fork then edit (fork := False) >>= \_. next else fail
def scientist first second =
  pickUp first (pickUp second (
    edit () >>? \_. edit (first := True) >>= \_. edit (second := True)))
task main =
{made}  {seated} >>= \_.
  edit ({back})
property allForksAreBack(back) = back
finishes nobodyStarves
"""


FAMILIES: Mapping[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "flight booking": (flight, (2, 3, 4, 5, 6, 7, 8)),
    "parallel editors": (editors, (5, 10, 20)),
    "voters": (voters, (2, 4, 6, 8, 10)),
    "dining scientists": (dining, (3, 4, 5, 6, 7)),
}


def main() -> None:
    """Print a row for each size."""
    for name, (make, sizes) in FAMILIES.items():
        for size in sizes:
            began = time.process_time()
            outcomes = list(refute.open(make(size), language="workflow").check())
            seconds = time.process_time() - began
            verdicts = ", ".join(str(each.verdict) for each in outcomes)
            nodes = outcomes[0].statistics["nodes"]
            print(f"{name:18} {size:3}  {nodes:6} states  {seconds:6.2f} s  {verdicts}", flush=True)


if __name__ == "__main__":
    main()
