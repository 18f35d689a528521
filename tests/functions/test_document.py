"""Does the API say what it is?"""

import json
from typing import Any

from batchbell.runtime.settings import Settings
from functions.status import app as status
from tests.functions.callers import SETTINGS
from tests.functions.documented import document
from tests.functions.event_files import load
from tests.functions.lambda_context import LambdaContext
from tests.memory.world import memory_world


def asked(**settings: str) -> dict[str, Any]:
    """Without a key: whoever writes a client has none yet."""
    event = load("status/openapi")
    world = memory_world()
    api = status.routes(world.store, world.door, Settings({**SETTINGS, **settings}))
    answer = api.resolve(event, LambdaContext())  # type: ignore[arg-type]  # the part that is used
    assert answer["statusCode"] == 200
    served: dict[str, Any] = json.loads(answer["body"])
    return served


def test_the_document_is_served_with_the_callers_address() -> None:
    served = asked()
    assert served["paths"] == document()["paths"]
    host = "https://k2abc3def4.execute-api.eu-central-1.amazonaws.com/Prod"
    assert [server["variables"]["baseUrl"]["default"] for server in served["servers"]] == [host]


def test_or_with_the_deployments() -> None:
    (server,) = asked(PUBLIC_BASE_URL="https://batch.example.org")["servers"]
    assert server["variables"]["baseUrl"]["default"] == "https://batch.example.org"
