"""The `LanguageModel` port on Amazon Bedrock: what is asked, and what of it is believed?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from batchbell.adapters.bedrock.answers import filled_form, usage_of
from batchbell.adapters.bedrock.clients import Converses
from batchbell.adapters.bedrock.failures import Call, Tell, translated
from batchbell.adapters.bedrock.fit import Fit
from batchbell.adapters.bedrock.forms import (
    ANSWER,
    HIGHLIGHTS,
    SUMMARY,
    Form,
    Structured,
    extraction,
    request,
)
from batchbell.adapters.bedrock.page_text import PageText
from batchbell.adapters.bedrock.page_words import spaced
from batchbell.adapters.bedrock.prompts import message, quoted, shown
from batchbell.adapters.bedrock.shapes import Shape, shape_of
from batchbell.adapters.bedrock.values import record_value
from batchbell.adapters.bedrock.wire_schema import wire_rows, wire_schema
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted, Provenance
from batchbell.ports.language_model import Reading, Usage

MAX_HIGHLIGHTS = 10
MAX_REMEMBERED = 10_000
"""Schemas that are known to be prepared; beyond, they are asked with as if for the first time."""

_FROM_THE_MODEL = Provenance("language model", 0.8)
"""On the page, as was checked; that it belongs to this field is the model's word."""


Within = Callable[[int], Converses]
"""A client that waits for an answer no longer than so many milliseconds."""


Spend = Callable[[Usage], None]
"""Called once for every answer that is paid for, of use or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The operator's choice. `model`: a model's id, or that or the ARN of an inference profile."""

    model: str
    structured: Structured


class BedrockModel:
    """See `batchbell.ports.language_model.LanguageModel`. Threads may share it."""

    def __init__(self, within: Within, chosen: Chosen, tell: Tell, spend: Spend) -> None:
        self._within = within
        self._chosen = chosen
        self._tell = tell
        self._spend = spend
        self._prepared: set[str] = set()

    def extract(
        self,
        text: str,
        schema: Mapping[str, Any],
        hints: Sequence[Mapping[str, Any]],
        *,
        rows: bool,
        timeout_ms: int,
    ) -> Reading[Extracted]:
        """See the port. Of many rows, one that does not fit the schema is left out."""
        fit, shape, page = Fit(schema), shape_of(schema), shown(text)
        wire = wire_schema(shape)
        form = extraction(wire_rows(wire) if rows else wire)
        task = _ALL_ROWS if rows else _ONE_ROW
        answer = self._ask(form, message(task, page.text, hints), timeout_ms)
        filled = filled_form(form, answer)
        said = PageText("\n".join([page.text, *_texts(hints)]))
        found = _fitting(shape, fit, _rows_of(filled) if rows else [filled], said)
        kept = [row for row in found if _says_something(row)] if rows else found
        return Reading(_extracted(shape, kept), usage_of(answer), page.cut)

    def summary(self, text: str, *, timeout_ms: int) -> Reading[str]:
        """See the port."""
        page = shown(text)
        answer = self._ask(SUMMARY, message(_SUMMARISE, page.text), timeout_ms)
        summary = _text(filled_form(SUMMARY, answer), "summary")
        if not summary:
            raise PageFailed(
                ErrorCode.AI_EXTRACTION_FAILED, "The language model found nothing to summarise."
            )
        return Reading(summary, usage_of(answer), page.cut)

    def answer(self, text: str, question: str, *, timeout_ms: int) -> Reading[str | None]:
        """See the port. An answer whose passage is not on the page is none."""
        page = shown(text)
        task = f"{_ANSWER_IT} {quoted(question)}"
        answer = self._ask(ANSWER, message(task, page.text), timeout_ms)
        filled = filled_form(ANSWER, answer)
        passage = _text(filled, "passage")
        backed = bool(passage) and PageText(page.text).says(passage)
        said = _text(filled, "answer") if backed else ""
        return Reading(said or None, usage_of(answer), page.cut)

    def highlights(self, text: str, query: str, *, timeout_ms: int) -> Reading[list[str]]:
        """See the port."""
        page = shown(text)
        task = f"{_FIND_PASSAGES} {quoted(query)}"
        answer = self._ask(HIGHLIGHTS, message(task, page.text), timeout_ms)
        given = filled_form(HIGHLIGHTS, answer).get("passages")
        whole = PageText(page.text)
        passages = [spaced(one) for one in given or () if isinstance(one, str)]
        quotes = [one for one in dict.fromkeys(passages) if one and whole.quotes(one)]
        return Reading(quotes[:MAX_HIGHLIGHTS], usage_of(answer), page.cut)

    def _ask(self, form: Form, said: str, timeout_ms: int) -> Mapping[str, Any]:
        """Converse once. A schema that was answered is prepared, so its next answer is prompt."""
        client = self._within(timeout_ms)
        parameters = request(self._chosen.model, self._chosen.structured, form, said)
        first = form.fingerprint not in self._prepared
        with translated(Call(self._chosen.model, form, first), self._tell):
            answer = client.converse(**parameters)
        self._spend(usage_of(answer))
        if len(self._prepared) < MAX_REMEMBERED:
            self._prepared.add(form.fingerprint)
        return answer


_ONE_ROW = "Fill in the form with what the page says."
_ALL_ROWS = "The page lists records. Fill in one row for each of them, all, in the page's order."
_SUMMARISE = "Summarise the page in at most five sentences, in the language of the page."
_ANSWER_IT = (
    "Answer a question from the page alone, briefly, in the question's language, and copy the "
    "passage of the page that the answer rests on. If the page does not answer it, leave both "
    "empty. The question:"
)
_FIND_PASSAGES = (
    f"Copy up to {MAX_HIGHLIGHTS} passages of one to three sentences, letter by letter as they "
    "stand on the page, that bear most on a query; none, if no passage does. The query:"
)


def _text(filled: Mapping[str, Any], name: str) -> str:
    value = filled.get(name)
    return value.strip() if isinstance(value, str) else ""


def _rows_of(filled: Mapping[str, Any]) -> list[Any]:
    given = filled.get("rows")
    if not isinstance(given, list):
        raise PageFailed(
            ErrorCode.AI_EXTRACTION_FAILED, "The language model's answer holds no rows."
        )
    return given


def _texts(value: object) -> list[str]:
    """Every text and number in what a parser found: it took them from the page."""
    if isinstance(value, Mapping):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [text for one in value for text in _texts(one)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def _fitting(shape: Shape, fit: Fit, given: Sequence[Any], page: PageText) -> list[dict[str, Any]]:
    """The rows that fit the schema; raises PageFailed when none of them does."""
    fitted = [fit.fitted(record_value(shape, one, page)) for one in given]
    found = [row for row in fitted if row is not None]
    if given and not found:
        raise PageFailed(
            ErrorCode.AI_EXTRACTION_FAILED,
            "What the language model found does not fit the schema. Require fewer fields.",
        )
    return found


def _says_something(row: Mapping[str, Any]) -> bool:
    return any(value is not None for value in row.values())


def _extracted(shape: Shape, rows: list[dict[str, Any]]) -> Extracted:
    missing = [name for name, _ in shape.fields if all(row.get(name) is None for row in rows)]
    known = [
        {name: _FROM_THE_MODEL for name, value in row.items() if value is not None} for row in rows
    ]
    return Extracted(tuple(rows), tuple(missing), tuple(known))
