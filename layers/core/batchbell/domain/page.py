"""What is a page: as fetched, and as distilled?"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A 2xx answer of a site. `body` is inflated, at most the fetcher's limit in bytes."""

    url: str
    """Absolute address the body came from, after redirects."""
    status: int
    content_type: str
    """The Content-Type header as sent, or an empty string."""
    body: bytes


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """What a page says about itself; None where it says nothing. Dates as printed or ISO 8601."""

    title: str | None = None
    description: str | None = None
    language: str | None = None
    author: str | None = None
    published_date: str | None = None
    image: str | None = None


@dataclass(frozen=True, slots=True)
class DistilledPage:
    """The content of a page as Markdown: never empty (an empty page is an error)."""

    markdown: str
    metadata: PageMetadata = field(default_factory=PageMetadata)
