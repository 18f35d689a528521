"""What may a caller of the Pages API send?

Source: Pages API contract, "Fields of distill". Unknown fields are ignored; a wrong type or range
is 400 with `details`. What a later release will do is recognised and refused as not available yet,
never ignored.
"""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
    model_validator,
)

from batchbell.contracts.web_address import WebAddress

METADATA_BYTES = 2_048
SECRET_CHARACTERS = 1_024
AVAILABLE_FORMATS = ("markdown", "metadata")

FormatName = Literal["markdown", "links", "images", "metadata", "html"]


class _Request(BaseModel):
    """Types as JSON has them: no number is read from a string. Errors never quote what was sent."""

    model_config = ConfigDict(strict=True, extra="ignore", hide_input_in_errors=True)


class SummaryFormat(_Request):
    """A summary of the page."""

    type: Literal["summary"]


class QuestionFormat(_Request):
    """The answer to a question about the page."""

    type: Literal["question"]
    question: Annotated[str, Field(min_length=1)]


class HighlightsFormat(_Request):
    """The passages of the page that bear on a query."""

    type: Literal["highlights"]
    query: Annotated[str, Field(min_length=1)]


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


def _not_yet(allowed: Callable[[Any], bool], what: str) -> AfterValidator:
    def check(value: Any) -> Any:
        if not allowed(value):
            raise ValueError(f"{what} not available yet; leave it out")
        return value

    return AfterValidator(check)


_Empty = _not_yet(lambda value: not value, "this is")


def _text_values(values: dict[str, Any]) -> dict[str, Any]:
    """One complaint for all: a body may hold half a million wrong ones."""
    if not all(isinstance(value, str) for value in values.values()):
        raise ValueError("must hold strings only")
    return values


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 30000.0 is the integer 30000."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _strings(values: list[Any]) -> list[Any]:
    """Any strings: one that is no URL fails its row later, not the submission."""
    if not all(isinstance(value, str) for value in values):
        raise ValueError("must be a list of strings")
    return values


def _country(value: str) -> str:
    if len(value) != 2 or not (value.isascii() and value.isalpha()):
        raise ValueError("must be two letters")
    if value.upper() != "US":
        raise ValueError("countries other than US are not available yet; leave it out")
    return value


def _small(value: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > METADATA_BYTES:
        raise ValueError(f"must be at most {METADATA_BYTES} bytes of JSON, is {size}")
    return value


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
TextValues = Annotated[
    dict[str, Any],
    AfterValidator(_text_values),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]
Strings = Annotated[list[str], Field(fail_fast=True)]


class WebhookRequest(_Request):
    """Where the job reports that it has finished."""

    url: WebAddress
    secret: Annotated[str, Field(min_length=1, max_length=SECRET_CHARACTERS)] | None = Field(
        None, description="Signs every delivery; see the header X-Webhook-Signature."
    )
    headers: dict[str, Any] | None = Field(None, description="Accepted, and not sent.")


class DistillBatchRequest(_Request):
    """URLs to be distilled, and how. Fields that are not listed are ignored."""

    urls: Urls = Field(
        description="The pages, http or https. A malformed URL, or one of more than 2,048"
        " characters, fails its own row; equal URLs are separate rows."
    )
    timeout: Annotated[int, Field(ge=5_000, le=60_000), BeforeValidator(_whole)] = Field(
        30_000, description="Milliseconds for one attempt at a page."
    )
    wait_for: Annotated[int, Field(ge=0, le=10_000), BeforeValidator(_whole)] = Field(
        0, alias="waitFor", description="Milliseconds after load; has no effect without rendering."
    )
    include_tags: Annotated[Strings, _Empty] | None = Field(
        None, alias="includeTags", description="Not available yet."
    )
    exclude_tags: Annotated[Strings, _Empty] | None = Field(
        None, alias="excludeTags", description="Not available yet."
    )
    headers: Annotated[TextValues, _Empty] | None = Field(None, description="Not available yet.")
    country_code: Country = Field(
        "US",
        validation_alias=AliasChoices("countryCode", "country_code"),
        description="The language a page is asked for; only US is available yet.",
    )
    render_mode: Annotated[
        Literal["none", "basic", "full"],
        _not_yet(lambda value: value == "none", "no browser engine is configured: rendering is"),
    ] = Field(
        "none",
        alias="renderMode",
        description="Only none is available: no browser engine is configured.",
    )
    formats: Annotated[
        list[Format],
        Field(min_length=1, fail_fast=True),
        _not_yet(
            lambda value: all(name in AVAILABLE_FORMATS for name in value),
            "formats other than markdown and metadata are",
        ),
    ] = Field(
        ["markdown"],
        description="What each row is to hold. Only markdown and metadata are available yet.",
    )
    include: (
        Annotated[
            list[Literal["metadata", "html", "links"]],
            Field(fail_fast=True),
            _not_yet(lambda value: set(value) <= {"metadata"}, "html and links are"),
        ]
        | None
    ) = Field(None, description="An older spelling: adds to `formats`.")
    include_html: Annotated[bool, _Empty] = Field(
        False, alias="includeHtml", description="Not available yet."
    )
    extract_links: Annotated[bool, _Empty] = Field(
        False, alias="extractLinks", description="Not available yet."
    )
    force_refresh: bool = Field(
        False, alias="forceRefresh", description="Skip any cache; pages are always fetched anew."
    )
    webhook: WebhookRequest | None = Field(
        None, validation_alias=AliasChoices("webhook", "callback")
    )
    metadata: Metadata | None = Field(
        None,
        description=f"Your own reference, at most {METADATA_BYTES:,} bytes of JSON; comes back in"
        " the job and in its webhook.",
    )

    @model_validator(mode="before")
    @classmethod
    def _whichever_spelling_is_given(cls, body: Any) -> Any:
        """Of two spellings, null in one must not hide what the other says."""
        if not isinstance(body, dict):
            return body
        spellings = {"webhook": "callback", "countryCode": "country_code"}
        given = {name for name, value in body.items() if value is not None}
        hidden = {one for one, other in spellings.items() if one not in given and other in given}
        return {name: value for name, value in body.items() if name not in hidden}

    @property
    def asked_formats(self) -> frozenset[str]:
        """What the rows are to hold, in whichever spelling it was asked for."""
        return frozenset(str(name) for name in self.formats) | frozenset(self.include or ())
