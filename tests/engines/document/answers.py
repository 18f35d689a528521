"""Answers of Textract, written by hand: a page of 1,000 x 1,000 pixels, places in pixels."""

import math
from typing import Any

from batchbell.contracts.textract_pipe import AnsweredPage
from batchbell.domain.document import DocumentRead, Field
from batchbell.engines.document.textract_read import read_answers

SIDE = 1_000
Answer = dict[str, Any]


def geometry(left: float, top: float, width: float = 50, height: float = 20) -> Answer:
    """Of an upright text."""
    x, y, w, h = (value / SIDE for value in (left, top, width, height))
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return {
        "BoundingBox": {"Left": x, "Top": y, "Width": w, "Height": h},
        "Polygon": [{"X": a, "Y": b} for a, b in corners],
    }


def detection(text: str, left: float, top: float, sure: float = 99.0) -> Answer:
    return {"Text": text, "Confidence": sure, "Geometry": geometry(left, top, 8 * len(text))}


def field(
    kind: str, value: Answer, label: Answer | None = None, sure: float = 90.0, **more: Any
) -> Answer:
    """A field of a line item or of the summary."""
    made = {"Type": {"Text": kind, "Confidence": sure}, "ValueDetection": value, **more}
    return made | ({"LabelDetection": label} if label else {})


def expense(*groups: list[list[Answer]], summary: list[Answer] | None = None) -> Answer:
    """The answer of AnalyzeExpense: line items by group."""
    return {
        "ExpenseDocuments": [
            {
                "ExpenseIndex": 1,
                "SummaryFields": summary or [],
                "LineItemGroups": [
                    {
                        "LineItemGroupIndex": number,
                        "LineItems": [{"LineItemExpenseFields": line} for line in lines],
                    }
                    for number, lines in enumerate(groups, start=1)
                ],
            }
        ]
    }


def item(top: float, name: str, price: str, *, header: bool = True) -> list[Answer]:
    """A line item of two columns, whose header stands at 100 if it is printed."""
    labels = (detection("Artikel", 100, 100), detection("Betrag", 700, 100))
    first, last = labels if header else (None, None)
    return [
        field("ITEM", detection(name, 100, top), first),
        field("PRICE", detection(price, 700, top), last),
        field("EXPENSE_ROW", detection(f"{name} {price}", 100, top)),
    ]


class Blocks:
    """The blocks of an answer of AnalyzeDocument, as they are added."""

    def __init__(self) -> None:
        self.blocks: list[Answer] = []

    def words(self, text: str, left: float, top: float) -> list[str]:
        """Words beside one another. -> their ids."""
        return [
            self._add("WORD", Confidence=98.0, **_word(word, left + 80 * n, top))
            for n, word in enumerate(text.split())
        ]

    def tick(self, selected: bool, left: float, top: float) -> str:
        status = "SELECTED" if selected else "NOT_SELECTED"
        return self._add(
            "SELECTION_ELEMENT", SelectionStatus=status, Geometry=geometry(left, top, 15, 15)
        )

    def cell(self, row: int, column: int, children: list[str], *kinds: str) -> str:
        return self._add(
            "CELL",
            RowIndex=row,
            ColumnIndex=column,
            RowSpan=1,
            ColumnSpan=1,
            EntityTypes=list(kinds),
            Relationships=[{"Type": "CHILD", "Ids": children}] if children else [],
        )

    def merged(self, cells: list[str], *kinds: str) -> str:
        return self._add(
            "MERGED_CELL",
            RowIndex=1,
            ColumnIndex=1,
            EntityTypes=list(kinds),
            Relationships=[{"Type": "CHILD", "Ids": cells}],
        )

    def table(self, cells: list[str], merged: list[str] | None = None) -> str:
        related = [{"Type": "CHILD", "Ids": cells}]
        if merged:
            related.append({"Type": "MERGED_CELL", "Ids": merged})
        return self._add("TABLE", Relationships=related)

    def grid(self, rows: list[list[str]], top: float = 100, header: int = 1) -> list[str]:
        """Cells of these texts, `header` rows of them a header. -> their ids."""
        return [
            self.cell(
                number,
                column,
                self.words(text, 250 * column, top + 30 * number),
                *(("COLUMN_HEADER",) if number <= header else ()),
            )
            for number, texts in enumerate(rows, start=1)
            for column, text in enumerate(texts, start=1)
        ]

    def answer(self) -> Answer:
        return {"Blocks": self.blocks}

    def _add(self, kind: str, **more: Any) -> str:
        name = f"b-{len(self.blocks)}"
        self.blocks.append({"BlockType": kind, "Id": name, **more})
        return name


def _word(text: str, left: float, top: float) -> Answer:
    return {"Text": text, "Geometry": geometry(left, top, 70)}


def turned(of: Any, quarters: int) -> Any:
    """The same answer about the page turned clockwise by so many quarters."""
    if isinstance(of, list):
        return [turned(one, quarters) for one in of]
    if not isinstance(of, dict):
        return of
    if "Polygon" in of:
        return _turned_geometry(of, quarters)
    return {name: turned(one, quarters) for name, one in of.items()}


def _turned_geometry(of: Answer, quarters: int) -> Answer:
    angle = math.pi / 2 * quarters
    cos, sin = round(math.cos(angle)), round(math.sin(angle))
    corners = [
        (0.5 + (c["X"] - 0.5) * cos - (c["Y"] - 0.5) * sin,
         0.5 + (c["X"] - 0.5) * sin + (c["Y"] - 0.5) * cos)
        for c in of["Polygon"]
    ]  # fmt: skip
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    return {
        "BoundingBox": {"Left": left, "Top": top, "Width": width, "Height": height},
        "Polygon": [{"X": x, "Y": y} for x, y in corners],
    }


def page(answer: Answer, number: int = 1, tables: Answer | None = None) -> AnsweredPage:
    return AnsweredPage(number=number, width=SIDE, height=SIDE, expense=answer, tables=tables)


def read(*pages: AnsweredPage, fields: str = "") -> DocumentRead:
    """What is read of the answers; the fields are names with spaces between them."""
    found = read_answers(pages, [Field(name) for name in fields.split()])
    assert found is not None
    return found


def rows(*pages: AnsweredPage, fields: str = "") -> list[dict[str, str | None]]:
    return [dict(row) for row in read(*pages, fields=fields).rows]
