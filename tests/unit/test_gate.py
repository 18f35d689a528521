"""Is a page's markup fit for a parser, and what is left of it when it is not?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.engines.gate import MAX_DEPTH, MAX_ELEMENTS, passed


@pytest.mark.parametrize(
    "html",
    [
        "",
        "no tags < at > all",
        "<p>one<p>two<br><img src=x><hr>",
        "<p>x" * 5_000,
        "<ul>" + "<li>x" * 5_000 + "</ul>",
        "<table>" + "<tr><td>a<td>b" * 5_000 + "</table>",
        "<dl>" + "<dt>a<dd>b" * 5_000 + "</dl>",
        "<select>" + "<option>a" * 5_000 + "</select>",
        "<br>" * 5_000,
        "<svg>" + "<path d='x'/>" * 5_000 + "</svg>",
        "<script>" + "'<div>'+" * 5_000 + "</script>",
        "<!--" + "<div>" * 5_000 + "-->",
        "<title>" + "<b>" * 5_000 + "</title>",
        "<div>" * MAX_DEPTH + "</div>" * MAX_DEPTH,
        "<div></div>" * 5_000,
        "<DIV></div>" * 5_000,
    ],
)
def test_ordinary_markup_is_left_alone(html: str) -> None:
    assert passed(html) is html


def test_what_is_too_deep_is_flattened_and_its_text_kept() -> None:
    html = "<div>" * 1_000 + "words" + "</div>" * 1_000 + "<p>after</p>"
    flat = passed(html)
    assert flat.count("<div>") == flat.count("</div>") == MAX_DEPTH
    assert "words" in flat
    assert flat.endswith("<p>after</p>")


def test_words_do_not_grow_together() -> None:
    html = "<div>" * MAX_DEPTH + "<i>a</i><i>b</i>"
    assert passed(html).endswith("a  b ")


def test_stray_closing_tags_buy_no_depth() -> None:
    html = "<div></b></i></p>" * 2_000
    assert passed(html).count("<div>") == MAX_DEPTH


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(PageFailed) as refused:
        passed("<p>" * (MAX_ELEMENTS + 1))
    assert refused.value.code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE


@pytest.mark.parametrize(
    "html",
    ["<" * 1_000_000, "<a" * 300_000, "</" * 500_000, "<a" + " " * 1_000_000, "<!-" * 300_000,
     "<!--" * 300_000, "<a href='" * 100_000, "<title" * 150_000, "<div>" * 200_000,
     "<b>" * 240 + "<li><p></p></li>" * 30_000, "</div>" * 200_000],
)  # fmt: skip
def test_a_megabyte_of_anything_gets_through_no_deeper_than_the_limit(html: str) -> None:
    """One linear pass: a pass that is not would keep this test busy for minutes."""
    fit = passed(html)
    assert passed(fit) == fit
