"""Is a page's markup fit for a parser, and if it is too deep, what is left of it when flattened?

One linear pass over the text, before any parser sees it: deep nesting makes parsers lose the page
without a word, hang or crash, and most of them take time that grows faster than the page.
"""

import re
from collections import Counter

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

MAX_DEPTH = 250  # libxml2 gives up at 2,048; nested lists take time with the cube of their depth
MAX_ELEMENTS = 400_000

_MARK = re.compile(r"<(?:!--|(?P<closing>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*)[^<>]*>?)")
# Elements that hold text alone: what looks like a tag inside is none.
_TEXT_ENDS = {
    name: re.compile(f"</{name}", re.IGNORECASE)
    for name in ("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp")
}
_VOID = frozenset(
    (
        "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
        "param", "source", "track", "wbr",
    )
)  # fmt: skip
_SECTIONS = frozenset(("thead", "tbody", "tfoot"))
_CELLS = frozenset(("td", "th", "p"))
# What an opening tag closes when it is the innermost open element: `<li>` after `<li>`.
_CLOSED_BY = {
    "p": frozenset("p"),
    "li": frozenset(("li", "p")),
    "dt": frozenset(("dt", "dd", "p")),
    "dd": frozenset(("dt", "dd", "p")),
    "option": frozenset(("option",)),
    "td": _CELLS,
    "th": _CELLS,
    "tr": _CELLS | {"tr"},
} | dict.fromkeys(_SECTIONS, _CELLS | _SECTIONS | {"tr"})


def passed(text: str) -> str:
    """The text itself; without the tags beyond depth 250 where there are such, their text kept.

    Raises PageFailed SCRAPE_CONTENT_TOO_LARGE for more than 400,000 elements.
    """
    gate = _Gate(text)
    at = 0
    while mark := _MARK.search(text, at):
        at = gate.step(mark)
    return gate.outcome()


class _Gate:
    """Where the pass stands: which elements are open, what was dropped, what is kept."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._elements = 0
        self._stack: list[str] = []
        self._open: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._kept: list[str] = []
        self._kept_to = 0

    def step(self, mark: re.Match[str]) -> int:
        """Take one tag or comment; -> where to look for the next."""
        closing, written = mark.groups()
        if written is None:
            return self._after_comment(mark.end())
        name = written.lower()
        if closing:
            self._close(name, mark)
        elif name in _TEXT_ENDS:
            ending = _TEXT_ENDS[name].search(self._text, mark.end())
            return ending.start() if ending else len(self._text)
        elif name not in _VOID and not self._text.endswith("/>", 0, mark.end()):
            self._enter(name, mark)
        return mark.end()

    def _after_comment(self, start: int) -> int:
        end = self._text.find("-->", start)
        return len(self._text) if end < 0 else end

    def outcome(self) -> str:
        """What passes: the text itself when nothing was dropped."""
        if not self._kept:
            return self._text
        return " ".join([*self._kept, self._text[self._kept_to :]])

    def _enter(self, name: str, mark: re.Match[str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise PageFailed(
                ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
                f"The page has more than {MAX_ELEMENTS:,} elements. Submit a smaller one.",
            )
        closed = _CLOSED_BY.get(name, ())
        while self._stack and self._stack[-1] in closed:
            self._leave()
        if len(self._stack) >= MAX_DEPTH:
            self._dropped[name] += 1
            self._drop(mark)
        else:
            self._stack.append(name)
            self._open[name] += 1

    def _close(self, name: str, mark: re.Match[str]) -> None:
        if self._dropped[name]:
            self._dropped[name] -= 1
            self._drop(mark)
        elif self._open[name]:
            while self._leave() != name:
                pass
            self._dropped.clear()

    def _leave(self) -> str:
        name = self._stack.pop()
        self._open[name] -= 1
        return name

    def _drop(self, mark: re.Match[str]) -> None:
        self._kept.append(self._text[self._kept_to : mark.start()])
        self._kept_to = mark.end()
