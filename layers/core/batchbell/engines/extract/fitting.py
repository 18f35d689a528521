"""Does a value fit a field, and how is it written in the field's type?"""

import re

from batchbell.domain.schema import Field, FieldType
from batchbell.engines.extract.dates import date_of, moment_of
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.durations import minutes_of
from batchbell.engines.extract.names import plain, word_set, words_of
from batchbell.engines.extract.numbers import Number, amount_of, machine_number, printed_number
from batchbell.engines.extract.stock_words import IN_STOCK, OUT_OF_STOCK, declared_stock
from batchbell.engines.extract.vocabulary.concept import Concept

_EMAIL = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_CODE = re.compile(r"[\w][\w.\-/ +]{1,49}\Z")
_BYLINE = re.compile(
    r"\A(?:(?:recipe|written|posted|escrito|receita|receta|geschrieben|écrit|recette) )?"
    r"(?:by|por|par)\b:?\s+",
    re.IGNORECASE,
)
# What counts an entry of a list and does not name it.
_COUNT = re.compile(r"\W*\d{0,2}\W*|\d{1,4}\.")
_TIMES = frozenset(("total_time", "prep_time", "cook_time"))
_AMOUNTS = frozenset(("price", "old_price", "salary", "shipping"))
_CODES = frozenset(("sku", "mpn", "gtin"))
_YES = word_set("true yes 1 sim ja si oui available instock")
_NO = word_set("false no 0 nao nein non outofstock")
_UNITS = {"hours": 60.0, "hour": 60.0, "seconds": 1 / 60, "days": 1440.0, "stunden": 60.0}
_MINUTES = word_set("minutes minute min mins minuten minutos")
_LONGEST_NAME = 120


def fitted(text: str, field: Field, concept: Concept | None, page: Document) -> object | None:
    """The value in the field's type, one of its choices where it has such; None: does not fit."""
    key = concept.key if concept else ""
    if key == "author":
        text = _BYLINE.sub("", text)
    if not text or not _plausible(text, key):
        return None
    if key == "availability":
        return _availability(text, field)
    value = _typed(text, field, key, page)
    return _chosen(value, field) if field.choices and value is not None else value


def _typed(text: str, field: Field, key: str, page: Document) -> object | None:
    match field.type:
        case FieldType.NUMBER:
            return _number(text, field, key)
        case FieldType.INTEGER:
            return _whole(_number(text, field, key), key)
        case FieldType.BOOLEAN:
            return _truth(text)
        case FieldType.URL:
            return page.address(text)
        case FieldType.EMAIL:
            found = _EMAIL.search(text)
            return found[0] if found else None
        case FieldType.DATE:
            return date_of(text, page.language)
        case FieldType.DATE_TIME:
            return moment_of(text, page.language)
        case _:
            return _text(text, field, key, page)


def _plausible(text: str, key: str) -> bool:
    if key == "title":
        return _COUNT.fullmatch(text) is None
    if key in _CODES:
        return bool(_CODE.match(text)) and any(c.isdigit() for c in text) and len(text.split()) < 3
    if key in ("author", "brand", "seller", "publisher", "company"):
        named = len(text) <= _LONGEST_NAME and any(letter.isalpha() for letter in text)
        return named and (" " in text or not text.startswith(("http://", "https://", "@")))
    return True


def _text(text: str, field: Field, key: str, page: Document) -> str | None:
    if key in _TIMES and not _MINUTES.isdisjoint(words_of(field.description)):
        minutes = minutes_of(text)
        return None if minutes is None else f"{minutes:g}"
    if key in ("image", "url"):
        return page.address(text)
    return text


def _number(text: str, field: Field, key: str) -> Number | None:
    if key in _TIMES:
        return _duration(text, field)
    exact = machine_number(text)
    if key in _AMOUNTS:
        amount = amount_of(text) if exact is None else exact
        return amount or None
    return printed_number(text) if exact is None else exact


def _duration(text: str, field: Field) -> Number | None:
    minutes = minutes_of(text)
    if minutes is None:
        return machine_number(text) or None
    asked = words_of(f"{field.name} {field.description}")
    unit = next((_UNITS[word] for word in asked if word in _UNITS), 1.0)
    value = round(minutes / unit, 2)
    return int(value) if value.is_integer() else value


def _whole(number: Number | None, key: str) -> int | None:
    if number is None or isinstance(number, int):
        return number
    return round(number) if key in _TIMES else None


def _truth(text: str) -> bool | None:
    words = plain(text)
    if words in _YES:
        return True
    return False if words in _NO else None


def _availability(text: str, field: Field) -> object | None:
    said = declared_stock(text)
    if said is None:
        return None
    if field.type is FieldType.BOOLEAN:
        return {IN_STOCK: True, OUT_OF_STOCK: False}.get(said)
    return _stock_choice(said, field) if field.choices else said


def _stock_choice(said: str, field: Field) -> str | None:
    meant = [choice for choice in field.choices if declared_stock(choice) == said]
    return meant[0] if meant else None


def _chosen(value: object, field: Field) -> object | None:
    """The choice that is the value; else the only one whose words are all in it."""
    words = plain(str(value))
    for choice in field.choices:
        if plain(choice) == words:
            return choice
    inside = [choice for choice in field.choices if f" {plain(choice)} " in f" {words} "]
    return inside[0] if len(inside) == 1 else None
