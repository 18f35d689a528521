"""What has a model answered, and is it what it was asked for?

Source: the service model of Converse in botocore: stop reasons and blocks of content.
"""

import json
from collections.abc import Mapping
from typing import Any

from batchbell.adapters.bedrock.forms import Form
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.ports.language_model import Usage

_FINISHED = frozenset(("end_turn", "tool_use", "stop_sequence"))
_DECLINED = frozenset(("guardrail_intervened", "content_filtered", "refusal"))
_TOO_LONG = frozenset(("max_tokens", "model_context_window_exceeded"))


def filled_form(form: Form, answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The form as the model filled it in: the tool's input, or its text as JSON.

    Raises PageFailed AI_EXTRACTION_FAILED. Thoughts and other blocks are passed over.
    """
    reason = answer.get("stopReason")
    if reason in _DECLINED:
        raise _failed("The language model declined to read this page.")
    if reason in _TOO_LONG:
        raise _failed("The page is too long for the language model. Ask for less of it.")
    content = answer.get("output", {}).get("message", {}).get("content", [])
    filled = _tool_input(form, content) or _parsed(content)
    if reason not in _FINISHED or not isinstance(filled, Mapping):
        raise _failed("The language model's answer could not be read. Submit the page again.")
    return filled


def usage_of(answer: Mapping[str, Any]) -> Usage:
    """The tokens of one call."""
    usage = answer.get("usage", {})
    return Usage(usage.get("inputTokens", 0), usage.get("outputTokens", 0), calls=1)


def _failed(message: str) -> PageFailed:
    return PageFailed(ErrorCode.AI_EXTRACTION_FAILED, message)


def _tool_input(form: Form, content: list[dict[str, Any]]) -> Any:
    uses = [block["toolUse"] for block in content if "toolUse" in block]
    return next((use.get("input") for use in uses if use.get("name") == form.name), None)


def _parsed(content: list[dict[str, Any]]) -> Any:
    """None: no JSON, so a text in its place, such as a refusal."""
    text = "".join(block["text"] for block in content if "text" in block)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
