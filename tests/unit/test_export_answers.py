"""What is said of a file in the answer that holds it, or that leads to it?"""

import pytest

from batchbell.contracts.exports.answers import file_headers, link_headers, link_object
from batchbell.domain.export import ExportFile, ExportFormat


@pytest.mark.parametrize(
    ("format", "content_type"),
    [
        (ExportFormat.JSONL, "application/x-ndjson"),
        (ExportFormat.CSV, "text/csv; charset=utf-8"),
        (
            ExportFormat.XLSX,
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    ],
)
def test_a_file_says_what_it_is_and_how_it_is_called(
    format: ExportFormat, content_type: str
) -> None:
    name = f"march.2026.{format}"
    assert file_headers(ExportFile("march.2026", format)) == {
        "Content-Type": content_type,
        "Content-Disposition": f"attachment; filename=\"{name}\"; filename*=UTF-8''{name}",
        "X-Content-Type-Options": "nosniff",
    }


def test_a_link_says_how_long_it_works() -> None:
    assert link_object("https://files.example/?s=1", 1_790_000_000_000) == {
        "url": "https://files.example/?s=1",
        "expires_at": "2026-09-21T14:13:20Z",
    }


def test_nobody_keeps_the_way_to_a_link() -> None:
    headers = link_headers("https://files.example/?s=1")
    assert headers == {"Location": "https://files.example/?s=1", "Cache-Control": "no-store"}
