"""Which answers of a site fail a page, and how?"""

from datetime import UTC, datetime

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.retry_after import retry_after_ms
from batchbell.domain.site_answer import failure_of_call, failure_of_status
from batchbell.domain.webhook_answer import Unanswered

NOW = datetime(2026, 11, 29, 10, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize("status", [200, 201, 203, 299])
def test_success_does_not_fail(status: int) -> None:
    assert failure_of_status(status, None) is None


@pytest.mark.parametrize(
    ("status", "code", "retryable"),
    [
        (304, ErrorCode.SCRAPE_SITE_ERROR, False),
        (400, ErrorCode.SCRAPE_SITE_ERROR, False),
        (401, ErrorCode.SCRAPE_TARGET_FORBIDDEN, False),
        (403, ErrorCode.SCRAPE_TARGET_FORBIDDEN, False),
        (404, ErrorCode.SCRAPE_TARGET_NOT_FOUND, False),
        (410, ErrorCode.SCRAPE_TARGET_NOT_FOUND, False),
        (418, ErrorCode.SCRAPE_SITE_ERROR, False),
        (429, ErrorCode.SCRAPE_TARGET_RATE_LIMITED, True),
        (500, ErrorCode.SCRAPE_SITE_ERROR, True),
        (502, ErrorCode.SCRAPE_SITE_ERROR, True),
        (503, ErrorCode.SCRAPE_SITE_ERROR, True),
        (599, ErrorCode.SCRAPE_SITE_ERROR, True),
    ],
)
def test_a_status_has_its_code(status: int, code: ErrorCode, *, retryable: bool) -> None:
    failure = failure_of_status(status, None)
    assert failure is not None
    assert (failure.code, failure.retryable) == (code, retryable)


def test_missing_and_removed_are_told_apart() -> None:
    missing, removed = failure_of_status(404, None), failure_of_status(410, None)
    assert missing is not None
    assert removed is not None
    assert missing.message != removed.message


@pytest.mark.parametrize("status", [429, 503])
def test_the_sites_wish_is_kept(status: int) -> None:
    failure = failure_of_status(status, 7000)
    assert failure is not None
    assert failure.retry_after_ms == 7000


@pytest.mark.parametrize(
    ("reason", "code", "retryable"),
    [
        (Unanswered.TIMEOUT, ErrorCode.SCRAPE_TIMEOUT, True),
        (Unanswered.CONNECTION, ErrorCode.SCRAPE_SITE_ERROR, True),
        (Unanswered.REFUSED, ErrorCode.SCRAPE_SITE_ERROR, False),
        (Unanswered.DNS, ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR, False),
        (Unanswered.TLS, ErrorCode.SCRAPE_SSL_ERROR, False),
        (Unanswered.FORBIDDEN, ErrorCode.SCRAPE_TARGET_FORBIDDEN, False),
    ],
)
def test_a_silence_has_its_code(reason: Unanswered, code: ErrorCode, *, retryable: bool) -> None:
    failure = failure_of_call(reason)
    assert (failure.code, failure.retryable) == (code, retryable)


@pytest.mark.parametrize(
    ("header", "milliseconds"),
    [
        ("0", 0),
        ("120", 120_000),
        (" 5 ", 5_000),
        ("999999999999999", 86_400_000),
        ("Sun, 29 Nov 2026 10:00:30 GMT", 30_000),
        ("Sunday, 29-Nov-26 10:00:30 GMT", 30_000),
        ("Sun, 29 Nov 2026 09:00:00 GMT", 0),
        ("Wed, 29 Nov 2099 10:00:00 GMT", 86_400_000),
        ("Sun, 29 Nov 2026 10:00:30", 30_000),
        (None, None),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Sun, 99 Nov 2026 10:00:30 GMT", None),
    ],
)
def test_retry_after_is_read(header: str | None, milliseconds: int | None) -> None:
    assert retry_after_ms(header, NOW) == milliseconds
