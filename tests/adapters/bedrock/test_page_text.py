"""Is it known what a page says, and what it does not?"""

import time

import pytest

from batchbell.adapters.bedrock.page_text import PageText

PAGE = PageText(
    """# The *Nilgiri* Tea-Shop

A [blue **tin**](https://tea.example/Tins/1?size=2#top "tins") of green tea: 1.234,50 EUR.
Was 1 499.00 EUR. Seats 12 345 people; 4,7 of 5 stars ★★★★☆. Order no. AB-1234/5.

1. Boil the water.
2. Wait.

Published 29 November 2026, 14:30. Aktualisiert am 3. März 2025. Seen 7/4/24. May 29th, 2023;
1 de junio de 2022.
2026年1月8日 更新
Write to Shop@Tea.example, or see https://tea.example/imprint/. Mirror: www.other.example.
In 2026 500 teas. Lot 5 May 20201.
価格は1200円です。 Version 10.20.30. Cool\u00ading.
"""
)


@pytest.mark.parametrize(
    "text",
    [
        "The Nilgiri Tea-Shop",
        "the nilgiri  tea shop",
        "blue tin of green tea",
        "★★★★☆",
        "AB-1234/5",
        "1200円",
        "価格は",
        "Boil the water.\nWait.",
        "shop@tea.example",
        "Cooling",
        "EUR",
        "tea.example/Tins/1",
        "1.234,50 EUR",
    ],
)
def test_a_text_is_there_whatever_its_case_spaces_and_marks(text: str) -> None:
    assert PAGE.says(text)


@pytest.mark.parametrize(
    "text",
    [
        "black tea",
        "The Nilgiri Tea-Shops",
        "Nil",
        "tin green tea",
        "★★★★★",
        "AB-1234/6",
        "120",
        "Boil the water.\nDrink.",
        "shop@other.example",
        "USD",
    ],
)
def test_what_is_almost_there_is_not(text: str) -> None:
    assert not PAGE.says(text)


@pytest.mark.parametrize(
    "number", [1234.5, 1499, 1499.0, 12345, 4.7, 5, -5, 2, 1200, 14, 2026, 10, 20, 30]
)
def test_a_number_is_there_however_it_is_written(number: float) -> None:
    assert PAGE.says_number(number)


@pytest.mark.parametrize("number", [2026500, 1234.51, 123450, 1499.5, 34, 7.4, 1e300, 0, 0.5, 120])
def test_a_number_that_is_not_there_is_not(number: float) -> None:
    assert not PAGE.says_number(number)


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-29",
        "2026-11-29T14:30:00Z",
        "2026-11-29T00:00:00",
        "2025-03-03",
        "2023-05-29",
        "2022-06-01",
        "2024-04-07",
        "2024-07-04",
        "2026-01-08",
    ],
)
def test_a_date_is_there_by_its_parts(date: str) -> None:
    assert PAGE.says(date)


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-28",
        "2026-10-29",
        "2025-11-29",
        "2026-11-29T14:31:00Z",
        "2025-03-04",
        "2024-05-07",
        "2020-05-05",
    ],
)
def test_another_date_is_not(date: str) -> None:
    assert not PAGE.says(date)


@pytest.mark.parametrize(
    "address",
    [
        "https://tea.example/Tins/1?size=2",
        "http://TEA.example/Tins/1?size=2#bottom",
        "https://tea.example/imprint",
        "https://www.other.example/",
    ],
)
def test_an_address_is_there_by_its_parts(address: str) -> None:
    assert PAGE.says(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://tea.example/Tins/1",
        "https://tea.example/tins/1?size=2",
        "https://evil.example/imprint",
        "https://tea.example/",
        "https://[broken",
    ],
)
def test_another_address_is_not(address: str) -> None:
    assert not PAGE.says(address)


@pytest.mark.parametrize(
    "hostile",
    ["](" * 50_000, "1 " * 50_000, "1.1" * 33_000, "2026 " * 20_000, "[a](x " * 16_000,
     "https://" * 12_500, "* " * 50_000, "漢" * 100_000, "1,234 567 " * 10_000, '](x "' * 20_000],
)  # fmt: skip
def test_no_page_takes_long_to_look_through(hostile: str) -> None:
    page, began = PageText(hostile), time.process_time()
    for value in ("2026-11-29T10:10", "https://a.example/x", "some words"):
        page.says(value)
    page.says_number(7)
    page.quotes("some words")
    assert time.process_time() - began < 3
