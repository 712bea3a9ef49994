"""A quick look at an edited item sees what the analysis of the whole text sees there."""

import random
import re
from pathlib import Path

import pytest
from benchmarks.editor import thousand_lines

from refute import languages as registry
from refute.editor.analysis import analyse, problems
from refute.editor.glance import combined, excerpt, touched
from refute.editor.snapshot import Problem, Snapshot, edited

EXAMPLES = Path(__file__).parents[3] / "examples"
ENDINGS = {
    "console": ".ios",
    "workflow": ".top",
    "funlogic": ".fl",
    "nominal": ".apl",
    "fmsl": ".fmsl",
}
WORD = re.compile(r"[^\W\d]\w+")


def seen(language: str, name: str, known: Snapshot, text: str) -> set[str] | None:
    """The codes of what a quick look finds in the items of an edit; None if it does not look."""
    moved = known.moved_to(text)
    items = touched(moved, edited(known.text, text))
    part = excerpt(moved, items) if items else None
    if part is None:
        return None
    return codes(
        combined(Snapshot(text, known.lexicon), items, problems(language, name, text, part))
    )


def codes(found: list[Problem]) -> set[str]:
    return {each.code for each in found}


def inside(language: str, name: str, known: Snapshot, text: str) -> set[str]:
    """The codes of what an analysis of the whole text finds in the items of an edit."""
    items = touched(known.moved_to(text), edited(known.text, text))
    whole = analyse(language, name, text)
    return codes(combined(Snapshot(text, known.lexicon), items, whole.problems))


@pytest.mark.parametrize("language", ENDINGS)
def test_a_misspelt_name_is_seen_at_once(language: str) -> None:
    """In examples, with edits at random places; a name that is gone may matter elsewhere, too."""
    chosen = random.Random(7)
    tried = 0
    for path in sorted((EXAMPLES / language).glob(f"*{ENDINGS[language]}"))[:4]:
        text = path.read_text(encoding="utf-8")
        known = analyse(language, str(path), text)
        words = [each for each in WORD.finditer(text) if each.start() > 0]
        for found in chosen.sample(words, 3):
            changed = f"{text[: found.end()]}q{text[found.end() :]}"
            looked = seen(language, str(path), known, changed)
            if looked is not None:
                tried += 1
                whole = codes(list(analyse(language, str(path), changed).problems))
                within = inside(language, str(path), known, changed)
                assert looked or not within, (path, found)
                assert whole or not looked, (path, found)
                if within and found.start() not in known.items:  # else it is part of another item
                    assert looked == within, (path, found)
    assert tried >= 4


@pytest.mark.parametrize("language", registry.LANGUAGES)
def test_a_small_part_of_a_long_text_is_enough(language: str) -> None:
    text = thousand_lines(language)
    known = analyse(language, f"x{ENDINGS[language]}", text)
    middle = known.items[len(known.items) // 2]
    changed = f"{text[:middle]}\n{text[middle:]}"
    moved = known.moved_to(changed)
    part = excerpt(moved, touched(moved, edited(text, changed)))
    assert part is not None
    assert len(part.split()) < len(text.split()) / 20
    assert len(part) == len(changed)
    found = problems(language, f"x{ENDINGS[language]}", changed, part)
    assert not [each for each in found if each.location is not None]
