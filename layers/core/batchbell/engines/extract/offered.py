"""Which fields may be proposed to a caller, with which type and which instruction?"""

from batchbell.domain.schema import Field, FieldType


def _fields(kind: FieldType, instructions: dict[str, str]) -> tuple[Field, ...]:
    return tuple(Field(name, kind, text) for name, text in instructions.items())


OF_ONE = (
    *_fields(FieldType.TEXT, {"title": "title or name of the main thing on the page"}),
    *_fields(
        FieldType.NUMBER,
        {
            "price": "current price, without the currency",
            "original_price": "price before a discount, without the currency",
        },
    ),
    *_fields(
        FieldType.TEXT,
        {
            "currency": "currency of the price",
            "sku": "the shop's article number or SKU",
            "gtin": "trade item number: GTIN, EAN, UPC or ISBN",
            "availability": "whether it can be bought now: InStock or OutOfStock",
            "brand": "brand or manufacturer",
            "author": "who wrote it",
            "company": "company or organization that offers it",
            "address": "address or place",
            "salary": "salary or pay",
        },
    ),
    *_fields(
        FieldType.DATE,
        {
            "date_published": "date of publication",
            "date_modified": "date of the last change",
            "start_date": "date on which it begins",
            "end_date": "date on which it ends",
        },
    ),
    *_fields(
        FieldType.NUMBER,
        {"rating": "average rating", "rating_count": "number of ratings or reviews"},
    ),
    *_fields(
        FieldType.LIST,
        {"ingredients": "one entry an ingredient", "instructions": "one entry a step"},
    ),
    *_fields(FieldType.TEXT, {"yield": "how many servings or pieces it makes"}),
    *_fields(
        FieldType.NUMBER,
        {
            "prep_time": "preparation time in minutes",
            "cook_time": "cooking time in minutes",
            "total_time": "total time in minutes",
        },
    ),
    *_fields(
        FieldType.TEXT,
        {"category": "category or section", "description": "description or summary"},
    ),
    *_fields(FieldType.URL, {"image": "address of the main picture", "url": "address of the page"}),
)

OF_MANY = (
    *_fields(FieldType.TEXT, {"title": "title or name of the entry"}),
    *_fields(FieldType.URL, {"url": "address that the entry links to"}),
    *_fields(FieldType.NUMBER, {"price": "price, without the currency"}),
    *_fields(FieldType.TEXT, {"availability": "whether it can be bought now"}),
    *_fields(FieldType.NUMBER, {"rating": "average rating"}),
    *_fields(FieldType.TEXT, {"author": "who wrote it"}),
    *_fields(FieldType.DATE, {"date_published": "date of publication"}),
    *_fields(FieldType.TEXT, {"company": "company", "address": "place"}),
    *_fields(FieldType.TEXT, {"description": "short text of the entry"}),
    *_fields(FieldType.URL, {"image": "address of the entry's picture"}),
)
