"""Where numbers and words of a printed text begin and end.

A number has an optional minus, digits, and decimals; a word has letters. Free text covers
whole numbers and words only, so that 5 is not found in 15, -5 or 5.25, nor `even` in `uneven`. The
rules follow how a reader would see the text:

- A minus after a letter, a digit, a closing bracket or another minus is no sign: 3-5, x-5, --5
  have the number 5 and not -5.
- A point belongs to a number only before a digit: `sum = 5.` has the number 5.
- A comma never belongs to a number, since lists are written like this, too: 1,500.
- Letters and digits are separate: 5kg has the number 5.
- In scripts without blanks between words, no words are distinguished.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

_MINUS = "\\-\u2212"
_WITHOUT_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(
    rf"(?:(?<![\w)\]{_MINUS}])[{_MINUS}](?=\.?\d))?"
    r"(?:\d+|(?<![\w.])\.\d+)(?:\.\d+)*(?:[eE][+-]?\d+)?"
    rf"|(?:(?![{_WITHOUT_BLANKS}])[^\W\d_]|[\u0300-\u036f])+"
)


@lru_cache(maxsize=64)
def boundaries(text: str) -> Sequence[int]:
    """The positions of a text that are not inside a number or a word, in rising order."""
    outside = bytearray(b"\1") * (len(text) + 1)
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        outside[start + 1 : end] = bytes(end - start - 1)
    return list(compress(range(len(text) + 1), outside))
