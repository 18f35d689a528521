"""Which shapes has what is made of a page, for the document that describes them?

Source: Pages API contract, "Fields of distill": what was not asked for is absent, not null. No
function loads this: contents are built as plain dicts, and tests hold each against its model.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

Answered = Annotated[str | None, WithJsonSchema({"type": ["string", "null"]})]
"""Null as well: a question was asked that the page does not answer."""


Time = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
"""ISO 8601 in UTC, whole seconds."""


class AnswerModel(BaseModel):
    """A shape of the Pages API: camelCase outside, our own spelling inside."""

    model_config = ConfigDict(alias_generator=to_camel, hide_input_in_errors=True)


class PageMetadataObject(AnswerModel):
    """What a page says about itself; null where it says nothing."""

    title: str | None
    description: str | None
    language: str | None
    author: str | None
    published_date: str | None
    image: str | None
    source_url_too: str = Field(alias="sourceURL")
    source_url: str
    status_code: int
    content_length: int = Field(description="Characters of Markdown.")


class LinkObject(AnswerModel):
    """A link of a page."""

    text: str = Field(description="Its words; may be empty.")
    href: str = Field(description="Absolute.")


class ImageObject(AnswerModel):
    """An image of a page."""

    src: str = Field(description="Absolute.")
    alt: str
    width: int | None = Field(description="As the markup says, in CSS pixels; null if it does not.")
    height: int | None


class ProvenanceObject(AnswerModel):
    """Where a value was found."""

    source: str
    confidence: float = Field(gt=0, le=1, description="Orders evidence; it is no probability.")


class Pieces(AnswerModel):
    """The pieces of a page that were asked for."""

    markdown: str | None = None
    html: str | None = Field(None, description="The content, as clean HTML.")
    links: list[LinkObject] | None = None
    images: list[ImageObject] | None = None
    summary: str | None = None
    answer: Answered = Field(None, description="To the question; null when the page has none.")
    highlights: list[str] | None = Field(
        None, description="Passages of the page that bear on the query; may be empty."
    )
    cached: Literal[True] | None = Field(
        None, description="There when the page was kept of an earlier fetch of the same tenant's."
    )
    fetched_at: Time | None = Field(None, description="When that was. There with `cached`.")


class Rows(Pieces):
    """The rows of a page, and the pieces that were asked for besides."""

    data: list[dict[str, Any]] | None = Field(
        None, description="The rows, each with every name of the schema; null is not on the page."
    )
    missing: list[str] | None = Field(
        None, description="With `explain`: names of which no row has a value."
    )
    provenance: list[dict[str, ProvenanceObject]] | None = Field(
        None, description="With `explain`: for each row, where its values were found."
    )


class DistilledPage(Pieces):
    """A page that its caller waited for."""

    url: str
    metadata: PageMetadataObject


class ExtractedPage(Rows):
    """The rows of a page that its caller waited for. What the page says of itself is beside it."""

    url: str
    data: list[dict[str, Any]]


class ProposedField(AnswerModel):
    """A field that a page offers."""

    name: str
    type: Literal["TEXT", "NUMBER", "URL", "EMAIL", "DATE"]
    instruction: str


class SuggestedFields(AnswerModel):
    """What a page offers to be extracted."""

    url: str
    title: str | None
    fields: list[ProposedField] = Field(min_length=1)
    shape: dict[str, Any] = Field(
        alias="schema", description="May be sent as the `schema` of an extraction."
    )
    first_subpage_url: str | None = Field(
        description="Of a page that lists things: the page of the first of them."
    )
