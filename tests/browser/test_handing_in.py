import zipfile
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect

from .visiting import choose, open_file

RIGHT = "print(sum(int(input()) for _ in range(int(input()))))\n"
WRONG = "n = int(input())\nprint(sum(int(input()) for _ in range(n)) + n)\n"


def test_a_program_is_typed_and_refuted(page: Page) -> None:
    open_file(page, "sum.ios")
    choose(page, "Hand in")
    page.get_by_text("or type the program").click()
    page.get_by_label("program", exact=True).fill(WRONG)
    page.locator("button.primary").click()
    page.wait_for_selector(".question[aria-busy=false]")
    expect(page.locator(".outcome.refuted .side-by-side .dialogue")).to_have_count(2)
    expect(page.locator(".outcome.refuted .dialogue .wrong").first).to_be_visible()


def test_a_class_is_graded_from_an_archive(page: Page, tmp_path: Path) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("class/ada/sum.py", RIGHT)
        archive.writestr("class/bob/sum.py", WRONG)
    open_file(page, "sum.ios")
    choose(page, "Hand in")
    file = {"name": "class.zip", "mimeType": "application/zip", "buffer": content.getvalue()}
    page.get_by_label("files or archive").set_input_files(file)  # type: ignore[arg-type]
    page.locator("button.primary").click()
    page.wait_for_selector(".question[aria-busy=false]")
    grades = page.locator(".answers .outcome table").first
    expect(grades).to_contain_text("ada")
    expect(grades).to_contain_text("wrong")
    with page.expect_download() as download:
        page.get_by_text("Download everything").click()
    with zipfile.ZipFile(download.value.path()) as results:
        assert {"index.html", "grades.csv"} <= {*results.namelist()}
    with page.expect_popup() as popup:
        page.get_by_text("All pages").click()
    popup.value.get_by_role("link", name="bob").first.click()
    expect(popup.value.locator("body")).to_contain_text("bob")
