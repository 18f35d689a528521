"""What of a distilled page is kept and answered?

Source: Pages API contract: keys that were not asked for are left out, not null.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.usecases.answer_size import HEAVIEST, quoted_bytes


def page_content(
    formats: frozenset[str], fetched: FetchedPage, distilled: DistilledPage
) -> dict[str, Any]:
    """The content of a row, with the formats that the caller asked for."""
    pieces = {
        "markdown": distilled.markdown,
        "metadata": metadata(fetched, distilled),
        "html": distilled.html or "",
        "links": [asdict(link) for link in distilled.links or ()],
        "images": [asdict(image) for image in distilled.images or ()],
    }
    return {name: piece for name, piece in pieces.items() if name in formats}


def evidence(extracted: Extracted) -> dict[str, Any]:
    """On what each value of the rows rests, and which names have none."""
    rows = [{name: asdict(value) for name, value in row.items()} for row in extracted.provenance]
    return {"missing": list(extracted.missing), "provenance": rows}


def weigh(content: Mapping[str, Any]) -> int:
    """Bytes of a content as it stands in an answer.

    Raises `PageFailed` when no answer could hold it.
    """
    weight = quoted_bytes(content)
    if weight > HEAVIEST:
        raise PageFailed(
            ErrorCode.SCRAPE_CONTENT_TOO_LARGE, "The page holds more text than an answer can carry."
        )
    return weight


def metadata(fetched: FetchedPage, distilled: DistilledPage) -> dict[str, Any]:
    """What a page says about itself. `contentLength` is in characters of Markdown; the address is
    spelt both ways (contract).
    """
    found = distilled.metadata
    return {
        "title": found.title,
        "description": found.description,
        "language": found.language,
        "author": found.author,
        "publishedDate": found.published_date,
        "image": found.image,
        "sourceURL": fetched.url,
        "sourceUrl": fetched.url,
        "statusCode": fetched.status,
        "contentLength": len(distilled.markdown),
    }
