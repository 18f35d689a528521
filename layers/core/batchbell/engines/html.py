"""What is left of a page's markup when it is cleaned?"""

from copy import deepcopy
from html import escape

from lxml import etree, html

from batchbell.engines.decode import without_controls
from batchbell.engines.images import pixels
from batchbell.engines.tree import Tree, absolute

MAX_HTML = 1_000_000
_CUT = "[Cut: the page has more markup than is kept.]"
_LONGEST_VALUE = 2_048
# What runs, loads, asks for something or is not HTML: gone with all it holds.
_GONE = (
    "applet", "audio", "base", "button", "canvas", "datalist", "dialog", "frame",
    "frameset", "iframe", "input", "link", "math", "meta", "noembed", "noframes", "noscript",
    "object", "option", "param", "plaintext", "script", "select", "style", "svg", "template",
    "textarea", "title", "video", "xmp", "batchbell-frame",
)  # fmt: skip
_TO_GO = _GONE[-1]
# What frames a page, and is no content unless it was asked for.
_FRAME = ("aside", "footer", "nav")
_CONTENT = ("article", "main")
_KEPT = frozenset(
    (
        "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "body", "br",
        "caption", "cite", "code", "col", "colgroup", "data", "dd", "del", "details", "dfn", "div",
        "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "i", "img", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p",
        "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strong", "sub",
        "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul",
        "var", "wbr",
    )
)  # fmt: skip
_BLOCKS = frozenset(("center", "dir", "fieldset", "form", "legend", "menu", "optgroup"))
_ATTRIBUTES = frozenset(
    (
        "alt", "cite", "class", "colspan", "datetime", "dir", "headers", "height", "href", "id",
        "lang", "reversed", "rowspan", "scope", "span", "src", "start", "title", "value", "width",
    )
)  # fmt: skip
_ADDRESSES = ("cite", "href", "src")
_ONLY_ON = {"href": "a", "src": "img"}
_PIXELS = ("width", "height")


def content_html(tree: Tree, url: str) -> str:
    """The markup of a prepared page without what frames it: `nav`, `aside` and `footer`, unless
    they stand in `article` or `main`. See `cleaned_html`.
    """
    body = deepcopy(tree.find(".//body"))
    for frame in list(body.iter(*_FRAME)):
        if next(frame.iterancestors(*_CONTENT), None) is None:
            frame.tag = _TO_GO
    return _written(body, url)


def cleaned_html(tree: Tree, url: str) -> str:
    """The inside of the body of a prepared page, without scripts, styles, form fields, embedded
    pages, event handlers and addresses that run something: what is not on a list is not kept.

    Markup over 1,000,000 characters is cut, and its last paragraph says so.
    """
    return _written(deepcopy(tree.find(".//body")), url)


def _written(body: Tree, url: str) -> str:
    etree.strip_elements(body, *_GONE, with_tail=False)
    for element in body.iter():
        _clean(element, url)
    _shorten(body)
    inside = [escape(body.text or "", quote=False)]
    inside += [html.tostring(child, encoding="unicode") for child in body]
    return without_controls("".join(inside)).strip()


def _clean(element: Tree, url: str) -> None:
    if element.tag not in _KEPT:
        element.tag = "div" if element.tag in _BLOCKS else "span"
    for name, value in list(element.attrib.items()):
        kept = _attribute(element.tag, name, value, url)
        if kept is None:
            del element.attrib[name]
        else:
            element.set(name, kept)


def _attribute(tag: str, name: str, value: str, url: str) -> str | None:
    """The value that is kept; None: it goes."""
    if name not in _ATTRIBUTES or len(value) > _LONGEST_VALUE or _ONLY_ON.get(name, tag) != tag:
        return None
    if name in _ADDRESSES:
        return absolute(url, value)
    if name in _PIXELS:
        number = pixels(value)
        return None if number is None else str(number)
    return value


def _shorten(body: Tree) -> None:
    """Markup is counted about as it will be written."""
    room = MAX_HTML
    for element in body.iter():
        size = 2 * len(element.tag) + 5 + _size(element.text) + _size(element.tail)
        size += sum(len(name) + _size(value) + 4 for name, value in element.attrib.items())
        if size > room:
            _end_with(body, element, room)
            return
        room -= size


def _size(text: str | None) -> int:
    return len(escape(text)) if text else 0


def _end_with(body: Tree, element: Tree, room: int) -> None:
    """Keep so much of the element's text, nothing after it, and say that there was more."""
    text = element.text or ""
    element.text = text[: len(text) * room // max(_size(text), room)]
    del element[:]
    for part in (element, *element.iterancestors()):
        if part is body:
            break
        part.tail = None
        for later in list(part.itersiblings()):
            later.getparent().remove(later)
    etree.SubElement(body, "p").text = _CUT
