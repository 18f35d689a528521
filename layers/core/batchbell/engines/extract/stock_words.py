"""Which words say that a thing can be bought now, or that it cannot?"""

import re

from batchbell.engines.extract.names import plain

IN_STOCK, OUT_OF_STOCK = "InStock", "OutOfStock"
_DECLARED = {
    "instock": IN_STOCK, "onlineonly": IN_STOCK, "instoreonly": IN_STOCK,
    "limitedavailability": IN_STOCK, "in stock": IN_STOCK, "available": IN_STOCK,
    "outofstock": OUT_OF_STOCK, "soldout": OUT_OF_STOCK, "discontinued": OUT_OF_STOCK,
    "out of stock": OUT_OF_STOCK, "sold out": OUT_OF_STOCK, "oos": OUT_OF_STOCK,
    "preorder": "PreOrder", "presale": "PreOrder", "backorder": "BackOrder",
}  # fmt: skip
_OUT = (
    "out of stock|sold out|currently unavailable|temporarily out of stock|no longer available"
    "|not in stock|0 in stock|discontinued|esgotado|fora de estoque|sem estoque"
    "|produto indisponível|ausverkauft|nicht auf lager|derzeit nicht verfügbar"
    "|nicht lieferbar|vergriffen|agotado|sin existencias|sin stock|fuera de stock"
    "|rupture de stock|en rupture|épuisé|actuellement indisponible"
    "|attualmente non disponibile|esaurito|нет в наличии|uitverkocht|ni na zalogi"
)
# Words that are also said of a picture, a colour, a way of delivery.
_OUT_OR_PART = (
    "not available|unavailable|indisponível|indisponible|no disponible|non disponible"
    "|non disponibile|nicht verfügbar"
)
_IN = (
    "in stock|available now|ready to ship|ships today|em estoque|pronta entrega|auf lager"
    "|sofort lieferbar|vorrätig|en stock|en existencia|hay existencias|disponibilità immediata"
    "|в наличии|есть в наличии|op voorraad|na zalogi|usually ships|usually dispatched"
    "|dispatched within|ships within|gewöhnlich versandfertig|versandfertig|habituellement expédié"
    "|expédié sous|generalmente spedito|normalmente enviado|last one|only a few left"
    "|available from these sellers|erhältlich bei diesen anbietern"
    "|disponible auprès de ces vendeurs"
    "|disponible a través de estos vendedores|disponibile presso questi venditori"
)
# Words that say it when they stand alone: what is available in four colours may be sold out.
_IN_ALONE = (
    "available|disponível|lieferbar|verfügbar|disponible|disponibile|dobavljivo|en magasin"
    "|available immediately|sofort verfügbar|disponível imediatamente|disponible de inmediato"
)
_BUY = (
    "add to cart|add to basket|add to bag|buy now|buy it now|adicionar ao carrinho|comprar agora"
    "|comprar|in den warenkorb|in den einkaufswagen|jetzt kaufen|añadir al carrito"
    "|agregar al carrito|añadir a la cesta|comprar ahora|ajouter au panier|acheter"
    "|acheter maintenant|aggiungi al carrello|acquista|acquista ora|в корзину|купить"
    "|dodaj v košarico"
    "|in winkelwagen|kup teraz|do koszyka|v košarico"
)
_PART = re.compile(
    r"\b(?:images?|pictures?|photos?|bild|imagem|imagen|immagine|colou?r|size|option|selection"
    r"|delivery|pickup|store|video|preview|reviews?|couleur|farbe|cor|colore|description|if|when"
    r"|si|wenn|region|country)\b"
)
_LEFT = re.compile(
    r"\b(?:[1-9]\d{0,5}|few) (?:left |items? |more )?in stock\b|\bis in stock\b"
    r"|\bnoch [1-9]\d{0,5} (?:stuck )?auf lager\b|\b[1-9]\d{0,5} (?:restants? )?en stock\b"
    r"|\b[1-9]\d{0,5} (?:unidades? )?em estoque\b"
)
LONGEST = 160


def _phrases(words: str) -> re.Pattern[str]:
    alternatives = "|".join(sorted(map(plain, words.split("|")), key=len, reverse=True))
    return re.compile(rf"(?:^|(?<= ))(?:{alternatives})(?= |$)")


_SAYS_OUT, _SAYS_OUT_OR_PART, _SAYS_IN = _phrases(_OUT), _phrases(_OUT_OR_PART), _phrases(_IN)
_SAYS_IN_ALONE, _SAYS_BUY = _phrases(_IN_ALONE), _phrases(_BUY)


def declared_stock(value: str) -> str | None:
    """What `https://schema.org/InStock`, `in stock` or `oos` stand for."""
    last = value.rstrip("/").rpartition("/")[2].rpartition("#")[2].strip().lower()
    return _DECLARED.get(last) or _DECLARED.get(plain(last)) or stock_of_words(value)


def stock_of_words(text: str) -> str | None:
    """What a short text about the stock says; out of stock wins over in stock within one text."""
    words = plain(text) if len(text) <= LONGEST else ""
    said = stock_of_line(text)
    if said:
        return said
    says_out = _SAYS_OUT.search(words) or _SAYS_OUT_OR_PART.search(words)
    if says_out and not _PART.search(words):
        return OUT_OF_STOCK
    return IN_STOCK if _LEFT.search(words) else None


def stock_of_line(text: str) -> str | None:
    """What a line says that begins with it; more certain where the line may be about anything."""
    words = plain(text) if len(text) <= LONGEST else ""
    if _SAYS_OUT.match(words) or _SAYS_OUT_OR_PART.fullmatch(words):
        return OUT_OF_STOCK
    return IN_STOCK if _SAYS_IN.match(words) or _SAYS_IN_ALONE.fullmatch(words) else None


def says_buy(text: str) -> bool:
    """Whether a caption is that of a button to buy, and no more than that."""
    return bool(_SAYS_BUY.fullmatch(plain(text)))
