"""In which form is a model to answer, and how does Converse take the request?

Either a tool that it has to call, whose input is the answer, or a schema of its text: which of them
a model takes differs. No other tool is ever there, and nothing is done with what a page says.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from batchbell.adapters.bedrock.prompts import SYSTEM
from batchbell.adapters.bedrock.wire_schema import record_of


class Structured(StrEnum):
    """How a model is bound to a form."""

    TOOL = "tool"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an answer. `max_tokens`: the longest answer there may be.

    `ours`: the schema is not a caller's, so a request that is refused is not the caller's fault.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    max_tokens: int
    ours: bool = True

    @property
    def fingerprint(self) -> str:
        """The same for the same schema: Bedrock prepares each once a day."""
        return sha256(json.dumps(self.schema).encode()).hexdigest()


SUMMARY = Form(
    "summary",
    "The summary of the page.",
    record_of({"summary": {"type": "string"}}),
    max_tokens=1_024,
)
ANSWER = Form(
    "answer",
    "The passage of the page that answers the question, and the answer.",
    record_of({"passage": {"type": "string"}, "answer": {"type": "string"}}),
    max_tokens=1_536,
)
HIGHLIGHTS = Form(
    "highlights",
    "Passages of the page.",
    record_of({"passages": {"type": "array", "items": {"type": "string"}}}),
    max_tokens=4_096,
)


def extraction(schema: Mapping[str, Any]) -> Form:
    """The form of rows, for a schema as Bedrock takes it."""
    return Form("rows", "What the page says.", schema, max_tokens=8_192, ours=False)


def request(model: str, structured: Structured, form: Form, message: str) -> dict[str, Any]:
    """The parameters of Converse. No temperature: newer models refuse one."""
    binding = _tool(form) if structured is Structured.TOOL else _text_format(form)
    return {
        "modelId": model,
        "system": [{"text": SYSTEM}],
        "messages": [{"role": "user", "content": [{"text": message}]}],
        "inferenceConfig": {"maxTokens": form.max_tokens},
        **binding,
    }


def _tool(form: Form) -> dict[str, Any]:
    spec = {
        "name": form.name,
        "description": form.description,
        "inputSchema": {"json": form.schema},
        "strict": True,
    }
    return {
        "toolConfig": {
            "tools": [{"toolSpec": spec}],
            "toolChoice": {"tool": {"name": form.name}},
        }
    }


def _text_format(form: Form) -> dict[str, Any]:
    schema = {
        "name": form.name,
        "description": form.description,
        "schema": json.dumps(form.schema),
    }
    return {
        "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": schema}}}
    }
