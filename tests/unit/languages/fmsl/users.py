"""The user database of chapter 3 in its stages, and questions about it."""

from __future__ import annotations

from asking import report_on
from refute.languages.options import OptionValue
from refute.report.outcome import Bindings, Outcome, Report
from refute.source import Source

OBJECTS = """
object UserDB components: UserRecord*; end UserDB;
object UserRecord
    components: name:Name and id:Id and email:EmailAddress and phone:PhoneNumber;
end UserRecord;
object Name = string;
object Id = string;
object EmailAddress = string;
object PhoneNumber = area:Area and num:Number;
object Area = integer;
object Number = integer;
"""

VALUES = """
val ur1 = {"Corwin", "1", nil, nil};
val ur2 = {"Fisher", "2", nil, nil};
val ur3 = {"Other", "3", nil, nil};
val ur4 = {"Extra", "4", nil, nil};
val udb = [ur1, ur2];
"""

FOUND = "(forall (ur: UserRecord) (ur in url) iff (ur in udb) and (ur.name = n))"
SORTED = "(forall (i:integer | (i >= 1) and (i < #url)) (url[i].id {} url[i+1].id))"

FIGURES = {
    "3.16": "ur in udb'",
    "3.19": """(ur in udb') and
        forall (ur':UserRecord | ur' != ur)
            if (ur' in udb) then (ur' in udb') else not (ur' in udb')""",
    "3.20": "udb' = udb + ur",
    "3.25": FOUND,
    "3.27": f"{FOUND} and {SORTED.format('<=')}",
    "3.29": f"{FOUND} and {SORTED.format('<')}",
    "3.31": "RecordsFound(udb, n, url) and SortedById(url)",
    "3.33": """(not (ur in udb)) and (#(ur.id) <= 8) and
        (#(ur.phone.area) = 3) and (#(ur.phone.num) = 7)""",
    "3.34": """(not (exists (ur' in udb) ur'.id = ur.id)) and
        (ur.id != nil) and (#(ur.id) <= 8) and
        (if (ur.phone.area != nil) then (#(ur.phone.area) = 3)) and
        (if (ur.phone.num != nil) then (#(ur.phone.num) = 7))""",
}

FUNCTIONS = """
function RecordsFound(udb:UserDB, n:Name, url:UserRecord*) =
    (forall (ur' in url) (ur' in udb) and (ur'.name = n));
function SortedById(url:UserRecord*) =
    (if (#url > 1) then (forall (i in [1..(#url - 1)]) url[i].id < url[i+1].id) else true);
"""


def add_user(conditions: str) -> str:
    """AddUser with these conditions."""
    return f"""{OBJECTS}
operation AddUser
    inputs: udb:UserDB, ur:UserRecord;
    outputs: udb':UserDB;
    {conditions}
end AddUser;
"""


def find_user(conditions: str) -> str:
    """FindUserByName with these conditions."""
    return f"""{OBJECTS}
operation FindUserByName
    inputs: udb:UserDB, n:Name;
    outputs: url:UserRecord*;
    {conditions}
end FindUserByName;
"""


def figure(number: str) -> str:
    """The specification of a figure."""
    formula = FIGURES[number]
    if number in {"3.16", "3.19", "3.20"}:
        return add_user(f"postcondition: {formula};")
    if number in {"3.33", "3.34"}:
        return add_user(f"precondition: {formula};")
    return find_user(f"postcondition: {formula};") + (FUNCTIONS if number == "3.31" else "")


def asked(text: str, size: int = 2, **options: OptionValue) -> Report:
    """All questions about a specification, with time enough for a busy machine."""
    return report_on("check", Source("users.fmsl", text), effort=12, size=size, **options)


def outcome(report: Report, question: str) -> Outcome:
    """The outcome of one question."""
    return next(each for each in report.outcomes if each.question == question)


def titles(answer: Outcome) -> list[str]:
    """What an outcome says about each of its findings."""
    return [block.title for block in answer.blocks if isinstance(block, Bindings)]
