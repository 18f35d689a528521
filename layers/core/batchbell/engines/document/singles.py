"""What does a document say once: which labelled value is a field's, and what needs no label?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from batchbell.engines.document.labelled import Labelled, Place
from batchbell.engines.document.likeness import likeness
from batchbell.engines.document.lines import Piece, lines_of, pieces_of
from batchbell.engines.document.meaning import Wanted, is_label
from batchbell.engines.document.values import date_in, fitting, size_of
from batchbell.engines.document.vocabulary.concept import Kind
from batchbell.engines.document.words import PageWords
from batchbell.engines.extract.names import plain, word_set, words_of

_LEAST = 0.5
UNLABELLED = 0.4
# The largest of the totals that are labelled about as well is that of the document.
_ABOUT, _ABOUT_VERY = 0.15, 0.03
_VERY = 0.95
_TOP_LINES = 8
# In heights of a line: large letters stand far apart.
_APART = 2.5
_LETTERS_LEAST = 3
_TITLES = frozenset(
    (
        "invoice",
        "tax invoice",
        "receipt",
        "sales receipt",
        "official receipt",
        "bill",
        "statement",
        "quotation",
        "quote",
        "order",
        "purchase order",
        "delivery note",
        "credit note",
        "cash bill",
        "rechnung",
        "quittung",
        "angebot",
        "lieferschein",
        "gutschrift",
        "kassenbon",
        "facture",
        "reçu",
        "devis",
        "factura",
        "recibo",
        "presupuesto",
        "fatura",
        "nota fiscal",
        "fattura",
        "ricevuta",
        "scontrino",
        "factuur",
        "bon",
        "page",
        "original",
        "copy",
        "duplicate",
    )
)
_FIRMS = word_set(
    "ltd limited inc llc llp plc corp corporation company co gmbh ag kg ug ohg ev bhd sarl sas sa"
    " srl spa bv nv ltda eireli slu pty pte"
)
_CURRENCY = re.compile(
    r"[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|MYR"
    r"|RM|SGD|HKD|ZAR|MXN|R\$|S\$|A\$)(?![A-Za-z])"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A value as printed, its page and how sure it is."""

    value: str
    piece: Piece
    page: int
    sure: float


def single_value(
    wanted: Wanted, labelled: Sequence[Labelled], pages: Sequence[PageWords]
) -> Found | None:
    """The best labelled value, or what stands where such things stand without a label."""
    return labelled_value(wanted, labelled) or _unlabelled(wanted, pages)


def labelled_value(wanted: Wanted, labelled: Sequence[Labelled]) -> Found | None:
    """The one whose label fits best."""
    found = [fit for candidate in labelled if (fit := _fits(wanted, candidate))]
    if not found:
        return None
    best = max(found, key=lambda fit: fit.sure)
    if wanted.single is None or wanted.single.key != "total":
        return best
    about = _ABOUT if best.sure < _VERY else _ABOUT_VERY
    rivals = [fit for fit in found if fit.sure >= best.sure - about]
    return max(rivals, key=lambda fit: size_of(fit.value))


def _fits(wanted: Wanted, candidate: Labelled) -> Found | None:
    sure = likeness(candidate.label, wanted, wanted.single) * candidate.place.value
    if sure < _LEAST:
        return None
    kind = wanted.single.kind if wanted.single else None
    if kind in (Kind.TEXT, None) and not _may_be_text(candidate):
        return None
    value = fitting(candidate.value.text, kind)
    return Found(value, candidate.value, candidate.page, sure) if value else None


def _may_be_text(candidate: Labelled) -> bool:
    """Any text would do: so it must not be the rest of a sentence, nor the next label."""
    text = candidate.value.text
    return candidate.place is not Place.BEHIND and not text.endswith(":") and not is_label(text)


def _unlabelled(wanted: Wanted, pages: Sequence[PageWords]) -> Found | None:
    match wanted.single.key if wanted.single else None:
        case "merchant":
            return _heading(pages[0])
        case "date":
            return _first_date(pages)
        case "currency":
            return _currency(pages)
        case _:
            return None


def _top(page: PageWords) -> list[Piece]:
    lines = lines_of(word for word in page.words if word.upright)[:_TOP_LINES]
    return [piece for line in lines for piece in pieces_of(line, _APART)]


def _heading(page: PageWords) -> Found | None:
    """The first text that names a firm, else the first that is no title."""
    pieces = [piece for piece in _top(page) if _may_be_name(piece.text)]
    firm = next((piece for piece in pieces if _FIRMS & set(_last_words(piece.text))), None)
    chosen = firm or (pieces[0] if pieces else None)
    return Found(chosen.text, chosen, page.number, UNLABELLED) if chosen else None


def _last_words(text: str) -> tuple[str, ...]:
    return words_of(text.replace(".", ""))[-3:]


def _may_be_name(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return (
        letters >= _LETTERS_LEAST
        and letters * 2 > len(text)
        and ":" not in text
        and plain(text) not in _TITLES
        and date_in(text) is None
    )


def _first_date(pages: Sequence[PageWords]) -> Found | None:
    for page in pages[:2]:
        for line in lines_of(word for word in page.words if word.upright):
            for piece in pieces_of(line, _APART):
                date = date_in(piece.text)
                if date:
                    return Found(date, piece, page.number, UNLABELLED)
    return None


def _currency(pages: Sequence[PageWords]) -> Found | None:
    for page in pages:
        for word in page.words:
            found = _CURRENCY.search(word.text)
            if found:
                piece = Piece(word.text, word.box, word.confidence)
                return Found(found.group(), piece, page.number, UNLABELLED)
    return None
