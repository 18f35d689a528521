"""What does a page show of its main thing: heading, price, stock, article number, dates, mails?"""

import re
from collections.abc import Callable, Iterator

from batchbell.engines.extract.document import Document
from batchbell.engines.extract.identifiers import codes_in_address, codes_in_attributes
from batchbell.engines.extract.names import plain
from batchbell.engines.extract.pieces import Evidence
from batchbell.engines.extract.prices import CURRENCY, amounts_in, shown_prices
from batchbell.engines.extract.stock import stock_of_buttons, stock_of_elements, stock_of_lines

_MAX_LINES = 60
_MAIL = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")


def titles(page: Document) -> Iterator[Evidence]:
    """The heading that the page's own title repeats, else the first one."""
    if page.part:
        return
    headings = [line.text for line in page.lines if line.level == 1]
    named = plain(" ".join(page.meta.get(name, [""])[0] for name in ("og:title", "<title>")))
    repeated = [text for text in headings if plain(text) and plain(text) in named]
    for text in (*repeated[:1], *headings[:1]):
        yield Evidence([text], "heading", 0.7)
    for name in ("og:title", "<title>"):
        if name in page.meta:
            yield Evidence([page.meta[name][0]], "meta", 0.7)


def _prices(page: Document) -> Iterator[Evidence]:
    for price in shown_prices(page.tree):
        if not price.struck and price.score > 1:
            yield Evidence([price.text], "shown price", 0.7)
    lines = _lines_of_the_thing(page)
    found = ((line, amount) for line in lines for amount in amounts_in(line))
    amounts = dict.fromkeys(amount for line, amount in found if page.part or amount == line)
    if len(amounts) == 1:  # of several none says that it is the price
        yield Evidence(list(amounts), "amount", 0.55)


def _currencies(page: Document) -> Iterator[Evidence]:
    """As printed with the price: a sign that several countries use is not made one of them."""
    for price in _prices(page):
        sign = CURRENCY.search(str(price.values[0]))
        if sign:
            yield Evidence([sign[0]], price.source, price.trust)


def _old_prices(page: Document) -> Iterator[Evidence]:
    for price in shown_prices(page.tree):
        if price.struck:
            yield Evidence([price.text], "struck-out price", 0.65)


def _stock(page: Document) -> Iterator[Evidence]:
    if said := stock_of_elements(page.tree):
        yield Evidence([said], "stock words", 0.75)
    if said := stock_of_lines(page.lines):
        yield Evidence([said], "stock words", 0.6)
    if said := stock_of_buttons(page.tree):
        yield Evidence([said], "buy button", 0.6)


def _codes(page: Document) -> Iterator[Evidence]:
    carried = codes_in_attributes(page.tree)
    for code in codes_in_address(page.url):
        if code in carried:
            yield Evidence([code], "address and attribute", 0.7)


def _mails(page: Document) -> Iterator[Evidence]:
    for link in page.tree.iter("a"):
        address = link.get("href") or ""
        if address.lower().startswith("mailto:"):
            yield Evidence([address[7:].partition("?")[0]], "link", 0.7)
    for line in page.lines:
        found = _MAIL.search(line.text) if "@" in line.text else None
        if found:
            yield Evidence([found[0]], "line", 0.55)


def _lines_of_the_thing(page: Document) -> list[str]:
    """Those after the main heading; of a part all."""
    lines = page.lines
    start = next((at for at, line in enumerate(lines) if line.level == 1), None)
    if page.part:
        start = 0
    shown = lines[start : start + _MAX_LINES] if start is not None else []
    return [line.text for line in shown if not line.hidden]


SHOWN: dict[str, Callable[[Document], Iterator[Evidence]]] = {
    "title": titles,
    "price": _prices,
    "old_price": _old_prices,
    "currency": _currencies,
    "availability": _stock,
    "sku": _codes,
    "email": _mails,
}
"""By the key of what is meant."""
