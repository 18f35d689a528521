"""What does a test submit?"""

from collections.abc import Sequence

from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.job_kind import JobKind
from batchbell.domain.page_options import DistillOptions
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.submit_pages import PagesSubmission, submit_pages
from tests.memory.world import World

TENANT = "acme"
KIND = JobKind.DISTILL
ROUTE = "batch/distill"
RECEIVER = Webhook("https://receiver.example/hook", "s3cret")
MONTH_MS = 30 * 86_400_000


def urls_of(count: int) -> tuple[str, ...]:
    """Addresses of so many pages."""
    return tuple(f"https://site.example/{index}" for index in range(count))


def task_of(
    timeout_ms: int = 30_000, formats: frozenset[str] = frozenset({"markdown"})
) -> PageTask:
    """What is wanted of pages."""
    return PageTask(timeout_ms=timeout_ms, distill=DistillOptions(formats=formats))


def submission(
    urls: Sequence[str] | int = 1,
    *,
    tenant: str = TENANT,
    kind: JobKind = KIND,
    key: str = "key-1",
    fingerprint: str = "f1",
    webhook: Webhook | None = RECEIVER,
    metadata: str | None = None,
    timeout_ms: int = 30_000,
    formats: frozenset[str] = frozenset({"markdown"}),
) -> PagesSubmission:
    """A submission of these URLs, or of so many."""
    listed = urls_of(urls) if isinstance(urls, int) else tuple(urls)
    return PagesSubmission(
        tenant=tenant,
        kind=kind,
        fingerprint=fingerprint,
        spec=PagesSpec(listed, task_of(timeout_ms, formats)),
        retention_ms=MONTH_MS,
        idempotency_key=key,
        webhook=webhook,
        metadata=metadata,
    )


def submitted(world: World, urls: Sequence[str] | int = 1, *, key: str = "key-1") -> Batch:
    """The batch of such a submission."""
    return submit_pages(world.store, submission(urls, key=key)).batch
