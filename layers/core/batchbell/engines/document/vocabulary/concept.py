"""What is a concept: something that many documents print, under many names?"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What the values of a concept look like."""

    TEXT = "text"
    AMOUNT = "amount"
    NUMBER = "number"
    DATE = "date"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Concept:
    """`words`: names and printed labels, separated by `|`, the more certain ones first.

    `not_words`: what a label must not hold.
    """

    key: str
    kind: Kind
    words: str
    not_words: str = ""
