"""How are the settings of a deployment read?"""

import pytest

from batchbell.adapters.sessions import Patience
from batchbell.domain.errors import SettingsInvalid
from batchbell.runtime.settings import DocumentAllowance, Settings

DEPLOYED = {
    "PAGE_LEASE_SECONDS": "100",
    "DOCUMENT_LEASE_SECONDS": "960",
    "DOCUMENT_TIMEOUT_SECONDS": "600",
    "MAX_ATTEMPTS": "3",
    "RETRY_BASE_SECONDS": "2",
    "ITEM_DEADLINE_SECONDS": "300",
    "WEBHOOK_RETRY_SECONDS": "10, 30,120,600,1800",
    "WEBHOOK_RETRY_AFTER_SECONDS": "3600",
    "WEBHOOK_TIMEOUT_SECONDS": "15",
    "WEBHOOK_MARGIN_SECONDS": "5",
    "BREAKER_SECONDS": "60",
    "PAGE_MARGIN_SECONDS": "1",
    "DISTILL_TIMEOUT_SECONDS": "20",
    "MODEL_TIMEOUT_SECONDS": "30",
    "THROTTLED_SECONDS": "30",
    "UNREADABLE_SECONDS": "61",
    "CLOSED_LOOK_SECONDS": "900",
    "SWEEP_MARGIN_SECONDS": "10",
}


def test_seconds_become_milliseconds() -> None:
    limits = Settings(DEPLOYED).limits()
    assert limits.lease_ms == 100_000
    assert limits.document_lease_ms == 960_000
    assert limits.document_timeout_ms == 600_000
    assert limits.page_retry.max_attempts == 3
    assert limits.page_retry.base_ms == 2_000
    assert limits.page_retry.deadline_ms == 300_000
    assert limits.webhook_retry.waits_ms == (10_000, 30_000, 120_000, 600_000, 1_800_000)
    assert limits.webhook_retry.longest_wish_ms == 3_600_000
    assert limits.webhook_timeout_ms == 15_000
    assert limits.webhook_margin_ms == 5_000
    assert limits.breaker_pause_ms == 60_000
    assert limits.page_margin_ms == 1_000
    assert limits.distill_timeout_ms == 20_000
    assert limits.model_timeout_ms == 30_000
    assert limits.throttled_ms == 30_000
    assert limits.unreadable_ms == 61_000
    assert limits.closed_look_ms == 900_000
    assert limits.sweep_margin_ms == 10_000


def test_what_documents_may_be_is_told_together() -> None:
    given = {
        "MAX_DOCUMENT_BYTES": "20000000",
        "MAX_PAGES": "50",
        "MAX_BATCH_DOCUMENTS": "1000",
        "UPLOAD_LINK_SECONDS": "900",
    }
    assert Settings(given).document_allowance == DocumentAllowance(
        most_bytes=20_000_000, most_pages=50, most_in_batch=1_000, link_ms=900_000
    )


def test_days_become_milliseconds() -> None:
    assert Settings({"RETENTION_DAYS": "30"}).retention_ms == 30 * 86_400_000


def test_seconds_of_the_sdk_stay_seconds() -> None:
    given = {"SDK_CONNECT_SECONDS": "2", "SDK_READ_SECONDS": "5"}
    assert Settings(given).patience == Patience(connect_seconds=2, read_seconds=5)


@pytest.mark.parametrize("name", DEPLOYED)
@pytest.mark.parametrize("value", [None, "", "-1", "1.5", "ten", "1,x"])
def test_a_number_that_is_none_is_named(name: str, value: str | None) -> None:
    environment = {key: text for key, text in DEPLOYED.items() if key != name}
    if value is not None:
        environment[name] = value
    with pytest.raises(SettingsInvalid, match=name):
        Settings(environment).limits()


@pytest.mark.parametrize(
    ("value", "address"),
    [
        (None, ""),
        ("", ""),
        ("https://x.example", "https://x.example"),
        ("https://x/y/", "https://x/y"),
    ],
)
def test_the_public_address_may_be_left_out(value: str | None, address: str) -> None:
    environment = {} if value is None else {"PUBLIC_BASE_URL": value}
    assert Settings(environment).public_base_url == address


@pytest.mark.parametrize(
    ("value", "allowed"), [(None, False), ("", False), ("0", False), ("1", True)]
)
def test_this_machine_is_dialled_only_where_it_is_allowed(value: str | None, allowed: bool) -> None:
    environment = {} if value is None else {"BATCHBELL_ALLOW_LOOPBACK": value}
    assert Settings(environment).loopback_allowed is allowed
