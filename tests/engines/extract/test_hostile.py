"""Does a page that was made to hurt come to an end, and with it what is in its data?"""

import time

import pytest

from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.schema import Field, FieldType, Schema
from batchbell.engines.extract.extract import extract
from batchbell.engines.extract.json_ld import documents_of
from batchbell.engines.extract.suggest import suggest
from tests.engines.extract.pages import extracted, page, script
from tests.unit.hostile import DEEP, EMPTY, ODD
from tests.unit.hostile import page as whole

SECONDS = 20
FIELDS = (
    Field("title"),
    Field("price", FieldType.NUMBER),
    Field("availability"),
    Field("sku"),
    Field("steps", FieldType.LIST),
    Field("published", FieldType.DATE),
    Field("image", FieldType.URL),
    Field("cable", description="length of the cable"),
)
MANY = {
    "2,000 prices": whole('<div class="price stock sku old">$5.00 in stock</div>' * 2_000),
    "2,000 cards": whole('<div class="c"><h3><a href="/a">T</a></h3><b>$5</b></div>' * 2_000),
    "2,000 terms": whole("<dl>" + "<dt>Price<dd>5" * 2_000),
    "tables in tables": whole("<table><tr><td>a<td>" * 200),
    "things in things": whole('<div itemscope itemprop="offers" itemtype="Product">' * 240 + "x"),
    "prices in prices": whole('<div class="price stock sku title">' * 240 + "$1"),
    "10,000 properties": whole("<div itemscope>" + "<p itemprop='a b c'>1</p>" * 10_000),
    "one long class": whole('<p class="' + "price " * 100_000 + '">$5</p>'),
    "one long line": whole("<p>" + "Label: " * 100_000),
}
PAGES = {**DEEP, **ODD, **EMPTY, **MANY}


@pytest.mark.parametrize("body", PAGES.values(), ids=PAGES)
def test_it_ends_in_time(body: bytes) -> None:
    hostile = FetchedPage("https://a.example/", 200, "text/html", body)
    start = time.process_time()
    for work in (
        lambda: extract(hostile, Schema(FIELDS)),
        lambda: extract(hostile, Schema(FIELDS, rows=True)),
        lambda: suggest(hostile),
    ):
        try:
            work()
        except PageFailed:
            continue
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    "data",
    ["{" * 100_000, "[" * 100_000, ", " * 500_000, '{"a":' * 50_000, "\\" * 100_000, "\x00" * 100],
)
def test_data_that_is_none_gives_nothing(data: str) -> None:
    assert documents_of(data) == []


def test_things_that_name_each_other_in_a_ring_have_no_name() -> None:
    data = """[{"@type": "Product", "@id": "#a", "name": {"@id": "#b"}},
        {"@type": "Thing", "@id": "#b", "name": {"@id": "#a"}}]"""
    found = extracted(page(script(data)), {"name": "the name"})
    assert found.rows == ({"name": None},)


def test_data_for_a_price_may_be_anything() -> None:
    data = '{"@type": "Product", "name": ["", {}], "offers": {"price": {"a": [null, true, 1e999]}}}'
    found = extracted(page(script(data)), {"name": "n", "price": {"type": "number"}})
    assert found.rows == ({"name": None, "price": None},)
