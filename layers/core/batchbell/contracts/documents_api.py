"""What may a caller of the Documents API send?

Source: Documents API contract, "Endpoints" and "Rules". Unknown fields are ignored, as in the Pages
API.
"""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema

from batchbell.contracts.request_model import METADATA_BYTES, Request, require_small
from batchbell.contracts.web_address import WebAddress
from batchbell.domain.batch_name import BATCH_NAME_PATTERN, is_batch_name
from batchbell.domain.standard_webhooks import is_secret

MOST_FIELDS = 100
FIELD_CHARACTERS = 200
DESCRIPTION_CHARACTERS = 1_000
_SECRET_CHARACTERS = 100
"""More than the base64 of the longest secret has."""


def _batch_name(value: str) -> str:
    if not is_batch_name(value):
        raise ValueError(
            "must be 1 to 128 of A-Z a-z 0-9 . _ -, and begin with a letter or a digit"
        )
    return value


def _small(value: Any) -> Any:
    require_small(value)
    return value


def _whsec(value: str) -> str:
    if not is_secret(value):
        raise ValueError("must be whsec_ and the base64 of 24 to 64 bytes")
    return value


def _no_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return value


BatchName = Annotated[
    str,
    AfterValidator(_batch_name),
    WithJsonSchema({"type": "string", "pattern": f"^{BATCH_NAME_PATTERN}$"}),
]
Metadata = Annotated[Any, AfterValidator(_small)]
Secret = Annotated[str, Field(max_length=_SECRET_CHARACTERS), AfterValidator(_whsec)]


class UploadParts(Request):
    """What an upload holds. Other parts are ignored."""

    batch_name: BatchName | None = Field(
        None, description="The batch that it joins; without one, the server makes a name."
    )
    metadata: Metadata = Field(
        None,
        description=f"Your own reference, at most {METADATA_BYTES:,} bytes of JSON; comes back in"
        " the document.",
    )


class UploadLinkRequest(UploadParts):
    """A document whose bytes come by a link. Fields that are not listed are ignored."""

    filename: Annotated[str, Field(min_length=1, max_length=4_096)]
    content_type: str | None = Field(
        None,
        description="A type that is taken: application/pdf, image/png, image/jpeg,"
        " image/tiff, image/webp. What counts is what the bytes are.",
    )
    size: Annotated[int, Field(ge=1)] | None = Field(
        None, description="Bytes of the file: one that is too large is refused at once."
    )


class FieldRequest(Request):
    """A value that each row is to have."""

    name: Annotated[
        str, Field(min_length=1, max_length=FIELD_CHARACTERS), AfterValidator(_no_blank)
    ]
    description: Annotated[str, Field(max_length=DESCRIPTION_CHARACTERS)] | None = Field(
        None, description="What it is, in words."
    )


def _unique(fields: list[FieldRequest]) -> list[FieldRequest]:
    names = [field.name for field in fields]
    if len(names) != len(set(names)):
        raise ValueError("must not name a field twice")
    return fields


class ProcessRequest(Request):
    """What is asked of the documents. Fields that are not listed are ignored."""

    fields: (
        Annotated[
            list[FieldRequest],
            Field(max_length=MOST_FIELDS, fail_fast=True),
            AfterValidator(_unique),
        ]
        | None
    ) = Field(None, description="None, or an empty list: every column that is found.")


class WebhookRegistration(Request):
    """Where a batch reports that it is done. Fields that are not listed are ignored."""

    url: WebAddress
    secret: Secret | None = Field(
        None,
        description="Signs every delivery (Standard Webhooks 1.0): whsec_ and the base64 of 24 to"
        " 64 bytes. Without one, the server makes a new one, each time.",
    )
