"""How does one failure among many leave the others alone?"""

from collections.abc import Callable, Iterable

from batchbell.domain.identifiers import BatchKey
from batchbell.runtime.observability import logger


def try_all(actions: Iterable[tuple[BatchKey, Callable[[], object]]]) -> None:
    """Do every action, each about a batch; raise the first failure once all were tried.

    Even a failure that nobody foresaw: the batch it is about must not keep the others waiting.
    """
    failures: list[Exception] = []
    for key, action in actions:
        try:
            action()
        except Exception as error:  # noqa: BLE001  # a batch boundary: it is raised at the end
            about = {"tenant": key.tenant, "job": key.job_id}
            logger().warning("one of many failed", extra=about, exc_info=error)
            failures.append(error)
    if failures:
        raise failures[0]
