"""What do words say about the stock?"""

import pytest

from batchbell.engines.extract.stock_words import (
    IN_STOCK,
    OUT_OF_STOCK,
    declared_stock,
    stock_of_words,
)

SAID = {
    "In Stock.": IN_STOCK,
    "Only 3 left in stock - order soon.": IN_STOCK,
    "Available": IN_STOCK,
    "Noch 4 Stück auf Lager": IN_STOCK,
    "Usually ships within 2 days": IN_STOCK,
    "Out of stock": OUT_OF_STOCK,
    "0 in stock": OUT_OF_STOCK,
    "Not in stock": OUT_OF_STOCK,
    "This item is sold out": OUT_OF_STOCK,
    "Currently unavailable. We don't know when it will be back in stock.": OUT_OF_STOCK,
    "Available in four colours": None,
    "Not available for pickup": None,
    "Image not available": None,
    "Tell me when it is back": None,
    "In stock " * 100: None,
}


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_words_say_it_or_say_nothing(text: str, said: str | None) -> None:
    assert stock_of_words(text) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("https://schema.org/InStock", IN_STOCK),
        ("http://schema.org/SoldOut", OUT_OF_STOCK),
        ("oos", OUT_OF_STOCK),
        ("schema.org/PreOrder", "PreOrder"),
        ("https://schema.org/Nonsense", None),
        ("", None),
    ],
)
def test_a_declared_stock_is_one_of_the_vocabulary(value: str, said: str | None) -> None:
    assert declared_stock(value) == said
