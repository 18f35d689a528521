"""What is said of a file of rows in the answer that holds it, or that leads to it?"""

from typing import Any

from batchbell.contracts.words import iso
from batchbell.domain.export import ExportFile


def file_headers(file: ExportFile) -> dict[str, str]:
    """Of an answer that holds the file. A batch's name, and so the file's, needs no encoding."""
    name = file.name
    return {
        "Content-Type": file.format.content_type,
        "Content-Disposition": f"attachment; filename=\"{name}\"; filename*=UTF-8''{name}",
        "X-Content-Type-Options": "nosniff",
    }


def link_headers(url: str) -> dict[str, str]:
    """Of an answer that leads to the file: it is made anew for each who asks."""
    return {"Location": url, "Cache-Control": "no-store"}


def link_object(url: str, expires_at: int) -> dict[str, Any]:
    """The body of that answer. `expires_at`: epoch ms."""
    return {"url": url, "expires_at": iso(expires_at)}
