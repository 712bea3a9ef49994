"""What symbolic runs of a workflow end with, compared up to the names of symbols."""

from collections.abc import Hashable

from refute.languages.workflow.project import project
from refute.languages.workflow.states import Naming, State


def result_key(state: State) -> Hashable:
    """What two end states share that have the same value under the same condition."""
    naming = Naming()
    shape = naming.value(state.value)
    conditions = project(state.world.path.conditions(), naming.symbols)
    return shape, naming.conditions(conditions)
