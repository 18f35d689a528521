"""Does any page, however its words and lines lie, end with rows or with a reason?"""

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batchbell.domain.document import Field
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.boxes import Box
from batchbell.engines.document.read import tables_of
from batchbell.engines.document.rows import rows_of_all, rows_of_fields
from batchbell.engines.document.rules import rules_of
from batchbell.engines.document.words import PageWords, Word
from tests.engines.document.papers import account, addressed, invoice, statement
from tests.engines.document.reading import read

FIELDS = [Field(name) for name in ("item", "total", "date", "merchant", "note", "qty")]
TEXTS = st.sampled_from(
    ["Item", "Qty", "Total", "Total:", "Date:", "1", "2.50", "14/03/2025", "-", "Oak", "ab cd", ":"]
)
PLACES = st.integers(0, 20)


@st.composite
def words(draw: st.DrawFn) -> Word:
    left, top = 25.0 * draw(PLACES), 6.0 * draw(PLACES)
    width, height = draw(st.integers(0, 90)), draw(st.integers(0, 15))
    box = Box(left, top, left + width, top + height)
    return Word(draw(TEXTS), box, draw(st.sampled_from([1.0, 0.6])), draw(st.booleans()))


@st.composite
def strokes(draw: st.DrawFn) -> Box:
    x, y, length = 25.0 * draw(PLACES), 12.0 * draw(PLACES), 25.0 * draw(PLACES)
    return Box(x, y, x + length, y) if draw(st.booleans()) else Box(x, y, x, y + length)


@st.composite
def pages(draw: st.DrawFn, number: int = 1) -> PageWords:
    held = tuple(draw(st.lists(words(), max_size=40)))
    drawn = rules_of(draw(st.lists(strokes(), max_size=15)))
    fills = tuple(draw(st.lists(strokes(), max_size=3)))
    return PageWords(number, 600, 300, held, drawn, fills)


@settings(max_examples=150, deadline=None)
@given(pages(1), pages(2))
def test_any_words_give_rows_of_the_names_that_were_asked_for(
    first: PageWords, second: PageWords
) -> None:
    both = [first, second]
    tables = [table for page in both for table in tables_of(page)]
    for row in rows_of_all(tables, both):
        assert any(row.values.values())
    for row in rows_of_fields(FIELDS, tables, both):
        assert [*row.values] == [field.name for field in FIELDS]
        assert any(row.values.values())
        assert all(0 <= side <= 1 for side in row.evidence.box)


@settings(max_examples=150, deadline=None)
@given(pages())
def test_no_word_is_in_two_places(page: PageWords) -> None:
    texts = [cell.text for t in tables_of(page) for row in t.rows for cell in row if cell]
    printed = sum(len(word.text.split()) for word in page.words)
    assert sum(len(text.split()) for text in texts) <= printed


@pytest.mark.parametrize("seed", range(60))
def test_a_file_with_wrong_bytes_is_read_or_fails_with_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    paper = chance.choice([account(), addressed(), invoice(ruled=True), statement(2)])
    data = bytearray(paper)
    for _ in range(chance.choice([1, 10, 100])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if seed % 3 == 0:
        del data[chance.randrange(len(data)) :]
    with suppress(DocumentFailed):  # with one of the reasons, which its type allows alone
        assert read(bytes(data), "description", "total").rows
