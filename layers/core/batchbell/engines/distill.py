"""What is the content of a page?

decode -> gate -> parse -> select -> extract, each a module of its own; no step does I/O.
"""

from html import escape

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_kind import PageKind, kind_of, not_a_page
from batchbell.domain.page_options import DistillOptions
from batchbell.engines.content import content_of
from batchbell.engines.decode import decode_page, without_controls
from batchbell.engines.feed import text_of_xml
from batchbell.engines.gate import passed
from batchbell.engines.html import MAX_HTML, cleaned_html, content_html
from batchbell.engines.images import images_of
from batchbell.engines.links import links_of
from batchbell.engines.markdown import markdown_of
from batchbell.engines.metadata import metadata_of
from batchbell.engines.tags import drop_tags, keep_tags
from batchbell.engines.tree import Tree, parsed, prepare, shortened

MAX_MARKDOWN = 2_000_000


def distill(page: FetchedPage, options: DistillOptions) -> DistilledPage:
    """Markdown and metadata of a page, and of its html, links and images what is asked for.

    Metadata are the whole page's. `exclude_tags` and `include_tags` hold for all the rest: what
    matches the one goes, and of what is left only what matches the other stays, all of it. Without
    `include_tags` the Markdown is of what is found to be the content; links and images are those of
    the page. Text and XML have no tags, and no links or images.

    Markdown over 2,000,000 characters is cut, and its last line says so; html over 1,000,000 is cut
    in the same way; for links and images see there. Raises PageFailed: SCRAPE_EMPTY_CONTENT (no
    text, or none that was selected), SCRAPE_CONTENT_TOO_LARGE (too many elements),
    SCRAPE_UNSUPPORTED_FILE (not a document of text).
    """
    kind = kind_of(page.content_type, page.body)
    if kind is PageKind.OTHER:
        raise not_a_page()
    text = decode_page(page.body, page.content_type)
    distilled = _distilled(kind, text, page.url, options)
    if not distilled.markdown and not _is_of_use(distilled, options):
        raise _empty(options)
    return distilled


def _distilled(kind: PageKind, text: str, url: str, options: DistillOptions) -> DistilledPage:
    if kind is PageKind.TEXT:
        return _plain(text, options)
    markup = passed(text)
    if kind is PageKind.XML and not _looks_like_html(markup):
        return _plain(text_of_xml(markup), options)
    tree = parsed(markup)
    if tree is None:
        return DistilledPage("")
    return _of_tree(tree, url, options)


def _of_tree(tree: Tree, url: str, options: DistillOptions) -> DistilledPage:
    metadata = metadata_of(tree, url)
    drop_tags(tree, options.exclude_tags)
    keep_tags(tree, options.include_tags)
    prepare(tree, url)
    links = links_of(tree) if "links" in options.formats else None
    images = images_of(tree) if "images" in options.formats else None
    size = shortened(tree, MAX_MARKDOWN)
    html = _html(tree, url, options) if "html" in options.formats else None
    markdown = _markdown(tree, size, url, options)
    finish = _marked if size > MAX_MARKDOWN else _finished
    return DistilledPage(finish(markdown), metadata, html, links, images)


def _markdown(tree: Tree, size: int, url: str, options: DistillOptions) -> str:
    """What the caller selected is the content, and nothing is voted out of it."""
    if options.include_tags:
        return markdown_of(tree.find(".//body"))
    return content_of(tree, size, url)


def _html(tree: Tree, url: str, options: DistillOptions) -> str:
    return (cleaned_html if options.include_tags else content_html)(tree, url)


def _plain(text: str, options: DistillOptions) -> DistilledPage:
    """A document without tags: a caller who asks for some gets nothing."""
    markdown = "" if options.include_tags else _finished(text)
    formats = options.formats
    return DistilledPage(
        markdown,
        html=f"<pre>{escape(markdown[:MAX_HTML], quote=False)}</pre>"
        if "html" in formats
        else None,
        links=() if "links" in formats else None,
        images=() if "images" in formats else None,
    )


def _is_of_use(distilled: DistilledPage, options: DistillOptions) -> bool:
    """Whether a page without text still holds what a caller wants who asked for no text."""
    return "markdown" not in options.formats and bool(distilled.links or distilled.images)


def _empty(options: DistillOptions) -> PageFailed:
    message = "The page holds no text. It may need a browser to fill it."
    if options.include_tags:
        message = "What includeTags select holds no text. Check the selectors against the page."
    elif options.exclude_tags:
        message = "Without what excludeTags select, the page holds no text. Check the selectors."
    return PageFailed(ErrorCode.SCRAPE_EMPTY_CONTENT, message)


def _looks_like_html(markup: str) -> bool:
    return "<html" in markup[:2048].lower()


def _finished(markdown: str) -> str:
    text = without_controls(markdown).strip()
    return text if len(text) <= MAX_MARKDOWN else _marked(text)


def _marked(markdown: str) -> str:
    """Cut, and saying so."""
    text = without_controls(markdown)[:MAX_MARKDOWN].strip()
    return f"{text}\n\n[Cut: the page has more text than is kept.]" if text else ""
