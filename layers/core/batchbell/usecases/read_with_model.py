"""What does a language model make of a page, and what does it cost?

Source: Pages API contract: summary, question and highlights add 4 credits each when they give a
result. Extraction works without a model too: what the engine found offline is the model's hint,
fills what the model left open, and stands in for the model.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from batchbell.domain.budget import CREDITS_PER_READING
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page_options import Asked
from batchbell.domain.schema import Schema, json_schema_of
from batchbell.ports import Each
from batchbell.ports.language_model import NO_USAGE, LanguageModel, Reading, Usage


@dataclass(frozen=True, slots=True)
class Pieces:
    """What goes into the row: of `summary`, `answer` and `highlights` those that were asked for.

    `cut`: the page was too long, and the model saw only its beginning.
    """

    content: Mapping[str, Any]
    credits: int
    usage: Usage = NO_USAGE
    cut: bool = False


@dataclass(frozen=True, slots=True)
class ExtractedRows:
    """Rows, and what the model spent on them. `by_model`: they are not the engine's alone."""

    extracted: Extracted
    by_model: bool
    usage: Usage = NO_USAGE
    cut: bool = False


def read_with_model(
    model: LanguageModel, each: Each, text: str, asked: Asked, *, timeout_ms: int
) -> Pieces:
    """All readings that were asked for, or PageFailed: a row has them all or fails.

    `text`: the page's Markdown. `timeout_ms`: for each of them; `each` may ask side by side.
    """
    wanted = _wanted(model, text, asked, timeout_ms)
    readings = dict(zip(wanted, each(lambda name: wanted[name](), wanted), strict=True))
    return Pieces(
        {name: reading.value for name, reading in readings.items()},
        CREDITS_PER_READING * sum(bool(reading.value) for reading in readings.values()),
        sum((reading.usage for reading in readings.values()), NO_USAGE),
        any(reading.cut for reading in readings.values()),
    )


def extract_with_model(
    model: LanguageModel,
    text: str,
    schema: Schema,
    offline: Extracted,
    *,
    timeout_ms: int,
    may_come_again: bool,
) -> ExtractedRows:
    """Rows by the model, or the offline rows when it fails for good.

    A passing failure is raised while the page may come again. On its last attempt, and where there
    is none (a synchronous call), the offline rows stand in for it too.
    """
    try:
        reading = model.extract(
            text, json_schema_of(schema), offline.rows, rows=schema.rows, timeout_ms=timeout_ms
        )
    except PageFailed as error:
        if (error.retryable and may_come_again) or not _stands_in(error, offline):
            raise
        return ExtractedRows(offline, by_model=False)
    if not reading.value.rows:
        return ExtractedRows(offline, by_model=False, usage=reading.usage, cut=reading.cut)
    filled = reading.value if schema.rows else _filled(reading.value, offline)
    return ExtractedRows(filled, by_model=True, usage=reading.usage, cut=reading.cut)


class NoModel:
    """The `LanguageModel` of a deployment that has none: every method raises PageFailed."""

    def extract(self, *_: Any, **__: Any) -> Reading[Extracted]:
        """Not without a model."""
        raise _none()

    def summary(self, *_: Any, **__: Any) -> Reading[str]:
        """Not without a model."""
        raise _none()

    def answer(self, *_: Any, **__: Any) -> Reading[str | None]:
        """Not without a model."""
        raise _none()

    def highlights(self, *_: Any, **__: Any) -> Reading[list[str]]:
        """Not without a model."""
        raise _none()


NO_MODEL = NoModel()


def _none() -> PageFailed:
    return PageFailed(
        ErrorCode.AI_SERVICE_UNAVAILABLE,
        "No language model is configured here. Ask without summary, question and highlights.",
    )


def _wanted(
    model: LanguageModel, text: str, asked: Asked, timeout_ms: int
) -> dict[str, Callable[[], Reading[Any]]]:
    question, query = asked.question, asked.query
    wanted: dict[str, Callable[[], Reading[Any]]] = {}
    if asked.summary:
        wanted["summary"] = lambda: model.summary(text, timeout_ms=timeout_ms)
    if question is not None:
        wanted["answer"] = lambda: model.answer(text, question, timeout_ms=timeout_ms)
    if query is not None:
        wanted["highlights"] = lambda: model.highlights(text, query, timeout_ms=timeout_ms)
    return wanted


def _stands_in(error: PageFailed, offline: Extracted) -> bool:
    """Rows that say something always do; others where there is no model to say more."""
    says = any(value is not None for row in offline.rows for value in row.values())
    return says or (error.code is ErrorCode.AI_SERVICE_UNAVAILABLE and not error.retryable)


def _filled(found: Extracted, offline: Extracted) -> Extracted:
    """One row, with the engine's value where the model has none."""
    if not offline.rows:
        return found
    (row, *_), (other, *_) = found.rows, offline.rows
    open_names = [name for name, value in row.items() if value is None and other.get(name)]
    known = dict(found.provenance[0]) if found.provenance else {}
    theirs = offline.provenance[0] if offline.provenance else {}
    return replace(
        found,
        rows=({**row, **{name: other[name] for name in open_names}},),
        missing=tuple(name for name in found.missing if name not in open_names),
        provenance=({**known, **{name: theirs[name] for name in open_names if name in theirs}},),
    )
