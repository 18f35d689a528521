"""Does a page say that its main thing can be bought now, or that it cannot?"""

from collections.abc import Iterator

from batchbell.engines.extract.flow import Line
from batchbell.engines.extract.names import word_set, words_of
from batchbell.engines.extract.places import beside, hidden
from batchbell.engines.extract.stock_words import (
    IN_STOCK,
    LONGEST,
    says_buy,
    stock_of_line,
    stock_of_words,
)
from batchbell.engines.extract.texts import text_of
from batchbell.engines.tree import Tree

_MEANS_STOCK = word_set(
    "availability available avail stock instock outofstock soldout unavailable disponibilidad"
    " disponibilidade disponibilite verfugbarkeit lieferbarkeit lager"
)
_MEANS_BUYING = word_set("buy cart basket addtocart buybutton btn button purchase comprar kaufen")
_MAX_LINE = 80
_MAX_LINES = 120
_MAX_ELEMENTS = 300


def stock_of_elements(tree: Tree) -> str | None:
    """Of the first element that is called after the stock and says something about it."""
    for element in _called_after_stock(tree):
        said = stock_of_words(text_of(element, LONGEST))
        if said:
            return said
    return None


def stock_of_lines(lines: list[Line]) -> str | None:
    """Of the lines right after the main heading that say nothing else."""
    start = next((at for at, line in enumerate(lines) if line.level == 1), None)
    if start is None:
        return None
    for line in lines[start + 1 : start + _MAX_LINES]:
        said = stock_of_line(line.text) if len(line.text) <= _MAX_LINE else None
        if said and not line.hidden:
            return said
    return None


def stock_of_buttons(tree: Tree) -> str | None:
    """A button to buy that can be pressed, after the main heading, says it can be bought."""
    headed = tree.find(".//h1") is None
    for element in tree.iter("h1", "button", "input", "a", "div", "span"):
        headed = headed or element.tag == "h1"
        if headed and _buys(element) and not _is_off(element):
            return IN_STOCK
    return None


def _called_after_stock(tree: Tree) -> Iterator[Tree]:
    count = 0
    for element in tree.iter():
        named = f"{element.get('class') or ''} {element.get('id') or ''}"
        if named == " " or _MEANS_STOCK.isdisjoint(words_of(named)):
            continue
        count += 1
        if count > _MAX_ELEMENTS:
            return
        if not beside(element) and not hidden(element):
            yield element


def _buys(button: Tree) -> bool:
    text = _caption(button)
    return bool(text) and len(text) <= _MAX_LINE and says_buy(text)


def _caption(button: Tree) -> str:
    """What is written on it; nothing where the element is no button."""
    if button.tag == "input":
        if button.get("type") not in ("submit", "button", "image"):
            return ""
        return button.get("value") or button.get("title") or button.get("alt") or ""
    named = button.get("class") or ""
    if button.tag in ("div", "span") and _MEANS_BUYING.isdisjoint(words_of(named)):
        return ""
    return text_of(button, _MAX_LINE) or button.get("title") or button.get("aria-label") or ""


def _is_off(button: Tree) -> bool:
    if button.get("disabled") is not None or "disabled" in (button.get("class") or ""):
        return True
    return beside(button) or hidden(button)
