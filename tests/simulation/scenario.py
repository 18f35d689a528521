"""What is played? Sizes, pages or documents, clients, and how much may go wrong."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from batchbell.domain.identifiers import CHUNK_SIZE
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Limits
from batchbell.runtime.settings import Settings
from tests.process.template import environment
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.neighbours import Neighbour
from tests.simulation.outside import PageKind, Reply

FAULTS = (
    "kill",
    "throttle",
    "doubt",
    "late",
    "unheard",
    "repeat",
    "lose",
    "starve",
    "stranger",
    "sweep",
)
"""Kinds of faults; a sweep is none, but comes when it is not its time."""


@cache
def template_limits() -> Limits:
    """The numbers of a deployment with every parameter at its default."""
    return Settings(environment()).limits()


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One piece. Times are milliseconds."""

    seed: str = "plain"
    kind: JobKind = JobKind.DISTILL
    pages: tuple[PageKind, ...] = (PageKind.FINE,)
    documents: tuple[DocumentKind, ...] = ()
    """Those that are uploaded under a key of their own, if it is about documents: then it has no
    pages.
    """
    beside: tuple[DocumentKind, ...] = ()
    """Those of a second batch of documents, of the same tenant, which has one slot then."""
    chunk_size: int = CHUNK_SIZE
    limits: Limits = field(default_factory=template_limits)
    webhook: bool = True
    """Whether its submission names a receiver."""
    faults: Mapping[str, int] = field(default_factory=dict)
    """How many of each kind at most."""
    calls: Mapping[str, int] = field(default_factory=dict)
    """How many calls of clients at most, besides the submission."""
    replies: tuple[Reply, ...] = ()
    skews: tuple[int, ...] = (0,)
    """How far the clocks of functions may be off."""
    neighbours: tuple[Neighbour, ...] = ()
    """Who holds all slots of the tenant when the batch comes; nobody: there are enough for all."""
    budget: bool = False
    """Whether the tenant has a budget."""
    granted: int = 1_000
    """How many credits it has then."""
    zombies: bool = False
    """Whether an invocation whose time is over may go on."""
    max_receives: int = 100
    most_actors: int = 4
    moves: int = 300
    specials: float = 0.12
    """Which part of the moves are faults and calls, while there are any left."""
    waits: float = 0.04
    """Which part of the others let time pass."""
    bursts: float = 0.0
    """How likely it is that the invocation which went on before goes on."""
    story: tuple[tuple[str, int], ...] = ()
    """Calls that come one after another, rather when nobody is at work."""
    hurry: float = 0.0
    """How likely it is that the next of them comes though somebody is."""
    patience: float = 0.3
    """How likely it is that time passes instead where nobody is."""
    begins: float = 0.25
    """Which part of the others begin an invocation rather than go on with one."""

    @property
    def items(self) -> int:
        """How many pages or documents it has."""
        return len(self.documents or self.pages)

    @property
    def told(self) -> bool:
        """Whether a receiver is told: a job of one URL has none, whatever its submission says."""
        return self.webhook and self.kind.takes_slot

    @property
    def faultless(self) -> bool:
        """Whether nothing goes wrong inside."""
        return not any(self.faults.values()) and not self.zombies and self.skews == (0,)

    def skew_of(self, actor: str) -> int:
        """How far the clock of one invocation is off."""
        return random.Random(f"{self.seed}/{actor}").choice(self.skews)
