"""What is made of one URL?"""

from dataclasses import replace
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page_options import Asked, DistillOptions
from batchbell.domain.schema import Field, Schema
from batchbell.usecases.make_page import MadePage, PageTime, PageTools, make_page
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_with_model import NO_MODEL
from tests.memory.web import ScriptedDistiller, ScriptedFetcher

URL = "https://site.example/"
TIME = PageTime(fetch_ms=1_000, distill_ms=1_000, model_ms=1_000)
DISTILL = PageTask(timeout_ms=30_000)
ROWS = PageTask(
    timeout_ms=30_000,
    distill=DistillOptions(formats=frozenset()),
    extracts=True,
    schema=Schema((Field("price"),)),
)


class Bench:
    """Tools that keep to a script."""

    def __init__(self) -> None:
        self.distiller = ScriptedDistiller()
        self.tools = PageTools(fetcher=ScriptedFetcher(), distiller=self.distiller, model=NO_MODEL)

    def make(self, task: PageTask) -> MadePage:
        return make_page(self.tools, URL, task, TIME, may_come_again=False)

    def failure(self, task: PageTask) -> ErrorCode:
        with pytest.raises(PageFailed) as failed:
            self.make(task)
        return failed.value.code


def test_a_page_is_distilled_for_one_credit() -> None:
    made = Bench().make(DISTILL)
    assert (made.content, made.credits) == ({"markdown": URL}, 1)
    assert made.metadata["sourceUrl"] == URL


def test_rows_are_twenty_credits_and_no_pieces_unless_asked_for() -> None:
    made = Bench().make(ROWS)
    assert (made.content, made.credits) == ({"data": [{"price": URL}]}, 20)


def test_rows_may_have_pieces_beside_them() -> None:
    task = replace(ROWS, distill=DistillOptions(formats=frozenset({"metadata"})))
    assert set(Bench().make(task).content) == {"data", "metadata"}


def test_without_a_schema_the_rows_are_what_the_page_offers() -> None:
    made = Bench().make(replace(ROWS, schema=None))
    assert made.content["data"] == [{"title": URL}]


@pytest.mark.parametrize("schema", [{}, {"type": "object", "properties": {}}])
def test_an_offer_that_is_none_fails_the_page_and_nothing_else(schema: dict[str, Any]) -> None:
    bench = Bench()
    bench.distiller.offers = schema
    assert bench.failure(replace(ROWS, schema=None)) is ErrorCode.EXTRACT_FAILED


@pytest.mark.parametrize("rows", [(), ({"price": None},), ({"price": None}, {"price": None})])
def test_nothing_found_is_no_success(rows: tuple[dict[str, Any], ...]) -> None:
    bench = Bench()
    bench.distiller.rows.set(URL, Extracted(rows, ("price",)))
    assert bench.failure(ROWS) is ErrorCode.EXTRACT_FAILED


def test_a_reading_needs_a_model() -> None:
    task = replace(DISTILL, readings=Asked(summary=True))
    assert Bench().failure(task) is ErrorCode.AI_SERVICE_UNAVAILABLE
