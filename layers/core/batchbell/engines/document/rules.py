"""Which ruled lines do strokes make, where many are one line?"""

from collections.abc import Iterable, Iterator

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.words import Rule, Rules

# In points.
_SHORTEST = 6.0
_SAME_LINE = 1.5
_BRIDGED = 4.0


def rules_of(lines: Iterable[Box]) -> Rules:
    """Level and upright lines, joined where they go on."""
    across: list[Rule] = []
    down: list[Rule] = []
    for box in lines:
        if box.width >= box.height:
            across.append(Rule(box.middle, box.left, box.right))
        else:
            down.append(Rule(box.centre, box.top, box.bottom))
    return Rules(joined(across), joined(down))


def joined(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules on one line that touch, or nearly, become one; specks go."""
    lines: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if lines and rule.at - lines[-1][0].at <= _SAME_LINE:
            lines[-1].append(rule)
        else:
            lines.append([rule])
    whole = (rule for line in lines for rule in _along(line))
    return tuple(rule for rule in whole if rule.end - rule.start >= _SHORTEST)


def _along(line: list[Rule]) -> Iterator[Rule]:
    at = sum(rule.at for rule in line) / len(line)
    start = end = None
    for rule in sorted(line, key=lambda rule: rule.start):
        if start is None or end is None:
            start, end = rule.start, rule.end
        elif rule.start - end <= _BRIDGED:
            end = max(end, rule.end)
        else:
            yield Rule(at, start, end)
            start, end = rule.start, rule.end
    if start is not None and end is not None:
        yield Rule(at, start, end)
