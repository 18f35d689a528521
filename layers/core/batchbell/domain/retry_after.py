"""How long does a server ask us to wait? Source: RFC 9110, section 10.2.3."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_WAIT_MS = 86_400_000  # longer than any retry waits (`domain.retry`)


def retry_after_ms(header: str | None, now: datetime) -> int | None:
    """Milliseconds from `now` (aware), 0 to one day; None without a header that can be read."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return min(int(text[:9]) * 1000, MAX_WAIT_MS)
    moment = _http_date(text)
    if moment is None:
        return None
    return max(0, min(int((moment - now).total_seconds() * 1000), MAX_WAIT_MS))


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
