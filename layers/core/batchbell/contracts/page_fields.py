"""Of which types are the fields that a caller of the Pages API may send?

Source: Pages API contract, "Fields of distill". A wrong type or range is 400 with `details`.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
)

from batchbell.contracts.request_model import Request, require_small
from batchbell.contracts.tag_selectors import check_selectors
from batchbell.contracts.web_address import WebAddress
from batchbell.domain.request_headers import complaint

SECRET_CHARACTERS = 1_024
QUESTION_CHARACTERS = 2_000
DEFAULT_COUNTRY = "US"

FormatName = Literal["markdown", "links", "images", "metadata", "html"]


Question = Annotated[str, Field(min_length=1, max_length=QUESTION_CHARACTERS)]


class SummaryFormat(Request):
    """A summary of the page."""

    type: Literal["summary"]


class QuestionFormat(Request):
    """The answer to a question about the page."""

    type: Literal["question"]
    question: Question


class HighlightsFormat(Request):
    """The passages of the page that bear on a query."""

    type: Literal["highlights"]
    query: Question


def _format_tag(value: Any) -> str | None:
    """The branch of `Format`. In angle brackets, to be told from a field in an error's location."""
    if isinstance(value, str):
        return "<name>"
    kind = value.get("type") if isinstance(value, dict) else None
    return f"<type {kind}>" if isinstance(kind, str) else None


Format = Annotated[
    Annotated[FormatName, Tag("<name>")]
    | Annotated[SummaryFormat, Tag("<type summary>")]
    | Annotated[QuestionFormat, Tag("<type question>")]
    | Annotated[HighlightsFormat, Tag("<type highlights>")],
    Discriminator(_format_tag),
]


def _once(formats: list[Any]) -> list[Any]:
    """A row has one summary, one answer and one list of highlights."""
    types = [type(one) for one in formats if not isinstance(one, str)]
    if len(types) != len(set(types)):
        raise ValueError("must hold summary, question and highlights once each at most")
    return formats


def _headers(values: dict[str, Any]) -> dict[str, Any]:
    """One complaint for all: a body may hold half a million wrong ones."""
    if not all(isinstance(value, str) for value in values.values()):
        raise ValueError("must hold strings only")
    reason = complaint(values)
    if reason is not None:
        raise ValueError(reason)
    return values


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 30000.0 is the integer 30000."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _strings(values: list[Any]) -> list[Any]:
    """Any strings: one that is no URL fails its row later, not the submission."""
    if not all(isinstance(value, str) for value in values):
        raise ValueError("must be a list of strings")
    return values


def _selectors(values: list[str]) -> list[str]:
    check_selectors(values)
    return values


def _country(value: str) -> str:
    if len(value) != 2 or not (value.isascii() and value.isalpha()):
        raise ValueError("must be two letters")
    return value.upper()


def _small(value: dict[str, Any]) -> dict[str, Any]:
    require_small(value)
    return value


def _without_browser(value: str) -> str:
    if value != "none":
        raise ValueError("no browser engine is configured: rendering is not available")
    return value


Formats = Annotated[list[Format], Field(min_length=1, fail_fast=True), AfterValidator(_once)]
MoreFormats = Annotated[list[Format], Field(fail_fast=True), AfterValidator(_once)]
Include = Annotated[list[Literal["metadata", "html", "links"]], Field(fail_fast=True)]
Urls = Annotated[
    list[Any],
    AfterValidator(_strings),
    WithJsonSchema({"type": "array", "items": {"type": "string"}, "minItems": 1}),
]
Country = Annotated[
    str,
    AfterValidator(_country),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z]{2}$"}),
]
Metadata = Annotated[dict[str, Any], AfterValidator(_small)]
Headers = Annotated[
    dict[str, Any],
    AfterValidator(_headers),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]
Selectors = Annotated[list[str], Field(fail_fast=True), AfterValidator(_selectors)]
RenderMode = Annotated[Literal["none", "basic", "full"], AfterValidator(_without_browser)]
DistillTimeout = Annotated[int, Field(ge=5_000, le=60_000), BeforeValidator(_whole)]
ExtractTimeout = Annotated[int, Field(ge=5_000, le=120_000), BeforeValidator(_whole)]
WaitFor = Annotated[int, Field(ge=0, le=10_000), BeforeValidator(_whole)]


class WebhookRequest(Request):
    """Where the job reports that it has finished."""

    url: WebAddress
    secret: Annotated[str, Field(min_length=1, max_length=SECRET_CHARACTERS)] | None = Field(
        None, description="Signs every delivery; see the header X-Webhook-Signature."
    )
    headers: dict[str, Any] | None = Field(None, description="Accepted, and not sent.")
