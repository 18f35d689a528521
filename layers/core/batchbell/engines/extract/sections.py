"""What stands under a heading: the items of its lists, or its lines?"""

from batchbell.engines.extract.flow import BOLD, Line
from batchbell.engines.extract.meaning import named
from batchbell.engines.extract.names import plain

MAX_ITEMS = 200
_MAX_SECTION = 400
_HEADING = 80
_TELLING = 6
_FEW = 2
_MOST_BETWEEN = 3


def items_under(lines: list[Line], names: frozenset[str]) -> list[str]:
    """Of the first heading that is called one of the names and has two things or more under it.

    What comes before the main heading of the page counts last.
    """
    main = next((at for at, line in enumerate(lines) if line.level == 1), 0)
    called_so = [at for at, line in enumerate(lines) if _heads(line, names)]
    for at in sorted(called_so, key=lambda at: (at < main, at)):
        items = _items(_section(lines, at))
        if len(items) >= _FEW:
            return items
    return []


def paragraph_under(lines: list[Line], names: frozenset[str]) -> str | None:
    """The first line of running text under such a heading."""
    for at, line in enumerate(lines):
        if line.level and _heads(line, names):
            section = _section(lines, at)
            return section[0].text if section else None
    return None


def _heads(line: Line, names: frozenset[str]) -> bool:
    """Whether it is called so; a heading may say more before or after: `Soup - the method`."""
    if len(line.text) > _HEADING:
        return False
    words = plain(line.text)
    if words in names:
        return True
    return bool(line.level) and any(
        words.startswith(f"{name} ") or words.endswith(f" {name}")
        for name in names
        if len(name) >= _TELLING
    )


def _section(lines: list[Line], at: int) -> list[Line]:
    """The lines up to the next heading of the same rank or a higher one."""
    level = lines[at].level or BOLD
    found: list[Line] = []
    for line in lines[at + 1 : at + _MAX_SECTION]:
        if line.level and line.level <= level and (line.level < BOLD or named(line.text)):
            break  # a bold line may head a part of the section
        found.append(line)
    return found


def _items(section: list[Line]) -> list[str]:
    """The lists of a section, as long as they follow each other; else all of its lines."""
    listed: list[str] = []
    between = 0
    for line in section:
        between = 0 if line.list else between + (not line.level)
        if listed and between > _MOST_BETWEEN:
            break
        if line.list:
            listed.append(line.text)
    kept = listed if len(listed) >= _FEW else [line.text for line in section]
    return kept[:MAX_ITEMS]
