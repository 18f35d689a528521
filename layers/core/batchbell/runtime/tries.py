"""How does one failure among many leave the others alone?"""

from collections.abc import Callable, Iterable

from batchbell.runtime.observability import logger


def try_all(actions: Iterable[Callable[[], object]]) -> None:
    """Do every action; raise the first failure once all were tried: the trigger then comes again.

    Even a failure that nobody foresaw: the batch it is about must not keep the others waiting.
    """
    failures: list[Exception] = []
    for action in actions:
        try:
            action()
        except Exception as error:  # noqa: BLE001  # a batch boundary: it is raised at the end
            logger().warning("one of many failed", exc_info=error)
            failures.append(error)
    if failures:
        raise failures[0]
