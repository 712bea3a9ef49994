"""Texts as numbers in the same order, and back."""

from fractions import Fraction

from hypothesis import given, settings, strategies as st

from refute.languages.fmsl.symbolic.models import rank_of, texts_of

TEXTS = st.text(max_size=6)


@given(TEXTS, TEXTS)
@settings(max_examples=40)
def test_ranks_are_in_the_order_of_texts(one: str, other: str) -> None:
    assert (rank_of(one) < rank_of(other)) == (one < other)
    assert (rank_of(one) == rank_of(other)) == (one == other)


@given(
    st.lists(st.tuples(st.fractions(0, 2), st.none() | st.integers(1, 9)), max_size=6),
    st.lists(st.text("amz", min_size=1, max_size=3), max_size=3),
)
@settings(max_examples=40)
def test_texts_keep_order_and_length(
    ranks: list[tuple[Fraction, int | None]], known: list[str]
) -> None:
    wanted = {rank: length for rank, length in ranks if rank > 0}
    named = {rank_of(text): text for text in known}
    texts = texts_of(wanted.items(), known)
    if texts is None:
        return
    ordered = [texts[rank] for rank in sorted(texts)]
    assert ordered == sorted(set(ordered))
    for rank, length in wanted.items():
        if rank in named:
            assert texts[rank] == named[rank]
        elif length is not None:
            assert len(texts[rank]) == length


def test_short_readable_texts_come_first() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert texts_of([(half, None), (third, None)], []) == {Fraction(0): "", third: "a", half: "b"}
    assert texts_of([(half, 4)], [])[half] == "aaaa"  # type: ignore[index]


def test_there_is_no_text_of_one_letter_between_neighbours() -> None:
    between = (rank_of("a") + rank_of("b")) / 2
    assert texts_of([(between, 1)], ["a", "b"]) is None
    assert texts_of([(between, 2)], ["a", "b"])[between] == "aa"  # type: ignore[index]
