"""Which adapters go outside or load an engine?"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from batchbell import __version__
from batchbell.adapters.distiller import ChildDistiller
from batchbell.adapters.outbound.pages import PageFetcher
from batchbell.adapters.outbound.webhooks import WebhookPoster
from batchbell.adapters.remembered_specs import RememberedSpecs
from batchbell.domain.addresses import AddressRules
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.wiring_keep import kept_pages
from batchbell.runtime.wiring_model import language_model
from batchbell.usecases.notify import Notifying
from batchbell.usecases.work_pages import PageWork

USER_AGENT = f"Batchbell/{__version__}"
_CHILDREN = 3
_CHILD_MEMORY_MB = 512
"""Together under the memory of the page worker (PageMemory in template.yaml, 1,769 MB)."""


def page_work(remaining_ms: Callable[[], int]) -> PageWork:
    """What a worker works with. `remaining_ms`: how long this invocation may still run."""
    return PageWork(
        fetcher=page_fetcher(),
        distiller=_distiller(),
        jitter=wiring.jitter,
        remaining_ms=remaining_ms,
        model=language_model(),
        kept=kept_pages(),
    )


@cache
def page_store() -> Store:
    """What a worker reads and writes, its input lists from memory where it can."""
    store = wiring.store()
    return replace(store, specs=RememberedSpecs(store.specs))


@cache
def delivery() -> Notifying:
    """What the notifier works with."""
    return Notifying(
        deliveries=wiring.deliveries(),
        poster=webhook_poster(),
        jitter=wiring.jitter,
    )


@cache
def webhook_poster() -> WebhookPoster:
    """The way to receivers."""
    return WebhookPoster(_rules(), USER_AGENT)


@cache
def page_fetcher() -> PageFetcher:
    """The way to pages."""
    return PageFetcher(_rules(), wiring.settings().number("MAX_PAGE_BYTES"), USER_AGENT)


@cache
def _distiller() -> ChildDistiller:
    return ChildDistiller(
        children=_CHILDREN,
        memory_mb=_CHILD_MEMORY_MB,
        start_seconds=wiring.settings().number("DISTILL_START_SECONDS"),
    )


def _rules() -> AddressRules:
    return AddressRules(allow_loopback=wiring.settings().loopback_allowed)
