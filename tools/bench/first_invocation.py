"""What does a function do when it is invoked for the first time, where every read finds nothing?

Runs in an interpreter of its own. The API's functions look a key up, the sweeper looks for due
batches; the others are handed no records, and only build what they would work with.
"""

import importlib
import io
from types import SimpleNamespace
from typing import Any

from tests.process.requests import request_event

PAGES, DOCUMENTS = "/openapi/v1/batch/distill/batch_0", "/api/v1/documents/doc_0"
_PATHS = {"convert": "/openapi/v1/distill"}
_METHODS = {"submit": "POST", "status": "GET", "cancel": "DELETE", "convert": "POST"}
_NOBODY = "bb_" + "0" * 32


def invoke(function: str, path: str = PAGES) -> None:
    """Import a function and invoke it once. `path`: of the request, where it serves the API."""
    app = importlib.import_module(f"functions.{function}.app")
    _find_nothing()
    app.lambda_handler(_event(function, path), _context(function))


def _event(function: str, path: str) -> dict[str, Any]:
    if function in _METHODS:
        return request_event(_METHODS[function], _PATHS.get(function, path), _NOBODY)
    return {"Records": []}


def _context(function: str) -> Any:
    return SimpleNamespace(
        function_name=function,
        memory_limit_in_mb=512,
        invoked_function_arn=f"arn:aws:lambda:eu-central-1:123456789012:function:{function}",
        aws_request_id="52fdfc07-2182-454f-963f-5f0f9a621d72",
        get_remaining_time_in_millis=lambda: 28_000,
    )


def _find_nothing() -> None:
    """The SDK, which a first invocation imports anyway, answers every call itself."""
    import boto3
    from botocore.awsrequest import AWSResponse

    class Nothing(io.BytesIO):
        def stream(self, **_: Any) -> Any:
            yield self.read()

    def answer(request: Any, **_: Any) -> AWSResponse:
        return AWSResponse(request.url, 200, {}, Nothing(b'{"Items": []}'))

    boto3.setup_default_session()
    boto3.DEFAULT_SESSION.events.register("before-send", answer)
