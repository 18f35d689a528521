"""What are pages made with that a caller waits for?"""

from functools import cache

from batchbell.adapters.distiller import ChildDistiller
from batchbell.runtime import wiring
from batchbell.runtime.wiring_model import language_model
from batchbell.runtime.wiring_work import page_fetcher
from batchbell.usecases.convert import START_SHARE
from batchbell.usecases.make_page import PageTools

_CHILD_MEMORY_MB = 1_024
"""Under the memory of the function (ConvertMemory in template.yaml, 1,769 MB)."""


@cache
def page_tools() -> PageTools:
    """One page at a time, so one process that distills."""
    settings = wiring.settings()
    return PageTools(
        fetcher=page_fetcher(),
        distiller=ChildDistiller(
            children=1,
            memory_mb=_CHILD_MEMORY_MB,
            start_seconds=int(settings.convert_ms * START_SHARE) // 1000,
        ),
        model=language_model(),
    )
