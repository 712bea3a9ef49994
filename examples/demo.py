"""What `make demo` shows: a class graded, and what the other languages find."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
REPORT = Path("build") / "demo"


def show(path: Path) -> None:
    """A file as it is."""
    print(f"--- {path.relative_to(HERE.parent)} ---")
    print(path.read_text(encoding="utf-8"))


def refute(*arguments: str) -> int:
    """Run the tool as a user would, after saying how."""
    print(f"$ refute {' '.join(arguments)}\n", flush=True)
    command = [sys.executable, "-m", "refute", *arguments]
    code = subprocess.run(command, check=False, cwd=HERE.parent).returncode
    print(f"\n(exit code {code})\n")
    return code


def grade() -> bool:
    """A class of eight in three languages; a language that is missing here is no failure."""
    print("Eight students hand in programs in Python, C and bash. All of them are graded:\n")
    task = "examples/console/sum_with_prompts.ios"
    code = refute("grade", task, "examples/console/class", "--out", str(REPORT), "--fresh")
    if code == 3:
        print("(Exit code 3: some programs could not be tried on this machine; see above why.)\n")
    page = HERE.parent / REPORT / "index.html"
    print(f"The report, with a page for every student: {page}\n")
    return code in {0, 3} and page.is_file()


def main() -> int:
    """The demonstration; fails when the tool does not refute what is wrong."""
    programs = HERE / "console" / "programs" / "sum_with_prompts"
    print("A teacher writes down once what a program must read and print:\n")
    show(HERE / "console" / "sum_with_prompts.ios")
    print("One student hands in this program:\n")
    show(programs / "wrong_numbering.py")
    check = ("check", "examples/console/sum_with_prompts.ios", "--", "python3")
    where = "examples/console/programs/sum_with_prompts"
    refuted = refute(*check, f"{where}/wrong_numbering.py")
    graded = grade()
    print("Other languages, same tool. A law of lists that looks right:\n")
    lists = refute("check", "examples/funlogic/reverse.fl", "--quiet")
    print("A tax subsidy, whatever the citizen and the officer enter:\n")
    workflow = refute("check", "examples/workflow/tax.top", "--quiet")
    return 0 if (refuted, lists, workflow) == (1, 1, 1) and graded else 1


if __name__ == "__main__":
    sys.exit(main())
