"""A specification of thirty operations: adding, deleting and changing users, ten times each."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

OBJECTS = """
object UserDB = UserRecord*;
object UserRecord = name:string and id:string and email:string and phone:PhoneNumber;
object PhoneNumber = area:integer and num:integer;
"""

VALID = """({0}.id != nil) and (#({0}.id) <= 8)
        and (if ({0}.phone.area != nil) then (#({0}.phone.area) = 3))
        and (if ({0}.phone.num != nil) then (#({0}.phone.num) = 7))"""

OPERATIONS = f"""
operation AddUser%d
    inputs: udb:UserDB, ur:UserRecord;
    outputs: udb':UserDB;
    precondition: (not (exists (ur' in udb) ur'.id = ur.id)) and {VALID.format("ur")};
    postcondition: forall (ur':UserRecord) (ur' in udb') iff ((ur' = ur) or (ur' in udb));
end AddUser%d;

operation DeleteUser%d
    inputs: udb:UserDB, ur:UserRecord;
    outputs: udb':UserDB;
    precondition: ur in udb;
    postcondition: forall (ur':UserRecord) (ur' in udb') iff ((ur' in udb) and (ur' != ur));
end DeleteUser%d;

operation ChangeUser%d
    inputs: old:UserRecord, new:UserRecord, udb:UserDB;
    outputs: udb':UserDB;
    precondition: (old in udb) and (old != new)
        and (not (exists (other in udb) other.id = new.id and other != old))
        and {VALID.format("new")};
    postcondition: forall (ur':UserRecord)
        (ur' in udb') iff ((ur' = new) or ((ur' in udb) and (ur' != old)));
end ChangeUser%d;
"""


def specification(copies: int = 10) -> str:
    """The text, with as many copies of the three operations."""
    return OBJECTS + "".join(OPERATIONS % ((number,) * 6) for number in range(copies))


def main() -> None:
    """Print the processor time and the memory that checking all of it takes, in one process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "thirty.fmsl"
        file.write_text(specification(), encoding="utf-8")
        command = [sys.executable, "-m", "refute", "check", str(file), "--quiet", "--jobs", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(done.stdout.splitlines())} questions about 30 operations:")
    seconds = used.ru_utime + used.ru_stime
    print(f"{seconds:.1f} s of processor time, at most {used.ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
