"""What the clock or Ctrl-C cut short says so, also where the solver was at work."""

from refute.solver import Effort


def test_what_the_solver_does_not_know_is_told_apart_from_what_was_cut_short() -> None:
    assert Effort().doubt == "the solver could not decide every condition"
    assert "depends on the machine" in Effort(time_limit=-1.0).doubt
    assert Effort(cancelled=lambda: True).doubt == "it was interrupted"
    spent = Effort()
    spent.spend(spent.allowance)
    assert spent.exhausted
    assert "could not decide" in spent.doubt


def test_what_was_spent_is_not_cut_short() -> None:
    spent = Effort()
    spent.spend(spent.allowance)
    assert spent.exhausted
    assert (spent.stopped, spent.cut_short) == (True, False)
    assert Effort(time_limit=-1.0).cut_short
    late = Effort(time_limit=-1.0)
    late.ended = spent.ended
    assert (late.cut_short, late.ended) == (True, spent.ended)
