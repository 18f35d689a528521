"""What is made of one URL?

Fetch, then what the engines make of it, then what a language model says about it. The same for a
page of a batch and for one that a caller waits for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.schema import Schema
from batchbell.ports import Distiller, Fetcher
from batchbell.ports.language_model import LanguageModel
from batchbell.usecases.page_content import evidence, metadata, page_content
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_with_model import (
    ExtractedRows,
    NoModel,
    extract_with_model,
    read_with_model,
)

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTools:
    """What pages are made with."""

    fetcher: Fetcher
    distiller: Distiller
    model: LanguageModel


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTime:
    """How long each step may take, in milliseconds."""

    fetch_ms: int
    distill_ms: int
    model_ms: int


@dataclass(frozen=True, slots=True)
class MadePage:
    """The content of a row, what it costs, and what the page says about itself.

    `keepable`: whether it may answer the next who wants it.
    """

    content: dict[str, Any]
    credits: int
    metadata: dict[str, Any]
    keepable: bool = True


def asks_model(model: LanguageModel, task: PageTask) -> bool:
    """Whether a language model has to be given time."""
    return not isinstance(model, NoModel) and (task.extracts or task.readings.count > 0)


def make_page(
    tools: PageTools, url: str, task: PageTask, time: PageTime, *, may_come_again: bool
) -> MadePage:
    """Raises `PageFailed`. `may_come_again`: whether what fails for now is tried another time.

    Rows that stand in for those of a language model are not keepable: the next may get its.
    """
    fetched = tools.fetcher.fetch(url, task.fetch, timeout_ms=time.fetch_ms)
    schema = _schema(tools, fetched, task, time)
    order = PageOrder(distill=_all_pieces(task), extract=schema)
    answer = tools.distiller.work_on(fetched, order, timeout_ms=time.distill_ms)
    page = _distilled(answer)
    content, keepable = page_content(task.distill.formats, fetched, page), True
    if schema is not None and answer.extracted is not None:
        read = _rows(tools, page, schema, answer.extracted, time, may_come_again)
        rows, keepable = read.extracted, read.by_model or isinstance(tools.model, NoModel)
        content |= {"data": list(rows.rows)} | (evidence(rows) if task.explains else {})
    pieces = read_with_model(
        tools.model, _in_turn, page.markdown, task.readings, timeout_ms=time.model_ms
    )
    content |= pieces.content
    credits_ = task.base_credits + pieces.credits
    return MadePage(content, credits_, metadata(fetched, page), keepable)


def _schema(
    tools: PageTools, fetched: FetchedPage, task: PageTask, time: PageTime
) -> Schema | None:
    """The caller's, or that of the fields which the page offers."""
    if not task.extracts or task.schema is not None:
        return task.schema
    offered = tools.distiller.work_on(
        fetched, PageOrder(suggest=True), timeout_ms=time.distill_ms
    ).suggested
    try:
        return schema_of_request(offered.schema if offered else {})
    except CallerError as error:
        raise PageFailed(
            ErrorCode.EXTRACT_FAILED, "The page offers no fields. Send a schema of your own."
        ) from error


def _all_pieces(task: PageTask) -> DistillOptions:
    """With the Markdown, which a model reads and whose length the metadata tell."""
    return replace(task.distill, formats=task.distill.formats | {"markdown"})


def _distilled(answer: PageAnswer) -> DistilledPage:
    if answer.distilled is None:
        raise PageFailed(ErrorCode.DISTILL_FAILED, "The page could not be read. Submit it again.")
    return answer.distilled


def _rows(
    tools: PageTools,
    page: DistilledPage,
    schema: Schema,
    offline: Extracted,
    time: PageTime,
    may_come_again: bool,  # noqa: FBT001 - what is told
) -> ExtractedRows:
    """Never without any value: nothing that was asked for is no success."""
    found = extract_with_model(
        tools.model,
        page.markdown,
        schema,
        offline,
        timeout_ms=time.model_ms,
        may_come_again=may_come_again,
    )
    rows = found.extracted.rows
    if not any(value is not None for row in rows for value in row.values()):
        raise PageFailed(
            ErrorCode.EXTRACT_FAILED,
            "Nothing that the schema asks for was found on the page. Check URL and field names.",
        )
    return found


def _in_turn(function: Callable[[A], R], arguments: Iterable[A], /) -> list[R]:
    """One after another: pages are made side by side already."""
    return [function(argument) for argument in arguments]
