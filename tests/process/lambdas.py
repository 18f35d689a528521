"""How is a function invoked?"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import functions.aggregator.app
import functions.cancel.app
import functions.convert.app
import functions.dispatcher.app
import functions.document_worker.app
import functions.notifier.app
import functions.page_worker.app
import functions.status.app
import functions.submit.app
import functions.sweeper.app
from tests.process.outside import Outside
from tests.process.template import timeout_ms

Event = dict[str, Any]
Watch = Callable[[str, Event], None]
"""Is told a function's name and its event before each invocation."""

HANDLERS: dict[str, Callable[[Event, Any], Any]] = {
    "submit": functions.submit.app.lambda_handler,
    "status": functions.status.app.lambda_handler,
    "cancel": functions.cancel.app.lambda_handler,
    "convert": functions.convert.app.lambda_handler,
    "dispatcher": functions.dispatcher.app.lambda_handler,
    "page_worker": functions.page_worker.app.lambda_handler,
    "document_worker": functions.document_worker.app.lambda_handler,
    "aggregator": functions.aggregator.app.lambda_handler,
    "notifier": functions.notifier.app.lambda_handler,
    "sweeper": functions.sweeper.app.lambda_handler,
}


class Lambdas:
    """Every function, invoked by its name."""

    def __init__(self, outside: Outside, watch: Watch) -> None:
        self._outside = outside
        self._watch = watch

    def invoke(self, function: str, event: Event) -> Any:
        """One invocation, within this thread."""
        self._watch(function, event)
        with self._outside.in_place():
            return HANDLERS[function](event, _context(function))


def logical_id(function: str) -> str:
    """A function's name in the template."""
    return function.title().replace("_", "") + "Function"


def _context(function: str) -> Any:
    """Lambda's context, at the beginning of an invocation."""
    left = timeout_ms(logical_id(function))
    return SimpleNamespace(
        function_name=function,
        memory_limit_in_mb=512,
        invoked_function_arn=f"arn:aws:lambda:eu-central-1:123456789012:function:{function}",
        aws_request_id="52fdfc07-2182-454f-963f-5f0f9a621d72",
        get_remaining_time_in_millis=lambda: left,
    )
