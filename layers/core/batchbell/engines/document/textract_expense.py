"""What does an answer of AnalyzeExpense hold: which line items, and which labelled values?

A field has a type (`ITEM`, `PRICE`, `TOTAL`, ...), a value and, where one is printed, a label. Of a
line item's field the label is its column's header.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from batchbell.engines.document.labelled import Labelled, Place
from batchbell.engines.document.lines import Piece
from batchbell.engines.document.textract_pages import Sheet
from batchbell.engines.document.textract_parts import Part, number, part, parts, text, texts

UNKNOWN = "OTHER"
"""The type of a field that Textract has no type for."""
WHOLE_ROW = "EXPENSE_ROW"
"""The type of a line item's whole text."""

# What types are called here; the others go by their own names.
_NAMES = {
    "INVOICE_RECEIPT_DATE": "date",
    "INVOICE_RECEIPT_ID": "document number",
    "PO_NUMBER": "order number",
    "RECEIVER_NAME": "customer",
    "TAX": "tax amount",
    "TAX_PAYER_ID": "tax id",
    "VENDOR_ADDRESS": "merchant address",
    "VENDOR_NAME": "merchant",
    "VENDOR_VAT_NUMBER": "tax id",
}
_OWNERS = ("VENDOR", "RECEIVER")


@dataclass(frozen=True, slots=True)
class LineField:
    """A field of a line item."""

    kind: str
    label: Piece | None
    value: Piece


def expense_lines(answer: Part, sheet: Sheet) -> Iterator[list[list[LineField]]]:
    """The fields of each line item, by group; the whole text only where there is nothing else."""
    for document in parts(answer, "ExpenseDocuments"):
        for group in parts(document, "LineItemGroups"):
            lines = [_fields(item, sheet) for item in parts(group, "LineItems")]
            yield [line for line in lines if line]


def expense_values(answer: Part, sheet: Sheet) -> list[Labelled]:
    """What the documents say once, under the printed label and under the type; the surest first."""
    told = [
        one
        for document in parts(answer, "ExpenseDocuments")
        for one in parts(document, "SummaryFields")
    ]
    surest = sorted(told, key=lambda one: -(number(part(one, "Type"), "Confidence") or 0))
    return [value for one in surest for value in _values(one, sheet)]


def expense_texts(answer: Part) -> Iterator[Part]:
    """Everything in an answer that has a text and a place."""
    for document in parts(answer, "ExpenseDocuments"):
        yield from parts(document, "Blocks")
        fields = parts(document, "SummaryFields")
        for group in parts(document, "LineItemGroups"):
            for item in parts(group, "LineItems"):
                fields += parts(item, "LineItemExpenseFields")
        yield from (part(one, "ValueDetection") for one in fields)


def _fields(item: Part, sheet: Sheet) -> list[LineField]:
    found = [
        LineField(_kind(one), sheet.piece(part(one, "LabelDetection")), value)
        for one in parts(item, "LineItemExpenseFields")
        if (value := sheet.piece(part(one, "ValueDetection")))
    ]
    return [one for one in found if one.kind != WHOLE_ROW] or found


def _kind(one: Part) -> str:
    return text(part(one, "Type"), "Text") or UNKNOWN


def _values(one: Part, sheet: Sheet) -> Iterator[Labelled]:
    value = sheet.piece(part(one, "ValueDetection"))
    label = text(part(one, "LabelDetection"), "Text").rstrip(" :")
    if value is None:
        return
    if label:
        yield Labelled(label, value, sheet.number, Place.BEHIND_A_COLON)
    if _kind(one) != UNKNOWN:
        yield Labelled(_name(one), value, sheet.number, Place.BEHIND_A_COLON)


def _name(one: Part) -> str:
    """What the type is called; that of a part of an address or the like with its owner."""
    groups = [kind for group in parts(one, "GroupProperties") for kind in texts(group, "Types")]
    kind = _kind(one)
    owner = next((own for own in _OWNERS if any(group.startswith(own) for group in groups)), None)
    if owner and not kind.startswith(owner):
        kind = f"{owner}_{kind}"
    return _NAMES.get(kind, kind.lower().replace("_", " "))
