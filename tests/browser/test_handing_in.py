import zipfile
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from .test_questions import check_accessibility, wide
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


def type_program(page: Page, text: str) -> None:
    program = page.get_by_label("program", exact=True)
    if not program.is_visible():
        page.get_by_text("or type the program").click()
    program.fill(text)


def test_a_program_is_tried_in_a_terminal(page: Page) -> None:
    open_file(page, "sum.ios")
    choose(page, "Hand in")
    type_program(page, 'n = int(input("How many? "))\nprint(sum(int(input()) for _ in range(n)))\n')
    page.get_by_role("button", name="Try it in a terminal").click()
    screen = page.locator(".xterm-rows")
    expect(screen).to_contain_text("How many?")
    page.keyboard.type("2\n30\n")
    page.keyboard.type("12\n")
    expect(screen).to_contain_text("42")
    expect(screen).to_contain_text("(the end)")


def test_students_see_a_sheet_hand_in_and_get_a_verdict(page: Page, browser: Browser) -> None:
    open_file(page, "sum.ios")
    choose(page, "Sheet")
    page.get_by_role("button", name="Make a page for students").click()
    link = page.locator(".exercise-link a").get_attribute("href")
    assert link is not None
    context = browser.new_context(viewport={"width": 380, "height": 800})
    student = context.new_page()
    student.goto(link)
    expect(student.frame_locator(".sheet").locator("body")).to_contain_text("Read")
    type_program(student, WRONG)
    student.get_by_role("button", name="Hand in").click()
    verdict = student.frame_locator(".result").locator("body")
    expect(verdict).to_contain_text("should have printed")
    assert wide(student) <= 380
    check_accessibility(student)
    student.get_by_role("button", name="Try it in a terminal").click()
    student.wait_for_selector(".xterm-rows")
    context.close()
