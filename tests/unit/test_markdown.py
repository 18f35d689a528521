"""Is a selected part said in Markdown, all of it?"""

import pytest
from lxml import html

from batchbell.engines.markdown import markdown_of


def said(markup: str) -> str:
    return markdown_of(html.document_fromstring(f"<body>{markup}</body>").find("body"))


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("", ""),
        ("plain", "plain"),
        ("<p> a \n b </p><p>c</p>", "a b\n\nc"),
        ("a<br>b<br><br>c", "a\nb\nc"),
        ("<h1>T</h1><h4>U <i>v</i></h4><h2></h2>", "# T\n\n#### U *v*"),
        ("a<b> bold </b>b <em>it</em> <b></b><code>c()</code>", "a **bold** b *it* `c()`"),
        ("<a href='https://x.example/a b(c)'>w <b>x</b></a>",
         "[w **x**](https://x.example/a%20b%28c%29)"),
        ("<a name=x>no address</a>", "no address"),
        ("<a href=/card><h3>Card</h3><p>text</p></a>", "[Card text](/card)"),
        ("<img src=/a.png alt='A\n fox'><img alt=lost>", "![A fox](/a.png)"),
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"),
        ("<ul><li>a</li><ul><li>b</li></ul>tail</ul>", "- a\n  - b\ntail"),
        ("<ol><li>a</li><li><p>b</p><p>c</p></li></ol>", "1. a\n2. b\n   c"),
        ("<li>alone</li>", "- alone"),
        ("<blockquote>a<p>b</p></blockquote>", "> a\n>\n> b"),
        ("<pre>\na\n  b\n</pre>", "```\na\n  b\n```"),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<p>a</p><hr>b", "a\n\n---\n\nb"),
        ("<hr>", ""),
        ("<table><caption>T<thead><tr><th>a<th>b|c<tbody><tr></tr><tr><td>1<p>2</p><td></table>",
         "| a | b\\|c |\n|---|---|\n| 1 2 |  |"),
        ("<span>a<div>b</div>c</span>", "a\n\nb\n\nc"),
        ("<div>a<script>x</script>b<style>y</style><svg><text>z</text></svg></div>", "ab"),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "a\n\nb"),
        ("<nav><a href=/>Home</a></nav><footer>Imprint</footer>", "[Home](/)\n\nImprint"),
    ],
)  # fmt: skip
def test_a_form_has_its_marks(markup: str, markdown: str) -> None:
    assert said(markup) == markdown


@pytest.mark.parametrize("tag", ["div", "b", "ul", "blockquote", "a href=x", "span", "td"])
def test_the_deepest_page_that_passes_is_said(tag: str) -> None:
    assert "text" in said(f"<{tag}>" * 250 + "text")
