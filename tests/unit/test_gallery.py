"""The examples that come with the tool."""

import pytest

from refute import gallery
from refute.diagnostics import InputError


@pytest.mark.parametrize(
    "name",
    ["sorting.fl", "funlogic/sorting", "funlogic/sorting.fl", "examples/funlogic/sorting.fl"],
)
def test_an_example_has_several_names(name: str) -> None:
    assert gallery.example(name).name == "funlogic/sorting.fl"


def test_an_ambiguous_name_is_answered_with_all_that_it_may_mean() -> None:
    with pytest.raises(InputError) as caught:
        gallery.example("sorting")
    (found,) = caught.value.diagnostics
    assert found.help == "say which one: console/sorting.ios, funlogic/sorting.fl"
