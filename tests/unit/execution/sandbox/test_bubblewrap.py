"""As whom programs run."""

from __future__ import annotations

from refute.execution.sandbox import SystemSandbox, run_to_completion
from refute.execution.sandbox.bubblewrap import OWN_USERS, own_users


def test_root_has_numbers_of_its_own_to_give() -> None:
    assert own_users("         0          0 4294967295\n") == OWN_USERS


def test_in_a_container_the_last_numbers_are_taken() -> None:
    users = own_users("0 1000 1\n1 100000 65536\n")
    assert (users[0], users[-1]) == (60537, 65534)


def test_no_descriptor_of_ours_is_inherited(sandbox: SystemSandbox) -> None:
    done = run_to_completion(sandbox, ["ls", "/proc/self/fd"])
    assert done.output.split() == ["0", "1", "2", "3"], "3 is the folder that is listed"
