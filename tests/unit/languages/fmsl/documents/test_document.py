import html.parser

import pytest

from asking import report_on
from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import diagram_of, to_mermaid
from refute.languages.fmsl.documents.document import excerpt, linked, references
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.typecheck import Checked, check
from refute.source import Source

TEXT = """
object List
    components: Person*;
    description: (* People <in> order. *);
end List;
object Person
    components: name: Name and age: integer;
end Person;
object Name = string;
object Someone = Person or Group;
object Group = members: Person* and best: Person;
operation Add
    inputs: l: List, p: Person;
    outputs: l': List;
    precondition:
        (* Nobody twice. *)
        not (p in l)
            and
        p != nil;
    postcondition: Grown(l, p, l');
end Add;
function Grown(l: List, p: Person, l': List) = l' = l + p;
theorem growing(l: List, p: Person) = Grown(l, p, l + p);
"""


@pytest.fixture
def checked() -> Checked:
    return check(parse(Source("people.fmsl", TEXT)))


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("PATH", "")
    made = report_on("doc", Source("people.fmsl", TEXT)).artifacts
    return {each.name: each.text for each in made}


def test_the_diagram_shows_who_is_made_of_whom(checked: Checked) -> None:
    assert to_mermaid(diagram_of(checked)) == (
        "classDiagram\n"
        "  class List {\n    Add(p: Person)\n  }\n"
        "  class Person {\n    name: Name\n    age: integer\n  }\n"
        "  class Someone {\n    <<abstract>>\n  }\n"
        "  class Group\n"
        '  List --> "*" Person\n'
        "  Person --|> Someone\n"
        "  Group --|> Someone\n"
        '  Group --> "*" Person : members\n'
        "  Group --> Person : best\n"
    )


def test_who_speaks_of_whom(checked: Checked) -> None:
    users = references(checked.declarations)
    assert users["Name"] == ["Person"]
    assert users["Person"] == ["List", "Someone", "Group", "Add", "Grown", "growing"]
    assert users["Grown"] == ["Add", "growing"]
    assert users["Add"] == []


def test_a_formula_is_shown_as_it_was_written(checked: Checked) -> None:
    condition = checked.operation("Add").precondition
    assert condition is not None
    assert condition.formula is not None
    assert excerpt(condition.formula.span) == "not (p in l)\n    and\np != nil"


def test_code_is_cut_where_it_names_an_entry() -> None:
    assert linked("a in b", {}) == [("a in b", "")]


def test_every_link_of_the_page_leads_somewhere(files: dict[str, str]) -> None:
    class Reader(html.parser.HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.targets: set[str] = set()
            self.links: set[str] = set()

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            values = dict(attrs)
            self.targets.add(values.get("id") or "")
            if tag == "a":
                self.links.add((values["href"] or "").removeprefix("#"))

    reader = Reader()
    reader.feed(files["people.html"])
    assert {"Person", "Add", "Grown", "growing", "classes"} <= reader.links <= reader.targets


def test_prose_is_escaped_on_the_page(files: dict[str, str]) -> None:
    assert "People &lt;in&gt; order." in files["people.html"]


def test_all_that_is_said_is_in_the_markdown(files: dict[str, str]) -> None:
    text = files["people.md"]
    for part in ("### Add", "Nobody twice.", "not (p in l)", "People <in> order.", "classDiagram"):
        assert part in text
    assert "Used by [Add](#add), [growing](#growing)." in text


def test_the_diagram_file_is_read_back(files: dict[str, str], checked: Checked) -> None:
    assert read_diagram(Source("people.mmd", files["people.mmd"])) == diagram_of(checked)


def test_without_graphviz_there_is_no_picture(files: dict[str, str]) -> None:
    assert set(files) == {"people.html", "people.md", "people.mmd", "people.dot"}
