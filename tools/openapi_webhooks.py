"""What is a receiver of webhooks sent, and what may it answer?"""

from typing import Any

from tools.openapi_components import parameter, required
from tools.openapi_schemas import Schema, ref

_TAKEN: Schema = {
    "2XX": {"description": "Taken. It is not sent again."},
    "410": {"description": "Nobody wants it. It is not sent again."},
    "default": {"description": "Not taken, redirects included. It is sent again."},
}


def webhooks() -> dict[str, Any]:
    """Every event."""
    documents = (
        ("batch.completed", "DocumentsCompleted", "A batch of documents is done"),
        ("batch.canceled", "DocumentsCanceled", "Every document of a batch was canceled"),
        ("webhook.test", "WebhookTest", "A test of a batch's webhook"),
    )
    return {
        "batch.completed": {"post": _completed()},
        **{f"documents/{name}": {"post": _of_documents(*about)} for name, *about in documents},
    }


def _completed() -> Schema:
    return {
        "operationId": "batchCompleted",
        "summary": "A job has finished: completed, failed or cancelled",
        "security": [],
        "parameters": _headers(),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("BatchCompleted")}},
        },
        "responses": _TAKEN,
    }


def _of_documents(schema: str, summary: str) -> Schema:
    return {
        "operationId": f"{schema[0].lower()}{schema[1:]}",
        "tags": ["webhooks"],
        "summary": summary,
        "description": "Signed as Standard Webhooks 1.0 says.",
        "security": [],
        "parameters": _standard_headers(),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref(schema)}},
        },
        "responses": _TAKEN,
    }


def _standard_headers() -> list[Schema]:
    text = {"type": "string"}
    signature = (
        "`v1,` and the base64 of HMAC-SHA256 over webhook-id, webhook-timestamp and the raw body,"
        " with full stops between; several, separated by spaces, while a secret is being replaced."
    )
    return [
        required("header", "webhook-id", text, "The same for every attempt at one event."),
        required("header", "webhook-timestamp", text, "Unix seconds, of this attempt."),
        required("header", "webhook-signature", text, signature),
    ]


def _headers() -> list[Schema]:
    text = {"type": "string"}
    event = {"const": "batch.completed"}
    same = "The same for every attempt: what you have seen, you may skip."
    signature = (
        "Present with a secret: `sha256=` and the base64 of HMAC-SHA256 over timestamp,"
        " a full stop and the raw body."
    )
    return [
        required("header", "X-Webhook-Event", event, "The same for every outcome."),
        required("header", "X-Webhook-Timestamp", text, "Epoch milliseconds, of this attempt."),
        required("header", "webhook-id", text, same),
        parameter("header", "X-Webhook-Signature", text, signature),
    ]
