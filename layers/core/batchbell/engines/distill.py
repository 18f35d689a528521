"""What is the content of a page?

decode -> gate -> parse -> extract, each a module of its own; no step does I/O.
"""

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_kind import PageKind, kind_of, not_a_page
from batchbell.engines.content import content_of
from batchbell.engines.decode import decode_page, without_controls
from batchbell.engines.feed import text_of_xml
from batchbell.engines.gate import passed
from batchbell.engines.metadata import metadata_of
from batchbell.engines.tree import parsed, prepare, shortened

MAX_MARKDOWN = 2_000_000


def distill(page: FetchedPage) -> DistilledPage:
    """Markdown and metadata of a page.

    Markdown over 2,000,000 characters is cut, and its last line says so. Raises PageFailed:
    SCRAPE_EMPTY_CONTENT (no text), SCRAPE_CONTENT_TOO_LARGE (too many elements),
    SCRAPE_UNSUPPORTED_FILE (not a document of text).
    """
    kind = kind_of(page.content_type, page.body)
    if kind is PageKind.OTHER:
        raise not_a_page()
    text = decode_page(page.body, page.content_type)
    distilled = _distilled(kind, text, page.url)
    if not distilled.markdown:
        raise PageFailed(
            ErrorCode.SCRAPE_EMPTY_CONTENT,
            "The page holds no text. It may need a browser to fill it.",
        )
    return distilled


def _distilled(kind: PageKind, text: str, url: str) -> DistilledPage:
    if kind is PageKind.TEXT:
        return DistilledPage(_finished(text))
    markup = passed(text)
    if kind is PageKind.XML and not _looks_like_html(markup):
        return DistilledPage(_finished(text_of_xml(markup)))
    tree = parsed(markup)
    if tree is None:
        return DistilledPage("")
    metadata = metadata_of(tree, url)
    prepare(tree, url)
    size = shortened(tree, MAX_MARKDOWN)
    markdown = content_of(tree, size, url)
    finish = _marked if size > MAX_MARKDOWN else _finished
    return DistilledPage(finish(markdown), metadata)


def _looks_like_html(markup: str) -> bool:
    return "<html" in markup[:2048].lower()


def _finished(markdown: str) -> str:
    text = without_controls(markdown).strip()
    return text if len(text) <= MAX_MARKDOWN else _marked(text)


def _marked(markdown: str) -> str:
    """Cut, and saying so."""
    text = without_controls(markdown)[:MAX_MARKDOWN].strip()
    return f"{text}\n\n[Cut: the page has more text than is kept.]" if text else ""
