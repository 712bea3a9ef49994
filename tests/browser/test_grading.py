"""A class on the page: handed in, commented on, corrected, exported, and handed in again."""

import csv
import io
import zipfile
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect

from .test_handing_in import RIGHT, WRONG
from .visiting import choose, open_file

ROSTER = """\
Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments
Participant 101,Jörg Müller,,10,-,
Participant 102,Ada Lovelace,,10,-,
Participant 103,Zoë Ångström,,10,-,
"""


def moodle(programs: dict[str, str]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in programs.items():
            archive.writestr(f"{name}_assignsubmission_file_/sum.py", text)
    return content.getvalue()


def hand_in(page: Page, content: bytes) -> None:
    file = {"name": "class.zip", "mimeType": "application/zip", "buffer": content}
    page.get_by_label("files or archive").set_input_files(file)  # type: ignore[arg-type]
    page.locator("button.primary").first.click()
    page.wait_for_selector(".question[aria-busy=false]")


def downloaded(page: Page, name: str) -> Path:
    with page.expect_download() as download:
        page.locator(".class-view").get_by_text(name, exact=True).click()
    return Path(download.value.path())


def test_tutors_comment_and_correct_and_that_is_kept(page: Page) -> None:
    open_file(page, "sum.ios")
    choose(page, "Hand in")
    hand_in(page, moodle({"Jörg Müller_101": WRONG, "Ada Lovelace_102": RIGHT}))
    view = page.locator(".class-view")
    expect(view).to_contain_text("2 submissions")
    roster = {"name": "roster.csv", "mimeType": "text/csv", "buffer": ROSTER.encode()}
    page.get_by_label("roster", exact=True).set_input_files(roster)  # type: ignore[arg-type]
    expect(view).to_contain_text("Nothing was handed in by Zoë Ångström")

    view.get_by_role("button", name="Jörg Müller").click()
    student = page.locator("dialog.student")
    expect(student.frame_locator("iframe").locator(".source")).to_contain_text("int(input())")
    student.get_by_label("points").fill("7.5")
    student.get_by_label("comment for the student").fill("Fast! Schau dir den Anfang an.")
    student.get_by_role("button", name="Previous").click()
    expect(student.locator("h2")).to_contain_text("Ada Lovelace")
    student.get_by_role("button", name="Close").click()
    expect(view.locator("tr", has_text="Jörg Müller")).to_contain_text("7.5 corrected")
    expect(view).to_contain_text("all files are up to date")

    worksheet = downloaded(page, "moodle-grades.csv").read_text("utf-8")
    rows = {each["Full name"]: each for each in csv.DictReader(io.StringIO(worksheet))}
    assert rows["Jörg Müller"]["Grade"] == "0.75"  # 7.5 of our 100 are 0.75 of Moodle's 10
    assert "Fast! Schau dir den Anfang an." in rows["Jörg Müller"]["Feedback comments"]
    assert rows["Zoë Ångström"]["Grade"] == ""
    with zipfile.ZipFile(downloaded(page, "moodle-feedback.zip")) as archive:
        told = archive.read("Jörg Müller_101_assignsubmission_file_/feedback.txt").decode()
    assert "Fast! Schau dir den Anfang an." in told

    page.reload()
    open_file(page, "sum.ios")
    choose(page, "Hand in")
    expect(view).to_contain_text("7.5 corrected")
    later = {"Jörg Müller_101": RIGHT, "Ada Lovelace_102": RIGHT, "Zoë Ångström_103": WRONG}
    hand_in(page, moodle(later))
    expect(view).to_contain_text("3 submissions")
    expect(view.locator("tr", has_text="Jörg Müller")).to_contain_text("7.5 corrected")
    view.get_by_label("search").fill("zoë")
    expect(view.locator("tbody tr")).to_have_count(1)
    page.on("dialog", lambda asked: asked.accept())
    view.get_by_role("button", name="Forget this class").click()
    expect(view).to_have_count(0)
