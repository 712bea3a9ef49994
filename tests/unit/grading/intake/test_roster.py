"""Rosters as people and spreadsheets write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.grading.intake.roster import Roster, read_roster

PEOPLE = ["Ada Lovelace", "Jörg Müller"]


def roster(folder: Path, content: bytes) -> Roster:
    path = folder / "people.csv"
    path.write_bytes(content)
    return read_roster(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le-bom"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tables_as_spreadsheets_save_them(
    tmp_path: Path, encoding: str, delimiter: str, end: str
) -> None:
    lines = [("name", "number"), ("Ada Lovelace", "1"), ("Jörg Müller", "2")]
    text = "".join(delimiter.join(line) + end for line in lines)
    if encoding == "utf-16-le-bom":
        content = b"\xff\xfe" + text.encode("utf-16-le")
    else:
        content = text.encode(encoding)
    found = roster(tmp_path, content)
    assert [each.name for each in found.people] == PEOPLE
    assert [each.number for each in found.people] == ["1", "2"]
    assert found.delimiter == delimiter


def test_a_spreadsheet_may_say_what_is_between_cells(tmp_path: Path) -> None:
    found = roster(tmp_path, b"sep=;\r\nname;group\r\nAda, Countess;A\r\n")
    assert [(each.name, each.group) for each in found.people] == [("Ada, Countess", "A")]


def test_commas_in_names_are_not_between_cells(tmp_path: Path) -> None:
    text = "Nachname, Vorname;Matrikelnummer\nLovelace, Ada;77\nMüller, Jörg;78\n"
    found = roster(tmp_path, text.encode())
    assert [each.number for each in found.people] == ["77", "78"]


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lovelace,12345\nJörg Müller,12346\n",
        "ada@uni.de\njoerg@uni.de\n",
        "Ada Lovelace;A\nJörg Müller;B\n",
        "Ada Lovelace\nJörg Müller\n",
    ],
)
def test_nobody_is_lost_where_no_line_names_the_columns(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError) as failure:
        roster(tmp_path, text.encode())
    (told,) = failure.value.diagnostics
    assert told.code == "IO065"
    assert "names no columns" in told.message


@pytest.mark.parametrize("header", ["Identifiant,Nom complet", "Wer,Matrikel"])
def test_columns_may_be_called_anything_above_numbers(tmp_path: Path, header: str) -> None:
    found = roster(
        tmp_path, f"{header}\nAda Lovelace,Participant 4\nBen Ochs,Participant 5\n".encode()
    )
    assert len(found.people) == 2


def test_a_workbook_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(InputError) as failure:
        roster(tmp_path, b"PK\x03\x04\x14\x00\x06")
    assert failure.value.diagnostics[0].help == "save it as CSV"
