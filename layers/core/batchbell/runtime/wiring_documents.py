"""What are documents read with?"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from batchbell.adapters.document_reader import ChildDocumentReader
from batchbell.adapters.remembered_specs import RememberedSpecs
from batchbell.domain.document import DocumentLimits
from batchbell.ports import Store
from batchbell.ports.documents import DocumentEngine
from batchbell.runtime import wiring
from batchbell.usecases.work_documents import DocumentWork


def document_work(remaining_ms: Callable[[], int]) -> DocumentWork:
    """What a worker works with. `remaining_ms`: how long this invocation may still run."""
    return DocumentWork(
        desk=wiring.desk(),
        engine=document_engine(),
        jitter=wiring.jitter,
        remaining_ms=remaining_ms,
        least_ms=wiring.settings().milliseconds("DOCUMENT_MARGIN_SECONDS"),
    )


@cache
def document_store() -> Store:
    """What a worker reads and writes, the fields that are asked for from memory where it can."""
    store = wiring.store()
    return replace(store, specs=RememberedSpecs(store.specs))


@cache
def document_engine() -> DocumentEngine:
    """The one that the deployment names, with a process of its own for documents."""
    settings = wiring.settings()
    allowed = settings.document_allowance
    limits = DocumentLimits(bytes=allowed.most_bytes, pages=allowed.most_pages)
    start_seconds = settings.number("DOCUMENT_START_SECONDS")
    if settings.text("DOCUMENT_ENGINE") == "textract":
        from batchbell.runtime.wiring_textract import textract_engine

        return textract_engine(limits, start_seconds)
    return ChildDocumentReader(settings.models_folder, limits, start_seconds=start_seconds)
