"""What is the content of a page?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage, PageMetadata
from batchbell.domain.page_options import DistillOptions
from batchbell.engines.distill import MAX_MARKDOWN, distill
from tests.unit.hostile import CONTENT, DEEP, EMPTY, ODD, SENTENCE, page

URL = "https://site.example/docs/start.html"


def distilled(body: bytes, content_type: str = "text/html; charset=utf-8") -> DistilledPage:
    return distill(FetchedPage(URL, 200, content_type, body), DistillOptions())


ARTICLE = page(
    f"""
    <nav><a href="/">Home</a> <a href="/about">About</a></nav>
    <article>
      <h1>Foxes and dogs</h1>
      {CONTENT}
      <p>Read <a href="../more?x=1">more about foxes</a> and <a href="//cdn.example/f">files</a>,
         or <a href="javascript:alert(1)">run this</a>. {SENTENCE}</p>
      <img src="img/fox.png" alt="A fox">
      <img src="data:image/gif;base64,R0lGOD" data-src="/lazy.jpg" alt="A dog">
      <h2>Numbers</h2>
      <table><tr><th>Name</th><th>Jumps</th></tr><tr><td>Fox</td><td>7</td></tr></table>
      <ul><li>First thing</li><li>Second thing</li></ul>
      <pre><code>jump(7)</code></pre>
    </article>
    <footer>Imprint</footer>
    """,
    """
    <title>Foxes and dogs | Site</title>
    <meta property="og:title" content="Foxes and dogs">
    <meta name="description" content="What foxes do.">
    <meta name="author" content="Jane Doe">
    <meta property="article:published_time" content="2026-03-05T10:00:00Z">
    <meta property="og:image" content="/cover.png">
    """,
).replace(b"<html>", b'<html lang="en">')


def test_an_article_becomes_markdown() -> None:
    markdown = distilled(ARTICLE).markdown
    assert SENTENCE.strip() in markdown
    assert "## Numbers" in markdown
    assert "Imprint" not in markdown
    assert "| Fox | 7 |" in markdown
    assert "- First thing" in markdown
    assert "jump(7)" in markdown


def test_links_and_images_are_absolute() -> None:
    markdown = distilled(ARTICLE).markdown
    assert "[more about foxes](https://site.example/more?x=1)" in markdown
    assert "[files](https://cdn.example/f)" in markdown
    assert "javascript:" not in markdown
    assert "![A fox](https://site.example/docs/img/fox.png)" in markdown
    assert "![A dog](https://site.example/lazy.jpg)" in markdown


def test_a_base_element_moves_the_addresses() -> None:
    body = ARTICLE.replace(b"<head>", b'<head><base href="https://other.example/deep/">')
    assert "(https://other.example/more?x=1)" in distilled(body).markdown


def test_metadata_is_what_the_page_says() -> None:
    assert distilled(ARTICLE).metadata == PageMetadata(
        title="Foxes and dogs",
        description="What foxes do.",
        language="en",
        author="Jane Doe",
        published_date="2026-03-05",
        image="https://site.example/cover.png",
    )


def test_a_page_that_says_nothing_has_no_metadata() -> None:
    assert distilled(b"<p>One bare paragraph.</p>").metadata == PageMetadata()


def test_huge_metadata_is_cut() -> None:
    body = page(CONTENT, f"<title>{'t' * 100_000}</title>")
    title = distilled(body).metadata.title
    assert title is not None
    assert len(title) <= 2_000


@pytest.mark.parametrize("content_type", ["text/plain", "text/markdown; charset=utf-8"])
def test_text_passes_through(content_type: str) -> None:
    text = "# Title\n\n<b>not</b> markup   \n\n- ü\n"
    assert distilled(text.encode(), content_type) == DistilledPage(text.strip())


def test_xml_gives_its_text() -> None:
    feed = b"<?xml version='1.0'?><rss><item><title>A &amp; B</title><![CDATA[<p>c]]></item></rss>"
    assert distilled(feed, "application/rss+xml").markdown == "A & B\n<p>c"


def test_entities_of_xml_are_not_expanded() -> None:
    bomb = b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>text &x;</a>"
    assert distilled(bomb, "text/xml").markdown == "text\n&x;"


def test_html_that_is_called_xml_is_html() -> None:
    assert "## Numbers" in distilled(ARTICLE, "text/xml").markdown


def test_a_layout_of_tables_keeps_its_content() -> None:
    inner = "<table><tr><th>Name</th><th>Jumps</th></tr><tr><td>Fox</td><td>7</td></tr></table>"
    body = page(f"<table><tr><td>{CONTENT}{inner}<p>{SENTENCE * 3}</p></td></tr></table>")
    markdown = distilled(body).markdown
    assert SENTENCE.strip() in markdown
    assert "| Fox | 7 |" in markdown


@pytest.mark.parametrize("name", [*DEEP, *ODD])
def test_a_hostile_page_keeps_its_words(name: str) -> None:
    """Never silently empty: the words are there, or there is a reason."""
    markdown = distilled((DEEP | ODD)[name]).markdown
    assert any(word in markdown for word in ("quick brown fox", "bare paragraph", "words"))
    markdown.encode()
    assert "\x00" not in markdown


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_page_says_so(name: str) -> None:
    with pytest.raises(PageFailed) as failed:
        distilled(EMPTY[name])
    assert failed.value.code is ErrorCode.SCRAPE_EMPTY_CONTENT


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (page(f"<p>{SENTENCE * 40_000}</p>"), "text/html"),
        ((SENTENCE * 40_000).encode(), "text/plain"),
    ],
)
def test_a_result_that_is_cut_says_so(body: bytes, content_type: str) -> None:
    markdown = distilled(body, content_type).markdown
    assert MAX_MARKDOWN < len(markdown) < MAX_MARKDOWN + 100
    assert markdown.splitlines()[-1].startswith("[Cut: ")


def test_a_file_is_no_page() -> None:
    with pytest.raises(PageFailed) as failed:
        distilled(b"%PDF-1.7", "text/html")
    assert failed.value.code is ErrorCode.SCRAPE_UNSUPPORTED_FILE


def test_the_same_page_gives_the_same_result() -> None:
    assert distilled(ARTICLE) == distilled(ARTICLE)
