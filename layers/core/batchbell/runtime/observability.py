"""What do the functions tell about themselves?

Facts with keys: a fixed message, ids as fields, nothing secret. Metric names are in one list.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache, wraps
from threading import Lock
from typing import Any

from aws_lambda_powertools.logging import Logger
from aws_lambda_powertools.metrics import Metrics, MetricUnit, single_metric

Handler = Callable[[dict[str, Any], Any], Any]

_ADDING = Lock()
"""Calls run side by side, and the library's store of metrics does not know of threads."""


class MetricName(StrEnum):
    """Every metric of Batchbell; docs/operations.md says what each asks of an operator."""

    SWEEPER_REPAIRS = "SweeperRepairs"
    OLDEST_OPEN_BATCH = "OldestOpenBatchSeconds"
    WEBHOOKS_DELIVERED = "WebhooksDelivered"
    WEBHOOKS_EXHAUSTED = "WebhooksExhausted"
    DUPLICATES_ABSORBED = "DuplicatesAbsorbed"
    PAGES_SUCCEEDED = "PagesSucceeded"
    PAGES_FAILED = "PagesFailed"
    DOCUMENTS_SUCCEEDED = "DocumentsSucceeded"
    DOCUMENTS_FAILED = "DocumentsFailed"
    TEXTRACT_PAGES = "TextractPages"
    PAGE_FAILURES_ANSWERED = "PageFailuresAnswered"
    MODEL_INPUT_TOKENS = "ModelInputTokens"
    MODEL_OUTPUT_TOKENS = "ModelOutputTokens"
    CACHE_HITS = "CacheHits"
    CACHE_UNAVAILABLE = "CacheUnavailable"


@cache
def logger() -> Logger:
    """The logger of this function; made at the first invocation."""
    return Logger()


@cache
def metrics() -> Metrics:
    """The metrics of this function; made at the first invocation."""
    return Metrics()


def count(name: MetricName, value: int = 1) -> None:
    """Add to a metric that counts. Threads may share it."""
    with _ADDING:
        metrics().add_metric(name=name.value, unit=MetricUnit.Count, value=value)


def count_by(name: MetricName, dimension: str, of: str, value: int = 1) -> None:
    """Add to a metric that counts, apart for each `of` in that dimension. Threads may share it."""
    with _ADDING, single_metric(name=name.value, unit=MetricUnit.Count, value=value) as metric:
        metric.add_dimension(name=dimension, value=of)


def gauge_seconds(name: MetricName, value: float) -> None:
    """Report a metric in seconds."""
    metrics().add_metric(name=name.value, unit=MetricUnit.Seconds, value=value)


def observed(handler: Handler) -> Handler:
    """Log with the invocation's context, forgotten between invocations, and flush the metrics after
    it, also when it raised.
    """

    @cache
    def logged() -> Handler:
        with_context: Handler = logger().inject_lambda_context(handler, clear_state=True)
        return with_context

    @wraps(handler)
    def lambda_handler(event: dict[str, Any], context: Any) -> Any:
        try:
            return logged()(event, context)
        finally:
            _flush()

    return lambda_handler


def _flush() -> None:
    """An invocation without metrics is no mistake, so nothing is said of it."""
    if metrics().metric_set:
        metrics().flush_metrics()
