"""What goes into a row of what a model said, at which price, and what stands in for it?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted, Provenance
from batchbell.domain.page_options import Asked
from batchbell.domain.schema import Field, FieldType, Schema
from batchbell.ports.language_model import LanguageModel, Reading, Usage
from batchbell.usecases.read_with_model import (
    ExtractedRows,
    NoModel,
    Pieces,
    extract_with_model,
    read_with_model,
)
from tests.memory.each import one_by_one
from tests.memory.language_model import A_CALL, ScriptedModel

TEXT = "A shop.\nIt sells tea."
ALL = Asked(summary=True, question="What?", query="tea")
SCHEMA = Schema((Field("name"), Field("price", FieldType.NUMBER)))
RECORDS = Schema(SCHEMA.fields, rows=True)
IN_DATA = Provenance("structured data", 1.0)
OFFLINE = Extracted(({"name": "Tea", "price": 4.5},), (), ({"price": IN_DATA},))
NOTHING = Extracted(({"name": None, "price": None},), ("name", "price"))
BUSY = PageFailed(ErrorCode.AI_SERVICE_UNAVAILABLE, "busy", retryable=True)
LATE = PageFailed(ErrorCode.AI_TIMEOUT, "late", retryable=True)
REFUSES = PageFailed(ErrorCode.AI_SERVICE_UNAVAILABLE, "refuses")
DECLINED = PageFailed(ErrorCode.AI_EXTRACTION_FAILED, "declined")


def pieces(model: LanguageModel, asked: Asked) -> Pieces:
    return read_with_model(model, one_by_one, TEXT, asked, timeout_ms=1_000)


def rows(
    model: LanguageModel,
    offline: Extracted = OFFLINE,
    schema: Schema = SCHEMA,
    *,
    may_come_again: bool = True,
) -> ExtractedRows:
    return extract_with_model(
        model, TEXT, schema, offline, timeout_ms=1_000, may_come_again=may_come_again
    )


def extracting(answer: Reading[Extracted] | PageFailed) -> ScriptedModel:
    model = ScriptedModel()
    model.extracts.set(TEXT, answer)
    return model


def test_nothing_is_asked_that_nobody_wants() -> None:
    model = ScriptedModel()
    assert pieces(model, Asked()) == Pieces({}, 0)
    assert model.asked == []


def test_what_was_asked_for_is_in_the_row_and_nothing_else() -> None:
    assert pieces(ScriptedModel(), Asked(query="tea")).content == {"highlights": ["A shop."]}


def test_each_reading_that_gives_a_result_costs_four_credits() -> None:
    model = ScriptedModel()
    model.answers.set(TEXT, Reading("Tea."))
    assert pieces(model, ALL).credits == 12


def test_no_answer_and_no_passage_are_told_and_cost_nothing() -> None:
    model = ScriptedModel()
    model.passages.set(TEXT, Reading([]))
    read = pieces(model, ALL)
    assert read.content == {"summary": "A shop.", "answer": None, "highlights": []}
    assert read.credits == 4


def test_the_usage_is_that_of_all_calls() -> None:
    assert pieces(ScriptedModel(), ALL).usage == Usage(300, 30, 3)


def test_it_is_told_that_the_page_was_cut() -> None:
    model = ScriptedModel()
    model.summaries.set(TEXT, Reading("A shop.", cut=True))
    assert pieces(model, ALL).cut
    assert not pieces(ScriptedModel(), ALL).cut


def test_one_that_fails_fails_all() -> None:
    model = ScriptedModel()
    model.answers.set(TEXT, LATE)
    with pytest.raises(PageFailed) as failed:
        pieces(model, ALL)
    assert failed.value is LATE


@pytest.mark.parametrize("asked", [Asked(summary=True), Asked(question="?"), Asked(query="q")])
def test_without_a_model_none_of_them_can_be_had(asked: Asked) -> None:
    with pytest.raises(PageFailed) as failed:
        pieces(NoModel(), asked)
    assert failed.value.code is ErrorCode.AI_SERVICE_UNAVAILABLE
    assert not failed.value.retryable


@pytest.mark.parametrize("offline", [OFFLINE, NOTHING, Extracted(())])
def test_without_a_model_the_offline_rows_are_the_result(offline: Extracted) -> None:
    assert rows(NoModel(), offline) == ExtractedRows(offline, by_model=False)


def test_the_offline_rows_are_the_models_hints() -> None:
    model = ScriptedModel()
    rows(model)
    assert model.hints == [OFFLINE.rows]


def test_the_models_rows_go_before_the_offline_rows() -> None:
    found = Extracted(({"name": "Green tea", "price": 5.0},))
    read = rows(extracting(Reading(found, A_CALL)))
    assert read.extracted.rows == found.rows
    assert (read.by_model, read.usage) == (True, A_CALL)


def test_what_the_model_left_open_is_filled_from_the_offline_row() -> None:
    found = Extracted(({"name": "Green tea", "price": None},), ("price",))
    filled = rows(extracting(Reading(found))).extracted
    assert filled == Extracted(({"name": "Green tea", "price": 4.5},), (), ({"price": IN_DATA},))


def test_without_an_offline_row_nothing_is_filled() -> None:
    found = Extracted(({"name": "Green tea", "price": None},), ("price",))
    assert rows(extracting(Reading(found)), Extracted(())).extracted == found


def test_of_many_rows_none_is_filled_for_they_are_not_in_step() -> None:
    found = Extracted(({"name": "Green tea", "price": None},), ("price",))
    assert rows(extracting(Reading(found)), schema=RECORDS).extracted == found


def test_when_the_model_finds_nothing_the_offline_rows_are_the_result() -> None:
    read = rows(extracting(Reading(Extracted(()), A_CALL)), schema=RECORDS)
    assert read == ExtractedRows(OFFLINE, by_model=False, usage=A_CALL)


@pytest.mark.parametrize("error", [BUSY, LATE])
def test_a_passing_failure_is_raised_so_that_the_page_comes_again(error: PageFailed) -> None:
    with pytest.raises(PageFailed) as failed:
        rows(extracting(error))
    assert failed.value is error


@pytest.mark.parametrize("error", [BUSY, LATE, REFUSES, DECLINED])
def test_when_the_page_does_not_come_again_the_offline_rows_stand_in(error: PageFailed) -> None:
    read = rows(extracting(error), may_come_again=False)
    assert read == ExtractedRows(OFFLINE, by_model=False)


@pytest.mark.parametrize("error", [REFUSES, DECLINED])
def test_for_a_failure_for_good_the_offline_rows_stand_in_at_once(error: PageFailed) -> None:
    assert not rows(extracting(error)).by_model


@pytest.mark.parametrize("error", [BUSY, LATE, DECLINED])
def test_rows_that_say_nothing_do_not_hide_a_failure(error: PageFailed) -> None:
    with pytest.raises(PageFailed) as failed:
        rows(extracting(error), NOTHING, may_come_again=False)
    assert failed.value is error
