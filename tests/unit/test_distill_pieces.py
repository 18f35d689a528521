"""Which links, images and markup does a page give, and which part of it was selected?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink
from batchbell.domain.page_options import FORMATS, DistillOptions
from batchbell.engines import html, images, links
from batchbell.engines.distill import distill
from tests.unit.hostile import CONTENT, DEEP, ODD, SENTENCE, page

URL = "https://site.example/docs/start.html"


def distilled(
    body: bytes | str,
    content_type: str = "text/html; charset=utf-8",
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    formats: frozenset[str] = FORMATS,
) -> DistilledPage:
    markup = page(body) if isinstance(body, str) else body
    options = DistillOptions(formats=formats, include_tags=include, exclude_tags=exclude)
    return distill(FetchedPage(URL, 200, content_type, markup), options)


def links_in(markup: str) -> tuple[PageLink, ...]:
    return distilled(CONTENT + markup).links or ()


def images_in(markup: str) -> tuple[PageImage, ...]:
    return distilled(CONTENT + markup).images or ()


def html_of(markup: str, *include: str) -> str:
    return distilled(CONTENT + markup, include=include).html or ""


def failure(markup: bytes | str, **options: tuple[str, ...]) -> PageFailed:
    with pytest.raises(PageFailed) as failed:
        distilled(markup, **options)  # type: ignore[arg-type]  # of which each is one of these
    return failed.value


def test_what_nobody_asked_for_is_not_made() -> None:
    plain = distilled(CONTENT, formats=frozenset(("markdown",)))
    assert (plain.html, plain.links, plain.images) == (None, None, None)


@pytest.mark.parametrize(
    ("markup", "link"),
    [
        ("<a href='/a?b=c#d'>Some <b>wor</b>ds\n here</a>",
         ("Some words here", "https://site.example/a?b=c#d")),
        ("<a href='b'><h3>One</h3><p>two</p></a>", ("One two", "https://site.example/docs/b")),
        ("<a href='//x.example'><img src=i alt='A fox'></a>", ("A fox", "https://x.example")),
        ("<a href='c' aria-label='Menu'><svg><title>t</title></svg></a>",
         ("Menu", "https://site.example/docs/c")),
        ("<a href='d' title='Told'> </a>", ("Told", "https://site.example/docs/d")),
        ("<a href='e'></a>", ("", "https://site.example/docs/e")),
        ("<a href='mailto:a@b.example'>Mail</a>", ("Mail", "mailto:a@b.example")),
        ("<a href='f'>x<script>y</script>z</a>", ("xz", "https://site.example/docs/f")),
    ],
)  # fmt: skip
def test_a_link_has_its_words_and_an_absolute_address(markup: str, link: tuple[str, str]) -> None:
    assert links_in(markup) == (PageLink(*link),)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", " JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "blob:x",
                "http://[x/", "file:///etc/passwd", "/" + "x" * 2_100]
)  # fmt: skip
def test_what_cannot_be_followed_is_no_link(address: str) -> None:
    markup = f'<a href="{address}">x</a>'
    assert links_in(markup) == ()
    assert "href" not in html_of(markup)


def test_links_are_in_order_and_each_is_there_once() -> None:
    markup = "<a href=b><img src=i></a><a href=a>A</a><a href=b>B</a><a href=a>again</a>"
    assert [(link.text, link.href[-1]) for link in links_in(markup)] == [("B", "b"), ("A", "a")]


def test_links_are_the_pages_and_not_only_the_contents() -> None:
    """Whoever asks for links wants to go on from there."""
    body = f"<nav><a href=/nav>Nav</a></nav><article>{CONTENT}<a href=/in>In</a></article>"
    assert [link.text for link in distilled(body).links or ()] == ["Nav", "In"]


def test_links_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    markup = "".join(f"<a href='/{number}'>{'word ' * 300}</a>" for number in range(10))
    assert {len(link.text) for link in links_in(markup)} == {500 - 1}
    monkeypatch.setattr(links, "MAX_CHARACTERS", 2_000)
    assert len(links_in(markup)) == 3
    monkeypatch.setattr(links, "MAX_LINKS", 2)
    assert len(links_in(markup)) == 2


@pytest.mark.parametrize(
    ("markup", "src"),
    [
        ("<img src='a.png'>", "docs/a.png"),
        ("<img src='blank.gif' data-src='/b.png'>", "b.png"),
        ("<img data-srcset='/c.png, /d.png 2x'>", "c.png"),
        ("<img src='data:image/gif;base64,R' srcset='/e.png 1x, /f.png 2x'>", "e.png"),
    ],
)
def test_an_image_has_its_address(markup: str, src: str) -> None:
    assert images_in(markup) == (PageImage(f"https://site.example/{src}", "", None, None),)


@pytest.mark.parametrize(
    ("written", "size"),
    [("640", 640), (" 640px ", 640), ("12.5", 12), ("0", 0), ("50%", None), ("auto", None),
     ("-3", None), ("", None), ("9" * 50, None), ("٣", None)],
)  # fmt: skip
def test_a_size_is_a_number_or_unknown(written: str, size: int | None) -> None:
    [image] = images_in(f'<img src=a alt=" A \n fox" width="{written}" height="{written}">')
    assert (image.alt, image.width, image.height) == ("A fox", size, size)


def test_an_image_is_there_once_as_it_comes_first() -> None:
    [image] = images_in("<img src=a alt=first width=1><img src=a alt=second>")
    assert (image.alt, image.width) == ("first", 1)


def test_images_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_IMAGES", 2)
    assert len(images_in("<img src=a><img src=b><img src=c>")) == 2


HOSTILE = """
    <div onclick="evil()" style="x:expression(evil())" class="c" data-x="evil()"><p id="i">Kept</p>
    <script>evil()</script><style>evil{}</style><noscript><p title="</noscript><img src=x
    onerror=evil()>"></noscript><svg onload="evil()"><script>evil()</script></svg><math><mtext>
    <style><img src=x onerror=evil()></style></mtext></math><iframe srcdoc="evil()"></iframe>
    <object data="evil()"></object><embed src="evil()"><form action="evil()"><button
    formaction="evil()">evil()</button><input value="evil()"><textarea>evil()</textarea></form>
    <template><p>evil()</p></template><a href="javascript:evil()" ping="evil()">link</a>
    <img src="javascript:evil()" onerror="evil()" srcset="evil()">
    <x-evil foo="evil()">Custom</x-evil>
    <base href="https://evil.example/()"><link rel="stylesheet" href="evil()"><!-- evil() -->
    <video src="evil()"></video><q cite="javascript:evil()">quote</q><meta content="evil()"></div>
