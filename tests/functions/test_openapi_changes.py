"""Is a change of the API that breaks a client told, and one that does not let pass?"""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tools.openapi_changes import breaking_changes, promise

Change = Callable[[dict[str, Any]], Any]
"""What is done to the document, or to one schema of it."""

OLD: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/pages/{id}": {
            "post": {
                "description": "prose",
                "parameters": [
                    {"$ref": "#/components/parameters/id"},
                    {"in": "query", "name": "size", "schema": {"type": "integer", "maximum": 9}},
                ],
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/In"}}}
                },
                "responses": {
                    "200": {
                        "headers": {"X-Request-Id": {"schema": {"type": "string"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Out"}}
                        },
                    },
                    "404": {"$ref": "#/components/responses/NotFound"},
                },
            }
        }
    },
    "webhooks": {
        "done": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Event"}}
                    }
                },
                "responses": {"2XX": {}},
            }
        }
    },
    "components": {
        "parameters": {
            "id": {"in": "path", "name": "id", "required": True, "schema": {"pattern": "^b"}}
        },
        "responses": {
            "NotFound": {
                "content": {
                    "application/json": {
                        "schema": {
                            "type": "object",
                            "properties": {
                                "error": {
                                    "type": "object",
                                    "properties": {"code": {"enum": ["NOT_FOUND", "GONE"]}},
                                }
                            },
                        }
                    }
                }
            }
        },
        "schemas": {
            "In": {
                "type": "object",
                "properties": {
                    "url": {"type": "string"},
                    "size": {"type": "number", "minimum": 1},
                    "mode": {"enum": ["fast", "full"]},
                    "tags": {"anyOf": [{"type": "array", "items": {}}, {"type": "null"}]},
                    "within": {"$ref": "#/components/schemas/In"},
                },
                "required": ["url"],
            },
            "Out": {
                "type": "object",
                "properties": {
                    "state": {"type": "string", "enum": ["OPEN", "DONE"]},
                    "count": {"type": "integer"},
                    "code": {"enum": ["NOT_FOUND"]},
                    "at": {"type": ["string", "null"]},
                    "rows": {"type": "array", "items": {"$ref": "#/components/schemas/Out"}},
                },
                "required": ["state", "count"],
            },
            "Event": {
                "type": "object",
                "properties": {"kind": {"enum": ["a"]}},
                "required": ["kind"],
            },
        },
    },
}
POST = OLD["paths"]["/pages/{id}"]["post"]


def changed(change: Change) -> list[str]:
    """What a change breaks."""
    new = copy.deepcopy(OLD)
    change(new)
    return breaking_changes(promise(OLD), promise(new))


def schema(name: str, change: Change) -> Change:
    """A change of a named schema."""
    return lambda document: change(document["components"]["schemas"][name])


def field(name: str, of: str, **words: Any) -> Change:
    """A change of one field, in which None takes a word away."""

    def change(found: dict[str, Any]) -> None:
        spec = found["properties"].setdefault(of, {})
        spec.update(words)
        for word in [word for word, value in words.items() if value is None]:
            del spec[word]

    return schema(name, change)


def operation(change: Change) -> Change:
    """A change of the operation."""
    return lambda document: change(document["paths"]["/pages/{id}"]["post"])


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["paths"].pop("/pages/{id}"),
        lambda document: document["paths"]["/pages/{id}"].pop("post"),
        lambda document: document["webhooks"].pop("done"),
        operation(lambda post: post["responses"].pop("200")),
        operation(lambda post: post["responses"].pop("404")),
        operation(lambda post: post["responses"].update({"202": {}})),
        operation(lambda post: post["responses"]["200"]["headers"].clear()),
        operation(lambda post: post["responses"]["200"]["content"].clear()),
        operation(lambda post: post["parameters"].pop()),
        operation(lambda post: post["parameters"][1].update(required=True)),
        operation(lambda post: post["parameters"][1]["schema"].update(maximum=8)),
        operation(
            lambda post: post["parameters"].append(
                {"in": "header", "name": "X", "required": True, "schema": {}}
            )
        ),
        lambda document: document["components"]["parameters"]["id"]["schema"].update(pattern="^c"),
        operation(lambda post: post["requestBody"]["content"].clear()),
        schema("In", lambda found: found["properties"].pop("size")),
        schema("In", lambda found: found["required"].append("size")),
        schema("In", lambda found: found.update(additionalProperties=False)),
        field("In", "size", type="integer"),
        field("In", "size", minimum=2),
        field("In", "size", maximum=100),
        field("In", "url", maxLength=9),
        field("In", "url", format="uri"),
        field("In", "url", enum=["a"]),
        field("In", "mode", enum=["fast"]),
        field("In", "tags", anyOf=[{"type": "array", "items": {}}]),
        schema("Out", lambda found: found["properties"].pop("rows")),
        schema("Out", lambda found: found["required"].remove("count")),
        field("Out", "count", type="number"),
        field("Out", "count", type=["integer", "null"]),
        field("Out", "state", enum=["OPEN", "DONE", "LOST"]),
        field("Out", "state", enum=["OPEN"]),
        field("Out", "state", enum=None),
        field("Out", "code", enum=["NOT_FOUND", "UNHEARD_OF"]),
        field("Event", "kind", enum=["a", "b"]),
        schema("Event", lambda found: found["required"].clear()),
    ],
)
def test_what_breaks_a_client_is_told(change: Change) -> None:
    assert len(changed(change)) >= 1


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["paths"].update({"/more": {"get": {"responses": {}}}}),
        operation(lambda post: post.update(description="other words", summary="new")),
        operation(lambda post: post["responses"].update({"409": {}})),
        operation(lambda post: post["parameters"].append({"in": "query", "name": "p"})),
        operation(lambda post: post["parameters"][1]["schema"].update(maximum=10)),
        operation(lambda post: post["responses"]["200"]["headers"].update(More={})),
        field("In", "more", type="string"),
        field("In", "size", minimum=0),
        field("In", "size", minimum=None),
        field("In", "mode", enum=["fast", "full", "none"]),
        field("In", "mode", enum=None),
        field("In", "url", type=["string", "null"]),
        field("In", "tags", anyOf=[{"type": "array"}, {"type": "null"}, {"type": "string"}]),
        schema("In", lambda found: found["required"].clear()),
        field("Out", "more", type="string"),
        field("Out", "at", type="string"),
        field("Out", "code", enum=["NOT_FOUND", "GONE"]),
        schema("Out", lambda found: found["required"].append("rows")),
    ],
)
def test_what_breaks_no_client_passes(change: Change) -> None:
    assert changed(change) == []


def test_it_says_where_and_what() -> None:
    assert changed(field("Out", "state", enum=["OPEN", "DONE", "LOST"])) == [
        "POST /pages/{id}: 200.state: 'LOST' is new"
    ]
    assert changed(field("In", "size", minimum=2)) == [
        "POST /pages/{id}: body.size: minimum is 2, was 1"
    ]


def test_nothing_was_promised_before_there_was_a_document() -> None:
    assert breaking_changes({}, promise(OLD)) == []


def test_a_promise_holds_no_prose_but_every_name() -> None:
    prose = {"description": {"type": "string", "description": "prose"}}
    new = copy.deepcopy(OLD)
    new["components"]["schemas"]["Out"]["properties"] = prose
    kept = promise(new)
    assert kept["components"]["schemas"]["Out"]["properties"] == {"description": {"type": "string"}}
    assert "prose" not in json.dumps(kept)
    assert POST["description"] == "prose"
