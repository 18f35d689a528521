"""What is a receiver of webhooks sent, and what may it answer?"""

from typing import Any

from tools.openapi_components import parameter, required
from tools.openapi_schemas import Schema, ref


def webhooks() -> dict[str, Any]:
    """Every event."""
    return {"batch.completed": {"post": _completed()}}


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
        "responses": {
            "2XX": {"description": "Taken. It is not sent again."},
            "410": {"description": "Nobody wants it. It is not sent again."},
            "default": {"description": "Not taken, redirects included. It is sent again."},
        },
    }


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
