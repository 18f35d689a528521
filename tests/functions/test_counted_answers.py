"""Which answers count as failures of a page, and what of a model's answers counts?"""

from collections.abc import Iterator
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, Unavailable
from batchbell.ports.language_model import Usage
from batchbell.runtime.observability import MetricName, metrics
from batchbell.runtime.wiring_model import count_tokens
from tests.functions.converting import URL, Converter
from tests.memory.hooks import Unwatched


@pytest.fixture(autouse=True)
def no_metrics() -> Iterator[None]:
    """None from before, none left behind."""
    metrics().clear_metrics()
    yield
    metrics().clear_metrics()


@pytest.fixture
def caller() -> Converter:
    """Somebody who waits for a page."""
    return Converter()


def counted() -> dict[str, Any]:
    """What was counted."""
    return {name: sum(metric["Value"]) for name, metric in metrics().metric_set.items()}


@pytest.mark.parametrize("code", [ErrorCode.AI_EXTRACTION_FAILED, ErrorCode.AI_SERVICE_UNAVAILABLE])
def test_a_page_that_fails_with_500_and_above_counts(caller: Converter, code: ErrorCode) -> None:
    caller.fetcher.script.set(URL, PageFailed(code, "No."))
    assert caller.distill().status == code.status
    assert counted() == {MetricName.PAGE_FAILURES_ANSWERED: 1}


@pytest.mark.parametrize("code", [code for code in ErrorCode if code.status == 422])
def test_a_page_that_fails_otherwise_does_not(caller: Converter, code: ErrorCode) -> None:
    caller.fetcher.script.set(URL, PageFailed(code, "No."))
    assert caller.distill().status == 422
    assert counted() == {}


def test_a_failure_of_ours_does_not(caller: Converter) -> None:
    class Throttled(Unwatched):
        def before(self, call_name: str) -> None:
            raise Unavailable(call_name)

    caller.world.watch(Throttled())
    assert caller.distill().code == (500, "INTERNAL_ERROR")
    assert counted() == {}


def test_nor_do_pages_when_nothing_that_converts_them_starts(caller: Converter) -> None:
    """Every call fails so when the layer of the engines cannot be loaded: somebody must be told."""
    failed = PageFailed(ErrorCode.DISTILL_FAILED, "It did not start.", retryable=True)
    caller.distiller.script.set(URL, failed)
    assert caller.distill().code == (500, "DISTILL_FAILED")
    assert counted() == {}


def test_tokens_add_up() -> None:
    count_tokens(Usage(900, 40, calls=1))
    count_tokens(Usage(100, 2, calls=1))
    assert counted() == {
        MetricName.MODEL_INPUT_TOKENS: 1_000,
        MetricName.MODEL_OUTPUT_TOKENS: 42,
    }
