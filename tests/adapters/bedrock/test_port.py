"""Do the model of the tests and the one on Bedrock keep the same port?"""

from typing import Any, Protocol

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.ports.language_model import LanguageModel, Reading
from tests.adapters.bedrock.answering import Answering, by_tool, fails_with
from tests.memory.language_model import ScriptedModel

PAGE = "Green tea.\nBlack tea."
SCHEMA: dict[str, Any] = {"properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
ROWS = ({"name": "Green tea", "price": None}, {"name": "Black tea", "price": None})


class Sayings(Protocol):
    """Makes models that say something."""

    def summary(self, text: str) -> LanguageModel: ...
    def answer(self, text: str | None) -> LanguageModel: ...
    def passages(self, texts: list[str]) -> LanguageModel: ...
    def rows(self, rows: tuple[dict[str, Any], ...]) -> LanguageModel: ...
    def busy(self) -> LanguageModel: ...


class InMemory:
    """The scripted model."""

    def __init__(self) -> None:
        self._model = ScriptedModel()

    def summary(self, text: str) -> LanguageModel:
        self._model.summaries.set(PAGE, Reading(text))
        return self._model

    def answer(self, text: str | None) -> LanguageModel:
        self._model.answers.set(PAGE, Reading(text))
        return self._model

    def passages(self, texts: list[str]) -> LanguageModel:
        self._model.passages.set(PAGE, Reading(texts))
        return self._model

    def rows(self, rows: tuple[dict[str, Any], ...]) -> LanguageModel:
        self._model.extracts.set(PAGE, Reading(Extracted(rows, ("price",))))
        return self._model

    def busy(self) -> LanguageModel:
        busy = PageFailed(ErrorCode.AI_SERVICE_UNAVAILABLE, "busy", retryable=True)
        self._model.summaries.set(PAGE, busy)
        return self._model


class OnBedrock:
    """The model on Bedrock, as it answers."""

    def summary(self, text: str) -> LanguageModel:
        return Answering().give(by_tool("summary", {"summary": text})).model()

    def answer(self, text: str | None) -> LanguageModel:
        said = {"passage": "Green tea", "answer": text or ""}
        return Answering().give(by_tool("answer", said)).model()

    def passages(self, texts: list[str]) -> LanguageModel:
        return Answering().give(by_tool("highlights", {"passages": texts})).model()

    def rows(self, rows: tuple[dict[str, Any], ...]) -> LanguageModel:
        return Answering().give(by_tool("rows", {"rows": list(rows)})).model()

    def busy(self) -> LanguageModel:
        return Answering().fail("ThrottlingException", 429).model()


@pytest.fixture(params=[InMemory, OnBedrock])
def sayings(request: pytest.FixtureRequest) -> Sayings:
    made: Sayings = request.param()
    return made


def test_a_summary_is_what_the_model_says(sayings: Sayings) -> None:
    assert sayings.summary("Tea.").summary(PAGE, timeout_ms=5_000).value == "Tea."


@pytest.mark.parametrize("said", ["Green.", None])
def test_an_answer_is_a_text_or_none(sayings: Sayings, said: str | None) -> None:
    assert sayings.answer(said).answer(PAGE, "Which?", timeout_ms=5_000).value == said


@pytest.mark.parametrize("said", [["Black tea.", "Green tea."], []])
def test_highlights_are_passages_in_the_models_order(sayings: Sayings, said: list[str]) -> None:
    assert sayings.passages(said).highlights(PAGE, "tea", timeout_ms=5_000).value == said


def test_rows_have_every_name_and_what_none_has_is_missing(sayings: Sayings) -> None:
    model = sayings.rows(ROWS)
    found = model.extract(PAGE, SCHEMA, [], rows=True, timeout_ms=5_000).value
    assert (found.rows, found.missing) == (ROWS, ("price",))


def test_a_busy_model_is_a_failed_page_that_comes_again(sayings: Sayings) -> None:
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True):
        sayings.busy().summary(PAGE, timeout_ms=5_000)
