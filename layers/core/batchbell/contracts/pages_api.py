"""What may a caller of the Pages API send?

Source: Pages API contract, "Fields of distill". Unknown fields are ignored. The schema of an
extraction is read by `extract_schema`.
"""

from typing import Any

from pydantic import Field

from batchbell.contracts.page_fields import (
    DEFAULT_COUNTRY,
    Country,
    DistillTimeout,
    ExtractTimeout,
    Formats,
    Headers,
    HighlightsFormat,
    Include,
    Metadata,
    MoreFormats,
    QuestionFormat,
    RenderMode,
    Selectors,
    SummaryFormat,
    Urls,
    WaitFor,
    WebhookRequest,
)
from batchbell.contracts.request_model import METADATA_BYTES, Request


class _PageRequest(Request):
    """How pages are fetched, and what is made of them."""

    timeout: DistillTimeout = Field(30_000, description="Milliseconds for one attempt at a page.")
    wait_for: WaitFor = Field(
        0, alias="waitFor", description="Milliseconds after load; has no effect without rendering."
    )
    include_tags: Selectors | None = Field(
        None,
        alias="includeTags",
        description="Tag names or CSS selectors; what they select is the content, nothing else.",
    )
    exclude_tags: Selectors | None = Field(
        None,
        alias="excludeTags",
        description="Tag names or CSS selectors; what they select is left out.",
    )
    headers: Headers | None = Field(
        None, description="Sent to the target. Hop-by-hop, Host and proxy headers are refused."
    )
    country: Country | None = Field(
        None,
        alias="countryCode",
        description="The language that pages are asked for: that of the country.",
        json_schema_extra={"default": DEFAULT_COUNTRY},
    )
    other_country: Country | None = Field(
        None, alias="country_code", description="Another spelling of countryCode."
    )
    render_mode: RenderMode = Field(
        "none",
        alias="renderMode",
        description="Only none is available: no browser engine is configured.",
    )
    formats: Formats = Field(["markdown"], description="What the answer is to hold.")
    include: Include | None = Field(None, description="An older spelling: adds to `formats`.")
    include_html: bool = Field(
        False, alias="includeHtml", description="The oldest spelling of the format html."
    )
    extract_links: bool = Field(
        False, alias="extractLinks", description="The oldest spelling of the format links."
    )
    force_refresh: bool = Field(
        False, alias="forceRefresh", description="Use nothing that was kept of an earlier fetch."
    )

    @property
    def country_code(self) -> str:
        """In whichever spelling; null in one does not hide what the other says."""
        return self.country or self.other_country or DEFAULT_COUNTRY

    @property
    def asked_formats(self) -> frozenset[str]:
        """The pieces of a page that were asked for, in whichever spelling."""
        named = {name for name in self.formats if isinstance(name, str)} | set(self.include or ())
        named |= {"html"} if self.include_html else set()
        return frozenset(named | ({"links"} if self.extract_links else set()))

    @property
    def summary(self) -> bool:
        """Whether a summary was asked for."""
        return any(isinstance(one, SummaryFormat) for one in self.formats)

    @property
    def question(self) -> str | None:
        """The question that was asked."""
        return next((one.question for one in self.formats if isinstance(one, QuestionFormat)), None)

    @property
    def query(self) -> str | None:
        """What highlights are to bear on."""
        return next((one.query for one in self.formats if isinstance(one, HighlightsFormat)), None)


class _BatchRequest(Request):
    """What is particular to a batch."""

    urls: Urls = Field(
        description="The pages, http or https. A malformed URL, or one of more than 2,048"
        " characters, fails its own row; equal URLs are separate rows."
    )
    hook: WebhookRequest | None = Field(None, alias="webhook")
    callback: WebhookRequest | None = Field(None, description="Another spelling of webhook.")
    metadata: Metadata | None = Field(
        None,
        description=f"Your own reference, at most {METADATA_BYTES:,} bytes of JSON; comes back in"
        " the job and in its webhook.",
    )

    @property
    def webhook(self) -> WebhookRequest | None:
        """In whichever spelling."""
        return self.hook or self.callback


class _OnePage(Request):
    """What is particular to one page."""

    url: str = Field(description="The page, http or https, at most 2,048 characters.")


class _ExtractFields(_PageRequest):
    """What is particular to rows."""

    timeout: ExtractTimeout = Field(60_000, description="Milliseconds for one attempt at a page.")
    formats: MoreFormats = Field([], description="What the answer is to hold besides the rows.")
    explain: bool = Field(
        False, description="Also answer where each value was found, and what is missing."
    )
    prompt: str | None = Field(None, description="Not available; send a schema.")


_SCHEMA = "A JSON Schema with properties, an array of fields with types, or names with instructions"


class DistillRequest(_PageRequest, _OnePage):
    """A URL to be distilled, and how. Fields that are not listed are ignored."""


class DistillBatchRequest(_PageRequest, _BatchRequest):
    """URLs to be distilled, and how. Fields that are not listed are ignored."""


class ExtractRequest(_ExtractFields, _OnePage):
    """A URL of which rows are wanted, and which. Fields that are not listed are ignored."""

    shape: Any = Field(
        None, alias="schema", description=f"{_SCHEMA}; without one, what the page offers."
    )


class ExtractBatchRequest(_ExtractFields, _BatchRequest):
    """URLs of which rows are wanted, and which. Fields that are not listed are ignored."""

    shape: Any = Field(None, alias="schema", description=f"{_SCHEMA}. Required.")


class SuggestRequest(_PageRequest, _OnePage):
    """A URL of which fields are to be proposed. Fields that are not listed are ignored."""
