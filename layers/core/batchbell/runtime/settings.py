"""Which numbers and names was this deployment given?

Read once, at the first invocation. Every variable is set by template.yaml from a parameter of the
same name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from batchbell.adapters.sessions import Patience
from batchbell.domain.allowance import Allowance
from batchbell.domain.errors import SettingsInvalid
from batchbell.domain.retry import PageRetry, WebhookRetry
from batchbell.ports import Limits

_DAY_MS = 86_400_000
_LOOPBACK_VARIABLE = "BATCHBELL_ALLOW_LOOPBACK"
_MODELS_VARIABLE = "BATCHBELL_MODELS"
"""Both are set by the local stack and by tests; no deployed template carries them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAllowance:
    """How much documents may hold, and how many a batch may."""

    most_bytes: int
    """Of a document that comes by a link."""
    most_pages: int
    most_in_batch: int
    link_ms: int
    """How long a link lasts."""


class Settings:
    """Typed access to the environment. Every property may raise `SettingsInvalid`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def text(self, name: str) -> str:
        """A variable that must be there."""
        try:
            return self._environ[name]
        except KeyError:
            raise SettingsInvalid(f"the environment variable {name} is not set") from None

    def number(self, name: str) -> int:
        """A variable that must be a whole number of at least 0."""
        value = self.text(name)
        if not value.isdecimal():
            raise SettingsInvalid(f"the environment variable {name} must be a whole number")
        return int(value)

    def milliseconds(self, name: str) -> int:
        """A variable in seconds."""
        return self.number(name) * 1000

    @property
    def retention_ms(self) -> int:
        """How long jobs and results are kept."""
        return self.number("RETENTION_DAYS") * _DAY_MS

    @property
    def patience(self) -> Patience:
        """How long a call to AWS waits."""
        return Patience(
            connect_seconds=self.number("SDK_CONNECT_SECONDS"),
            read_seconds=self.number("SDK_READ_SECONDS"),
        )

    @property
    def public_base_url(self) -> str:
        """The address that answers name; empty: that of the request."""
        return self._environ.get("PUBLIC_BASE_URL", "").rstrip("/")

    @property
    def loopback_allowed(self) -> bool:
        """Whether pages and receivers on this machine may be dialled."""
        return self._environ.get(_LOOPBACK_VARIABLE) == "1"

    @property
    def models_folder(self) -> Path:
        """Where the models are that read pictures: a layer's, or this machine's."""
        return Path(self._environ.get(_MODELS_VARIABLE, "/opt/models"))

    @property
    def convert_ms(self) -> int:
        """How long a caller waits for a page at most."""
        return self.milliseconds("CONVERT_SECONDS")

    @property
    def document_allowance(self) -> DocumentAllowance:
        """What documents may be."""
        return DocumentAllowance(
            most_bytes=self.number("MAX_DOCUMENT_BYTES"),
            most_pages=self.number("MAX_PAGES"),
            most_in_batch=self.number("MAX_BATCH_DOCUMENTS"),
            link_ms=self.milliseconds("UPLOAD_LINK_SECONDS"),
        )

    @property
    def allowance(self) -> Allowance:
        """What a tenant may do that was given nothing else."""
        return Allowance(
            writes_a_minute=self.number("WRITES_PER_MINUTE"),
            reads_a_minute=self.number("READS_PER_MINUTE"),
            slots=self.number("TENANT_SLOTS"),
            cache_seconds=self.number("CACHE_SECONDS"),
        )

    def limits(self) -> Limits:
        """The deployment's numbers."""
        return Limits(
            lease_ms=self.milliseconds("PAGE_LEASE_SECONDS"),
            document_lease_ms=self.milliseconds("DOCUMENT_LEASE_SECONDS"),
            document_timeout_ms=self.milliseconds("DOCUMENT_TIMEOUT_SECONDS"),
            page_retry=PageRetry(
                max_attempts=self.number("MAX_ATTEMPTS"),
                base_ms=self.milliseconds("RETRY_BASE_SECONDS"),
                deadline_ms=self.milliseconds("ITEM_DEADLINE_SECONDS"),
            ),
            page_margin_ms=self.milliseconds("PAGE_MARGIN_SECONDS"),
            distill_timeout_ms=self.milliseconds("DISTILL_TIMEOUT_SECONDS"),
            model_timeout_ms=self.milliseconds("MODEL_TIMEOUT_SECONDS"),
            webhook_retry=WebhookRetry(
                waits_ms=self._waits("WEBHOOK_RETRY_SECONDS"),
                longest_wish_ms=self.milliseconds("WEBHOOK_RETRY_AFTER_SECONDS"),
            ),
            webhook_timeout_ms=self.milliseconds("WEBHOOK_TIMEOUT_SECONDS"),
            webhook_margin_ms=self.milliseconds("WEBHOOK_MARGIN_SECONDS"),
            breaker_pause_ms=self.milliseconds("BREAKER_SECONDS"),
            throttled_ms=self.milliseconds("THROTTLED_SECONDS"),
            unreadable_ms=self.milliseconds("UNREADABLE_SECONDS"),
            closed_look_ms=self.milliseconds("CLOSED_LOOK_SECONDS"),
            sweep_margin_ms=self.milliseconds("SWEEP_MARGIN_SECONDS"),
        )

    def _waits(self, name: str) -> tuple[int, ...]:
        parts = [part.strip() for part in self.text(name).split(",")]
        if not all(part.isdecimal() for part in parts):
            raise SettingsInvalid(f"{name} must be whole seconds, separated by commas")
        return tuple(int(part) * 1000 for part in parts)
