"""Which documents do tests read? All are made up."""

from local.paper import Sheet, pdf

PLACES = [40.0, 110.0, 330.0, 400.0, 490.0]
HEADER = ["Item no.", "Description", "Qty", "Unit price", "Amount"]
ITEMS = [
    ["A-100", "Brass hinge, 40 mm", "12", "1.25", "15.00"],
    ["A-205", "Oak shelf", "2", "34.50", "69.00"],
    ["C-7", "Screws, box of 200", "3", "6.10", "18.30"],
]
KEYS = ["item_code", "description", "quantity", "unit_price", "amount"]


def as_fields(items: list[list[str]]) -> list[dict[str, str | None]]:
    return [dict(zip(KEYS, item, strict=True)) for item in items]


def invoice_head(sheet: Sheet) -> Sheet:
    """Who, when, which number."""
    sheet.text(40, 60, "Nordlicht Joinery Ltd.", 16)
    sheet.text(40, 76, "3 Harbour Lane, Kirkwall")
    sheet.text(400, 60, "INVOICE", 14)
    sheet.text(400, 80, "Invoice no.: NJ-2041").text(400, 94, "Date: 14 March 2025")
    return sheet.text(400, 108, "Due date: 13 April 2025")


def invoice(*, ruled: bool) -> bytes:
    """An invoice of one page; its table with lines around every cell, or with none."""
    sheet = invoice_head(Sheet())
    y = 200.0
    for texts in [HEADER, *ITEMS]:
        sheet.row(y, PLACES, texts)
        y += 20
    if ruled:
        sheet.grid([35, 105, 325, 395, 485, 560], [186 + 20.0 * n for n in range(len(ITEMS) + 2)])
    for label, value in (("Subtotal", "102.30"), ("VAT 20%", "20.46"), ("Total due", "122.76")):
        sheet.text(400, y + 10, label).text(490, y + 10, value)
        y += 16
    return pdf(sheet)


def rechnung() -> bytes:
    """The same in German, with a description that wraps and a header over two lines."""
    sheet = Sheet().text(40, 60, "Tischlerei Nordlicht GmbH", 16)
    sheet.text(400, 80, "Rechnungsnummer: 2041").text(400, 94, "Rechnungsdatum: 14.03.2025")
    places = [40.0, 90.0, 330.0, 400.0, 490.0]
    sheet.row(200, places, ["", "", "", "Einzel-", "Gesamt-"])
    sheet.row(211, places, ["Pos.", "Bezeichnung", "Menge", "preis", "preis"])
    sheet.row(235, places, ["1", "Scharnier aus Messing,", "12", "1,25", "15,00"])
    sheet.row(246, places, ["", "40 mm, verschraubt", "", "", ""])
    sheet.row(270, places, ["2", "Regalbrett", "2", "1.034,50", "2.069,00"])
    sheet.text(400, 300, "Zwischensumme").text(490, 300, "2.084,00")
    sheet.text(400, 316, "MwSt. 19 %").text(490, 316, "395,96")
    sheet.text(400, 332, "Gesamtbetrag").text(490, 332, "2.479,96 EUR")
    return pdf(sheet)


def statement(pages: int, rows: int = 10, *, again: bool = True) -> bytes:
    """A table over several pages; `again`: each begins with the header."""
    sheets = []
    for page in range(pages):
        sheet = Sheet()
        y = 100.0
        if again or page == 0:
            sheet.row(y, [40, 140, 400], ["Date", "Text", "Amount"])
        for row in range(rows):
            y += 16
            day = f"{row % 28 + 1:02}.{page % 12 + 1:02}.2025"
            sheet.row(y, [40, 140, 400], [day, f"Payment {page}-{row}", f"{page * 100 + row}.50"])
        sheets.append(sheet)
    return pdf(*sheets)


def dense_receipt() -> bytes:
    """Labels, items and sums close below one another, as tills print them."""
    sheet = Sheet(width=300, height=400)
    sheet.text(60, 30, "Corner Bakery Ltd.", 12)
    y = 46.0
    for texts in (["Cashier: Ann", "Till: 4"], ["Bill: 2211", "Date: 14/03/25"]):
        sheet.row(y, [20, 180], texts)
        y += 12
    for item, count, price, amount in (
        ("Item", "Qty", "Price", "Amount"),
        ("Rye bread, sliced", "2", "3.40", "6.80"),
        ("Butter croissant", "4", "1.95", "7.80"),
    ):
        sheet.text(20, y, item).right(160, y, count).right(210, y, price).right(280, y, amount)
        y += 12
    for label, amount in (("Subtotal", "14.60"), ("VAT 5%", "0.73"), ("TOTAL EUR", "15.33")):
        sheet.text(20, y, label).right(280, y, amount)
        y += 12
    for label, amount in (("Cash", "20.00"), ("Change", "4.67")):
        sheet.text(20, y, label).right(280, y, amount)
        y += 12
    return pdf(sheet)


def account() -> bytes:
    """A bank's statement: amounts in one of two columns, a text that goes on, dates in rows."""
    sheet = Sheet().text(40, 50, "First Harbour Bank", 16)
    sheet.text(40, 84, "Statement period: 1 Jan 2025 - 31 Jan 2025")
    sheet.text(40, 130, "Date").text(110, 130, "Details").right(380, 130, "Paid out")
    sheet.right(460, 130, "Paid in").right(555, 130, "Balance")
    y = 148.0
    for day, text, out, into, balance in (
        ("02 Jan", "CARD PAYMENT GROCER", "45.20", "", "1,154.80"),
        ("", "OBAN", "", "", ""),
        ("05 Jan", "SALARY", "", "2,500.00", "3,654.80"),
    ):
        sheet.row(y, [40, 110], [day, text])
        for x, amount in ((380, out), (460, into), (555, balance)):
            sheet.right(x, y, amount)
        y += 14
    return pdf(sheet)


def form() -> bytes:
    """Labels and what was filled in."""
    sheet = Sheet().text(40, 50, "Application", 16)
    for n, texts in enumerate(
        (["Name:", "Maria Gomez"], ["Passport No.:", "X1234567"], ["Annual income:", "45,000 EUR"])
    ):
        sheet.row(100 + 20 * n, [40, 200], texts)
    return pdf(sheet)


def addressed() -> bytes:
    """Who is billed beside where the goods go; more than one amount at the end."""
    sheet = invoice_head(Sheet())
    sheet.row(140, [40, 220], ["Bill to:", "Ship to:"])
    sheet.row(154, [40, 220], ["Isle Stores", "Isle Stores, gate 3"])
    for n, texts in enumerate([HEADER, *ITEMS]):
        sheet.row(200 + 20 * n, PLACES, texts)
    for n, texts in enumerate((["Total", "102.30"], ["Paid", "2.30"], ["Balance due", "100.00"])):
        sheet.row(300 + 16 * n, [400, 490], texts)
    return pdf(sheet)
