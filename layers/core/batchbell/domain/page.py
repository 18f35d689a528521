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
class PageLink:
    """A link of a page: its words (may be empty) and its absolute address."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class PageImage:
    """An image of a page: its absolute address, and what its markup says of it."""

    src: str
    alt: str
    width: int | None
    """In CSS pixels, like `height`; None where the markup gives no such number."""
    height: int | None


@dataclass(frozen=True, slots=True)
class DistilledPage:
    """The content of a page. The pieces after `metadata` are None when nobody asked for them."""

    markdown: str
    """Empty only for a page without text of which its links or images alone were asked for."""
    metadata: PageMetadata = field(default_factory=PageMetadata)
    html: str | None = None
    links: tuple[PageLink, ...] | None = None
    images: tuple[PageImage, ...] | None = None
