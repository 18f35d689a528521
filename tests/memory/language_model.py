"""The `LanguageModel` port with answers from a script.

An answer that is an exception is raised. Unscripted, it says what a page can be seen to say: its
first line, nothing of a question, and no rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from batchbell.domain.extracted import Extracted
from batchbell.ports.language_model import Reading, Usage
from tests.memory.web import Script

A_CALL = Usage(input_tokens=100, output_tokens=10, calls=1)


class ScriptedModel:
    """See `batchbell.ports.language_model.LanguageModel`. Scripts are by the page's text."""

    def __init__(self) -> None:
        self.extracts: Script[Reading[Extracted]] = Script()
        self.summaries: Script[Reading[str]] = Script()
        self.answers: Script[Reading[str | None]] = Script()
        self.passages: Script[Reading[list[str]]] = Script()
        self.asked: list[str] = []
        self.hints: list[Sequence[Mapping[str, Any]]] = []

    def extract(
        self,
        text: str,
        schema: Mapping[str, Any],
        hints: Sequence[Mapping[str, Any]],
        *,
        rows: bool,
        timeout_ms: int,
    ) -> Reading[Extracted]:
        """The script's answer."""
        self.asked.append("extract")
        self.hints.append(hints)
        return self.extracts.next(text) or Reading(Extracted(()), A_CALL)

    def summary(self, text: str, *, timeout_ms: int) -> Reading[str]:
        """The script's answer."""
        self.asked.append("summary")
        return self.summaries.next(text) or Reading(text.splitlines()[0], A_CALL)

    def answer(self, text: str, question: str, *, timeout_ms: int) -> Reading[str | None]:
        """The script's answer."""
        self.asked.append(f"answer {question}")
        return self.answers.next(text) or Reading(None, A_CALL)

    def highlights(self, text: str, query: str, *, timeout_ms: int) -> Reading[list[str]]:
        """The script's answer."""
        self.asked.append(f"highlights {query}")
        return self.passages.next(text) or Reading([text.splitlines()[0]], A_CALL)