"""


@pytest.mark.parametrize("include", [(), ("div",), ("body",)])
def test_nothing_that_runs_is_left_in_the_markup(include: tuple[str, ...]) -> None:
    markup = html_of(HOSTILE, *include)
    assert "evil" not in markup
    assert '<p id="i">Kept</p>' in markup
    assert '<div class="c">' in markup
    assert "<span>Custom</span>" in markup
    assert "<q>quote</q>" in markup


def test_addresses_in_the_markup_are_absolute() -> None:
    markup = html_of("<a href='/x'>x</a><img src=y width='10px' height='50%'>")
    assert '<a href="https://site.example/x">x</a>' in markup
    assert '<img src="https://site.example/docs/y" width="10">' in markup


def test_text_in_the_markup_stays_text() -> None:
    markup = distilled("&lt;script&gt;x&lt;/script&gt; first <b>second</b>", include=("body",)).html
    assert markup == "&lt;script&gt;x&lt;/script&gt; first <b>second</b>"


def test_what_frames_a_page_is_no_content() -> None:
    body = f"<nav>N</nav><aside>A</aside><main>{CONTENT}<aside>In</aside></main><footer>F</footer>"
    markup = distilled(body).html or ""
    assert markup.startswith("<main>")
    assert markup.endswith("<aside>In</aside></main>")


@pytest.mark.parametrize(
    "body", [f"<p>{SENTENCE}</p>" * 100, f"<p>{SENTENCE * 100}</p><p>after</p>",
             f"{SENTENCE * 100}<p>after</p>", f"<p>{'&amp; ' * 5_000}</p><p>after</p>"]
)  # fmt: skip
def test_markup_that_is_cut_says_so(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MAX_HTML", 1_000)
    markup = distilled(body).html or ""
    assert 900 < len(markup) < 1_200
    assert markup.endswith("<p>[Cut: the page has more markup than is kept.]</p>")
    assert "after" not in markup


@pytest.mark.parametrize("name", [*DEEP, *ODD])
def test_a_hostile_page_gives_all_its_pieces(name: str) -> None:
    given = distilled((DEEP | ODD)[name], include=("body",))
    assert given.markdown
    assert given.html
    assert given.links is not None
    given.html.encode()


TWO = f"<div id=one><h2>First</h2>{CONTENT}</div><div id=two class=x><p>Second part</p></div>"


def test_what_is_selected_is_the_content() -> None:
    """However little like content it looks."""
    body = f"<main>{CONTENT}</main><ul class=nav><li><a href=/a>A</a></li><li>B</li></ul>"
    given = distilled(body, include=(".nav",))
    assert given.markdown == "- [A](https://site.example/a)\n- B"
    assert given.html == (
        '<ul class="nav"><li><a href="https://site.example/a">A</a></li><li>B</li></ul>'
    )
    assert [link.text for link in given.links or ()] == ["A"]


def test_parts_come_in_the_order_of_the_page_and_once() -> None:
    given = distilled(TWO, include=("#two", "p", "h2", "#two p"))
    assert given.markdown == f"## First\n\n{(SENTENCE * 5).strip()}\n\nSecond part"


def test_what_is_excluded_is_gone_and_the_text_around_it_stays() -> None:
    given = distilled(f"{CONTENT}<p>one <b>two</b> three <a href=x>four</a> five</p>",
                      exclude=("b", "a"))  # fmt: skip
    assert "one three five" in " ".join(given.markdown.split())
    assert given.links == ()
    assert "two" not in (given.html or "")


def test_exclusion_comes_before_selection() -> None:
    assert distilled(TWO, include=("div",), exclude=("#one",)).markdown == "Second part"


def test_metadata_are_the_whole_pages() -> None:
    assert distilled(TWO, include=("#two",), exclude=("title",)).metadata.title == "T"


def test_selectors_see_the_page_as_it_was_written() -> None:
    body = (
        "<img data-src=/a.png><a href='/rel'>x</a><table><tr><td><table><tr><td>y</table></table>"
    )
    given = distilled(body, include=("img[data-src]", "a[href='/rel']", "table table"))
    assert given.markdown == (
        "![](https://site.example/a.png) [x](https://site.example/rel)\n\n| y |\n|---|"
    )


@pytest.mark.parametrize("include", [("body",), ("html",), ("*",)])
def test_all_of_a_page_may_be_selected(include: tuple[str, ...]) -> None:
    assert "Second part" in distilled(TWO, include=include).markdown


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"include": ("article",)}, "Nothing on the page matches includeTags"),
        ({"include": ("title",)}, "Nothing on the page matches includeTags"),
        ({"include": ("hr",)}, "What includeTags select holds no text"),
        ({"include": ("p",), "exclude": ("p",)}, "Nothing on the page matches includeTags"),
        ({"exclude": ("body",)}, "excludeTags"),
        ({"exclude": ("html",)}, "excludeTags"),
        ({"exclude": ("p", "hr")}, "excludeTags"),
    ],
)
def test_an_empty_selection_says_why(options: dict[str, tuple[str, ...]], says: str) -> None:
    failed = failure("<p>text</p><hr>", **options)
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_EMPTY_CONTENT, False)
    assert says in failed.message


@pytest.mark.parametrize("content_type", ["text/plain", "text/xml"])
def test_a_document_without_tags_has_no_pieces(content_type: str) -> None:
    given = distilled(b"<a>x &lt; y</a>", content_type)
    assert (given.links, given.images) == ((), ())
    assert (given.html or "").startswith("<pre>")
    assert failure(b"<a>x</a>", content_type=content_type, include=("a",)).code is (  # type: ignore[arg-type]  # the one that is a word
        ErrorCode.SCRAPE_EMPTY_CONTENT
    )


def test_a_page_of_pictures_is_of_use_to_whoever_wants_pictures() -> None:
    gallery = page("<div><img src=a><img src=b></div>").replace(b"<title>T</title>", b"")
    given = distilled(gallery, formats=frozenset(("images",)), include=("hr", "div"))
    assert len(given.images or ()) == 2
