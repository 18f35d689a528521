"""Which rows of a table sum it up rather than being items of it?"""

from batchbell.engines.document.amounts import is_figure
from batchbell.engines.document.spelling import meant
from batchbell.engines.document.tables import Row
from batchbell.engines.extract.names import words_of

# Plain words with which such rows begin, in seven languages.
_STARTS = tuple(
    tuple(words.split())
    for words in (
        "total",
        "totals",
        "grand total",
        "sub total",
        "subtotal",
        "net total",
        "nett total",
        "net amount",
        "invoice total",
        "order total",
        "balance due",
        "amount due",
        "total due",
        "vat",
        "gst",
        "tax",
        "sales tax",
        "service charge",
        "rounding",
        "shipping",
        "delivery charge",
        "discount total",
        "total discount",
        "change",
        "cash",
        "amount paid",
        "zwischensumme",
        "summe",
        "gesamt",
        "gesamtbetrag",
        "gesamtsumme",
        "rechnungsbetrag",
        "endbetrag",
        "nettobetrag",
        "bruttobetrag",
        "netto",
        "brutto",
        "mwst",
        "ust",
        "umsatzsteuer",
        "mehrwertsteuer",
        "zzgl",
        "versandkosten",
        "ubertrag",
        "sous total",
        "montant total",
        "montant",
        "net a payer",
        "tva",
        "frais de port",
        "base imponible",
        "importe total",
        "iva",
        "suma",
        "valor total",
        "totale",
        "imponibile",
        "imposta",
        "totaal",
        "subtotaal",
        "btw",
        "verzendkosten",
    )
)
_MOST_WORDS = 8


def is_total(row: Row) -> bool:
    """It begins with such words and holds a figure, and few other texts."""
    texts = [cell.text for cell in row if cell]
    if not any(is_figure(text) for text in texts[1:]):
        return False
    return begins_like_a_total(texts[0])


def begins_like_a_total(text: str) -> bool:
    """Its first words are what sums are called."""
    words = meant(words_of(text.lower()))  # a printed hump parts no words
    return len(words) <= _MOST_WORDS and any(words[: len(start)] == start for start in _STARTS)
