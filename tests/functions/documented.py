"""Is an answer what docs/openapi.json says?

Stricter than a client may be: a key that the document does not name is a mistake here.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

_FILE = Path(__file__).parents[2] / "docs" / "openapi.json"
_OF_GATEWAY = "UPSTREAM_TIMEOUT"


@cache
def document() -> dict[str, Any]:
    """The document as committed."""
    loaded: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return loaded


def responses(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What an operation answers, by status, those included that it has in common with others."""
    shared = document()["components"]["responses"]
    return {
        status: shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
        for status, answer in operation["responses"].items()
    }


def assert_documented(resource: str, method: str, status: int, answer: Any) -> None:
    """Raise for an answer of an operation of the Pages API that the document does not know."""
    assert_shaped(resource, method, status, answer)
    assert answer["success"] or answer["error"]["code"] != _OF_GATEWAY


def assert_shaped(resource: str, method: str, status: int, answer: Any) -> None:
    """Raise for an answer of any operation that the document does not know."""
    errors = [error.message for error in _validator(resource, method, status).iter_errors(answer)]
    assert not errors, errors


def assert_answered_headers(
    resource: str, method: str, status: int, headers: dict[str, str]
) -> None:
    """Raise for a header that the document does not know, or that it requires and is not there."""
    named = _answer(resource, method, status)["headers"]
    assert headers.keys() - {"Content-Type"} <= named.keys()
    components = document()["components"]["headers"]
    required = {
        name
        for name, header in named.items()
        if (components[name] if "$ref" in header else header).get("required")
    }
    assert required <= headers.keys()


def assert_webhook_documented(body: Any, name: str = "batch.completed") -> None:
    """Raise for a webhook's body that the document does not know."""
    operation = document()["webhooks"][name]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    errors = [error.message for error in _built(json.dumps(schema)).iter_errors(body)]
    assert not errors, errors


def _answer(resource: str, method: str, status: int) -> dict[str, Any]:
    return responses(document()["paths"][resource][method.lower()])[str(status)]


def _validator(resource: str, method: str, status: int) -> Draft202012Validator:
    return _built(
        json.dumps(_answer(resource, method, status)["content"]["application/json"]["schema"])
    )


@cache
def _built(schema: str) -> Draft202012Validator:
    whole = _closed({**json.loads(schema), "components": document()["components"]})
    return Draft202012Validator(whole)


def _closed(schema: Any) -> Any:
    """The same schema, in which an object has no other keys than those named."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed
