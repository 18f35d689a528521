"""Is a site asked for the language of the caller's country?"""

import pytest

from batchbell.domain.languages import _BY_COUNTRY, accept_language


@pytest.mark.parametrize(
    ("country", "header"),
    [
        ("US", "en-US,en;q=0.9"),
        ("gb", "en-GB,en;q=0.9"),
        ("DE", "de-DE,de;q=0.9,en;q=0.5"),
        ("at", "de-AT,de;q=0.9,en;q=0.5"),
        ("BR", "pt-BR,pt;q=0.9,en;q=0.5"),
        ("JP", "ja-JP,ja;q=0.9,en;q=0.5"),
        ("ZZ", "en-ZZ,en;q=0.9"),
    ],
)
def test_a_country_has_a_language(country: str, header: str) -> None:
    assert accept_language(country) == header


def test_every_country_of_the_table_is_two_capitals() -> None:
    assert [c for c in _BY_COUNTRY if len(c) != 2 or not c.isupper() or not c.isascii()] == []
