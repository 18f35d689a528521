"""How does a function end?"""

from enum import Enum
from typing import Any, NamedTuple, TypeAlias


class Answer(NamedTuple):
    """A client is told something, checked in this instant: see `tests.model.answers`."""

    name: str
    arguments: tuple[Any, ...] = ()


class Back(Enum):
    """The message goes back to its queue, to be seen again."""

    AGAIN = "again"


AGAIN = Back.AGAIN

Ending: TypeAlias = Answer | Back | None
"""None: what it was set going by is done with."""
