"""What is a piece of evidence, and what is it evidence for?"""

from dataclasses import dataclass

from batchbell.domain.schema import Field
from batchbell.engines.extract.graph import Graph, Node, Value
from batchbell.engines.extract.names import plain
from batchbell.engines.extract.vocabulary.concept import Concept

NOTHING = Graph((), {})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one place says about a field, and how far it is to be trusted (0 to 1)."""

    values: list[Value]
    source: str
    trust: float
    graph: Graph = NOTHING


@dataclass(frozen=True, slots=True)
class Wish:
    """A field, what it means, and the thing of each graph that is asked about."""

    field: Field
    concept: Concept | None
    subjects: tuple[tuple[Graph, Node], ...]

    @property
    def key(self) -> str:
        """The concept's key, or an empty string."""
        return self.concept.key if self.concept else ""


def names_of(wish: Wish) -> list[str]:
    """How the page may call a field: by its own name first, then in the concept's order."""
    names = [plain(wish.field.name)]
    if wish.concept:
        names += [plain(word) for word in wish.concept.words.split("|")]
    return list(dict.fromkeys(names))
