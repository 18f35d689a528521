"""What does a page say of itself in its head: OpenGraph, meta, title, canonical address?"""

from batchbell.engines.tree import Tree

_MAX_TAGS = 1_000
_LONGEST = 5_000


def meta_of(tree: Tree) -> dict[str, list[str]]:
    """By lower-case name (`og:title`, `description`); `<title>`, `<canonical>` and `<language>`."""
    found: dict[str, list[str]] = {}
    for tag, _ in zip(tree.iter("meta"), range(_MAX_TAGS), strict=False):
        name = tag.get("property") or tag.get("name") or tag.get("itemprop") or ""
        content = (tag.get("content") or "").strip()
        if name and content:
            found.setdefault(name.strip().lower(), []).append(content[:_LONGEST])
    _add(found, "<title>", tree.findtext(".//title"))
    link = tree.find(".//link[@rel='canonical']")
    _add(found, "<canonical>", None if link is None else link.get("href"))
    _add(
        found,
        "<language>",
        tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang"),
    )
    return found


def _add(found: dict[str, list[str]], name: str, value: str | None) -> None:
    text = " ".join((value or "").split())
    if text:
        found[name] = [text[:_LONGEST]]
