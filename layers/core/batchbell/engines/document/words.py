"""What is a page to the builder of tables: which words, and which ruled lines?"""

from dataclasses import dataclass

from batchbell.engines.document.boxes import Box


@dataclass(frozen=True, slots=True)
class Word:
    """As printed. `upright`: it is read in the direction that most of the page is."""

    text: str
    box: Box
    confidence: float = 1.0
    upright: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruled line: at `at`, from `start` to `end` (x and y; for a vertical one y and x)."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The ruled lines of a page, or of a part of it."""

    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class PageWords:
    """All that is printed on a page. `number` counts from 1."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: Rules = Rules()
    fills: tuple[Box, ...] = ()
