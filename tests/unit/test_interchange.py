"""What others wrote is read, or refused with a ValueError, whatever it is."""

import json

import pytest
from hypothesis import given, strategies as st

from refute.interchange import DEEPEST, read_json, read_toml

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_json_is_what_the_library_says(value: object) -> None:
    text = json.dumps(value)
    assert read_json(text) == value
    assert read_json(b"\xef\xbb\xbf" + text.encode()) == value


def test_brackets_in_texts_do_not_nest() -> None:
    texts = ["[" * 1000, '\\"[{' * 300, "]"]
    assert read_json(json.dumps(texts)) == texts


@pytest.mark.parametrize("depth", [DEEPEST, DEEPEST + 1, 100_000])
def test_what_is_too_deep_is_refused(depth: int) -> None:
    text = "[" * depth + "]" * depth
    if depth <= DEEPEST:
        assert read_json(text)
    else:
        with pytest.raises(ValueError, match="nested too deeply"):
            read_json(text)


@pytest.mark.parametrize(
    "text", ["", "[", "NaN", "[-Infinity]", '{"a": 1,}', b"\xff", "[" * 100_000]
)
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_toml_that_is_too_deep_is_refused() -> None:
    assert read_toml("a = [[1]]") == {"a": [[1]]}
    with pytest.raises(ValueError, match="nested too deeply"):
        read_toml("a = " + "[" * 10_000)
