"""What is answered to a caller who waited for a page?

Source: Pages API contract, "Sync distill answer" and what follows it. `url` is as it was sent.
"""

from collections.abc import Mapping
from typing import Any

from batchbell.contracts.extract_schema import proposal_of
from batchbell.domain.extracted import Suggestion


def distill_answer(url: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """A page's pieces, as one object."""
    return {"url": url, **content}


def extract_answer(url: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Rows, and the pieces that were asked for besides; what the page says about itself stands
    beside all that.
    """
    return {"url": url, **{name: piece for name, piece in content.items() if name != "metadata"}}


def suggest_answer(url: str, offered: Suggestion) -> dict[str, Any]:
    """Fields as they may be sent back, one by one or as a whole schema."""
    return {
        "url": url,
        "title": offered.title,
        "fields": [proposal_of(field) for field in offered.fields],
        "schema": offered.schema,
        "firstSubpageUrl": offered.first_subpage_url,
    }
