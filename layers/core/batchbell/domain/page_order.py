"""What is to be made of a page that was fetched, and what was?"""

from dataclasses import dataclass

from batchbell.domain.extracted import Extracted, Suggestion
from batchbell.domain.page import DistilledPage
from batchbell.domain.page_options import DistillOptions
from batchbell.domain.schema import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOrder:
    """What is to be made of one page. `suggest`: fields that it offers."""

    distill: DistillOptions | None = None
    extract: Schema | None = None
    suggest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """What was made of it; None for what was not ordered."""

    distilled: DistilledPage | None = None
    extracted: Extracted | None = None
    suggested: Suggestion | None = None
