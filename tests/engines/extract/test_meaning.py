"""Which common field does a caller mean?"""

import pytest

from batchbell.domain.schema import Field
from batchbell.engines.extract.meaning import concept_of


@pytest.mark.parametrize(
    ("name", "instruction", "key"),
    [
        ("productPrice", "", "price"),
        ("preço", "", "price"),
        ("image_url", "", "image"),
        ("is_available", "whether it is in stock", "availability"),
        ("f1", "the shop's article number", "sku"),
        ("x", "name of the author", "author"),
        ("Zutaten", "", "ingredients"),
        ("titre", "", "title"),
        ("fecha de publicación", "", "date_published"),
        ("event_date", "", "start_date"),
        ("seller_name", "", "seller"),
        ("first_name", "", None),
        ("capital", "capital city", None),
        ("article_text", "", "content"),
        ("cable", "how long it is", None),
    ],
)
def test_a_field_is_known_by_name_or_instruction(
    name: str, instruction: str, key: str | None
) -> None:
    concept = concept_of(Field(name, description=instruction))
    assert (concept.key if concept else None) == key
