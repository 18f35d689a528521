"""Which price does a page show for its main thing, and which one is struck out?"""

import re
from dataclasses import dataclass

from batchbell.engines.extract.names import word_set, words_of
from batchbell.engines.extract.places import beside
from batchbell.engines.extract.texts import text_of
from batchbell.engines.tree import Tree

_MAX_CANDIDATES = 400
_LONGEST = 60
_NEAR = 2
_AROUND = 500
_AMOUNT = re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|zł|kr|Kč)")
CURRENCY = re.compile(
    r"[$€£¥₹₽₺₩₪₴₸]|(?<![a-z])(?:usd|eur|gbp|brl|chf|cad|aud|inr|rs|r\$|kr|sek|nok|dkk|pln|zł"
    r"|kč|руб|тг|lei|din)(?![a-z])\.?",
    re.IGNORECASE,
)
_SIGN = r"(?:R\$|US ?\$|[$€£¥₹₽₺₩₪]|(?:EUR|USD|GBP|BRL|CHF)\b)"
_FIGURES = r"\d[\d.,\u00a0 ]{0,15}"
_WITH_CURRENCY = re.compile(rf"{_SIGN}\s?{_FIGURES}|{_FIGURES}\s?{_SIGN}(?!\s?\d)")
_LONGEST_LINE = 200
_DIGIT = re.compile(r"\d")
_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_STRUCK = word_set(
    "old was list strike strikethrough striked crossed original before rrp msrp compare former"
    " previous basis regularprice listprice oldprice wasprice antigo anterior alt ancien barre"
    " strikethough through"
)
_NOW = word_set(
    "current sale now our ourprice final special actual deal dealprice buybox buy selling today"
    " promo atual aktuell actuel main amount value total"
)
_OTHER = word_set(
    "shipping delivery save saving savings saved discount percent off installment instalment"
    " installments monthly month per unit unitprice range filter min max points tax coupon freight"
    " cart minicart basket summary zone subscribe sns used marketplace olp"
)
_NOT_A_PRICE = re.compile(r"%|/\s?(?:kg|l|100|mo|month|unit)|\bper\b|\bsave\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ShownPrice:
    """A price as printed, whether it is struck out, and how sure it is the main one (a score)."""

    text: str
    struck: bool
    score: int


def amounts_in(line: str) -> list[str]:
    """The amounts with a currency in a line; of a long one none."""
    if len(line) > _LONGEST_LINE:
        return []
    return [found[0].strip() for found in _WITH_CURRENCY.finditer(line)]


def shown_prices(tree: Tree) -> list[ShownPrice]:
    """The likeliest first; equal ones in page order, those after the main heading first."""
    found: list[tuple[int, int, ShownPrice]] = []
    after_heading = 1
    for place, element in enumerate(tree.iter()):
        if element.tag == "h1":
            after_heading = 0
        words = _price_words(element)
        if not words:
            continue
        price = _judged(element, words)
        if price is not None:
            found.append((-price.score + after_heading, place, price))
        if len(found) >= _MAX_CANDIDATES:
            break
    return [price for _, _, price in sorted(found, key=lambda entry: entry[:2])]


def _price_words(element: Tree) -> frozenset[str]:
    named = " ".join(
        (element.get(name) or "") for name in ("class", "id", "itemprop", "data-testid", "data-qa")
    )
    if "pri" not in named.lower() and "pre" not in named.lower():
        return frozenset()
    words = frozenset(words_of(named))
    return words if any(_means_price(word) for word in words) else frozenset()


def _means_price(word: str) -> bool:
    return "price" in word or word in ("preis", "preco", "precio", "prix", "prezzo", "prijs")


def _judged(element: Tree, words: frozenset[str]) -> ShownPrice | None:
    if len(element) > _LONGEST:
        return None
    text = text_of(element, _LONGEST)
    if len(text) > _LONGEST or not _DIGIT.search(text) or _NOT_A_PRICE.search(text):
        return None
    if not words.isdisjoint(_OTHER) or beside(element):
        return None
    around = _words_around(element)
    if not around.isdisjoint(_OTHER):
        return None
    struck = _is_struck(element, words | around)
    score = 2 * bool(CURRENCY.search(text)) + (not words.isdisjoint(_NOW)) + _one_number(text)
    return ShownPrice(text, struck, score)


def _one_number(text: str) -> int:
    return int(len(re.findall(r"\d[\d.,\s]*", text)) == 1)


def _is_struck(element: Tree, words: frozenset[str]) -> bool:
    if any(part.tag in _STRUCK_TAGS for part in element.iter()):
        return True
    if any(above.tag in _STRUCK_TAGS for above in element.iterancestors()):
        return True
    return not words.isdisjoint(_STRUCK) and _has_company(element)


def _has_company(element: Tree) -> bool:
    """Whether another amount stands near: a price called old that stands alone is the price."""
    above = element
    for _ in range(_NEAR):
        above = above if above.getparent() is None else above.getparent()
    text = text_of(above, _AROUND)
    return len(_AMOUNT.findall(text[:_AROUND])) > 1


def _words_around(element: Tree) -> frozenset[str]:
    """Of the two elements around it, which name it more closely: `<div class="old-price"><b>`."""
    words: set[str] = set()
    above = element.getparent()
    for _ in range(2):
        if above is None or above.tag in ("body", "main"):
            break
        words.update(words_of(f"{above.get('class') or ''} {above.get('id') or ''}"))
        above = above.getparent()
    return frozenset(words)
