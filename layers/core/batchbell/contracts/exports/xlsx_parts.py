"""Of what does a spreadsheet file consist, besides its cells?

Source: ECMA-376, part 1 (SpreadsheetML): the least of parts that a workbook of one sheet has.
"""

from batchbell.contracts.exports.printed_numbers import MOST_DIGITS, PlainNumber

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"

SHEET = "xl/worksheets/sheet1.xml"
SHEET_BEGINS = (
    f'{_HEAD}<worksheet xmlns="{_SHEETS}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews><sheetData>"
)
SHEET_ENDS = "</sheetData></worksheet>"

TEXT_STYLE = 1
"""Text, and text it stays when somebody edits the cell."""
_FIRST_STYLE, _FIRST_FORMAT = 2, 164
_DECIMALS = range(MOST_DIGITS + 1)


def number_style(number: PlainNumber) -> int:
    """The style that shows a number with the decimals and groups with which it was printed."""
    return _FIRST_STYLE + 2 * number.decimals + number.grouped


def _styles() -> str:
    codes = [
        whole + ("." + "0" * decimals if decimals else "")
        for decimals in _DECIMALS
        for whole in ("0", "#,##0")
    ]
    formats = "".join(
        f'<numFmt numFmtId="{_FIRST_FORMAT + n}" formatCode="{code}"/>'
        for n, code in enumerate(codes)
    )
    ids = [0, 49, *(_FIRST_FORMAT + n for n in range(len(codes)))]
    uses = "".join(
        f'<xf numFmtId="{n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        for n in ids
    )
    return (
        f'{_HEAD}<styleSheet xmlns="{_SHEETS}"><numFmts count="{len(codes)}">{formats}</numFmts>'
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        f'</cellStyleXfs><cellXfs count="{len(ids)}">{uses}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        "</styleSheet>"
    )


PARTS = {
    "[Content_Types].xml": (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/{SHEET}" ContentType="{_TYPE}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'{_HEAD}<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Line items" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>'
    ),
    "xl/styles.xml": _styles(),
}
"""The other parts, by their names in the file."""
