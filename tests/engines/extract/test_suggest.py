"""Which fields does a page offer?"""

import pytest

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.engines.extract.suggest import suggest
from tests.engines.extract.pages import BOOKS, COUNTRIES, KETTLES, SOUP, fetched, page, script


def names(html: str) -> list[str]:
    """The names of the fields that are proposed."""
    return [field.name for field in suggest(fetched(html)).fields]


def test_a_product_offers_what_it_has() -> None:
    assert {"title", "price", "sku", "availability", "brand"} <= set(names(KETTLES["en"]))


def test_a_list_offers_rows_and_its_first_address() -> None:
    suggestion = suggest(fetched(BOOKS))
    assert [field.name for field in suggestion.fields] == ["title", "url", "price", "image"]
    assert suggestion.first_subpage_url == "https://shop.example/b/1"
    assert suggestion.title == "Books"
    assert schema_of_request(suggestion.schema).rows


def test_a_table_offers_its_columns() -> None:
    assert names(COUNTRIES) == ["country", "capital", "population_2025"]


@pytest.mark.parametrize("html", [page("<p>Words.</p>"), "x"])
def test_any_page_offers_something(html: str) -> None:
    assert names(html) == ["title", "description", "url"]


@pytest.mark.parametrize("html", [SOUP, BOOKS, KETTLES["fr"], page("x")])
def test_what_is_proposed_can_be_sent_back(html: str) -> None:
    suggestion = suggest(fetched(html))
    schema = schema_of_request(suggestion.schema)
    assert schema.names == tuple(field.name for field in suggestion.fields)


def test_a_list_that_describes_its_entries_is_a_list() -> None:
    data = ",".join(
        f'{{"@type": "Product", "name": "Book {name}", "offers": {{"price": 1}}}}'
        for name in ("one", "two", "three", "four")
    )
    html = BOOKS.replace("</body>", f"{script(f'[{data}]')}</body>")
    assert schema_of_request(suggest(fetched(html)).schema).rows
