"""What is asked of a model on Bedrock, and what becomes of its answers?"""

import json
from typing import Any

import pytest

from batchbell.adapters.bedrock.forms import Structured
from batchbell.adapters.bedrock.model import MAX_HIGHLIGHTS
from batchbell.adapters.bedrock.prompts import MAX_TEXT, SYSTEM
from batchbell.domain.codes import ErrorCode
from batchbell.ports.language_model import Usage
from tests.adapters.bedrock.answering import (
    MODEL,
    Answering,
    answer,
    by_text,
    by_tool,
    fails_with,
)

PAGE = "# Tea of the *hills*\n\nGreen tea from the [Nilgiri](https://tea.example/n) hills, 100 g."
SUMMARY = {"summary": "Tea."}
WAYS = [
    (Structured.TOOL, by_tool("summary", SUMMARY)),
    (Structured.TEXT, by_text(json.dumps(SUMMARY))),
]


@pytest.mark.parametrize(("structured", "given"), WAYS)
def test_an_answer_is_read_either_way(structured: Structured, given: dict[str, Any]) -> None:
    reading = Answering().give(given).model(structured).summary(PAGE, timeout_ms=9_000)
    assert (reading.value, reading.usage, reading.cut) == ("Tea.", Usage(900, 40, 1), False)


def test_thoughts_before_an_answer_are_passed_over() -> None:
    thought = {"reasoningContent": {"reasoningText": {"text": "{}"}}}
    given = answer(thought, {"text": json.dumps(SUMMARY)})
    reading = Answering().give(given).model(Structured.TEXT).summary(PAGE, timeout_ms=9_000)
    assert reading.value == "Tea."


def test_a_tool_is_strict_is_the_only_one_and_has_to_be_called() -> None:
    answering = Answering().give(by_tool("summary", SUMMARY))
    answering.model().summary(PAGE, timeout_ms=9_000)
    asked = answering.requests[0]
    [tool] = asked["toolConfig"]["tools"]
    assert tool["toolSpec"]["strict"] is True
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": tool["toolSpec"]["name"]}}
    assert "outputConfig" not in asked


def test_as_text_there_is_a_schema_and_no_tool() -> None:
    answering = Answering().give(by_text(json.dumps(SUMMARY)))
    answering.model(Structured.TEXT).summary(PAGE, timeout_ms=9_000)
    written = answering.requests[0]["outputConfig"]["textFormat"]["structure"]["jsonSchema"]
    assert json.loads(written["schema"])["required"] == ["summary"]
    assert "toolConfig" not in answering.requests[0]


def test_the_request_names_the_model_and_only_what_every_model_takes() -> None:
    answering = Answering().give(by_tool("summary", SUMMARY))
    answering.model().summary(PAGE, timeout_ms=9_000)
    asked = answering.requests[0]
    assert (asked["modelId"], asked["system"]) == (MODEL, [{"text": SYSTEM}])
    assert set(asked["inferenceConfig"]) == {"maxTokens"}
    assert answering.waits == [9_000]


@pytest.mark.parametrize("structured", list(Structured))
@pytest.mark.parametrize(
    "given",
    [
        by_text("I cannot help with that."),
        by_text('{"summary": "Tea'),
        by_text('["Tea."]'),
        by_text(""),
        answer(),
        by_tool("other", SUMMARY),
        by_tool("summary", {}),
        by_tool("summary", {"summary": "  "}),
        by_tool("summary", {"summary": ["Tea."]}),
        by_text(json.dumps(SUMMARY), reason="content_filtered"),
        by_text(json.dumps(SUMMARY), reason="guardrail_intervened"),
        by_text(json.dumps(SUMMARY), reason="max_tokens"),
        by_text(json.dumps(SUMMARY), reason="model_context_window_exceeded"),
        by_text(json.dumps(SUMMARY), reason="malformed_model_output"),
        by_text(json.dumps(SUMMARY), reason="malformed_tool_use"),
        by_text(json.dumps(SUMMARY), reason="of a later version"),
    ],
)
def test_what_is_no_answer_is_told_so(structured: Structured, given: dict[str, Any]) -> None:
    answering = Answering().give(given)
    with fails_with(ErrorCode.AI_EXTRACTION_FAILED):
        answering.model(structured).summary(PAGE, timeout_ms=9_000)
    assert answering.spent == [Usage(900, 40, calls=1)], "it was paid for all the same"


def test_every_answer_is_paid_for_once() -> None:
    answering = Answering().give(*2 * [by_tool("summary", SUMMARY)])
    for _ in range(2):
        answering.model().summary(PAGE, timeout_ms=9_000)
    assert answering.spent == 2 * [Usage(900, 40, calls=1)]


def test_what_was_not_answered_is_not_paid_for() -> None:
    answering = Answering().fail("ThrottlingException", 429)
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True):
        answering.model().summary(PAGE, timeout_ms=9_000)
    assert answering.spent == []


def test_a_long_page_is_cut_and_the_reading_says_so() -> None:
    answering = Answering().give(by_tool("summary", SUMMARY))
    reading = answering.model().summary("tea\n" * MAX_TEXT, timeout_ms=9_000)
    assert reading.cut
    assert len(answering.said) < MAX_TEXT + 1_000


def answered(passage: object, said: object) -> str | None:
    given = by_tool("answer", {"passage": passage, "answer": said})
    return Answering().give(given).model().answer(PAGE, "Whence?", timeout_ms=9_000).value


def test_an_answer_rests_on_a_passage_of_the_page() -> None:
    assert answered("green tea from the Nilgiri hills", "India") == "India"


@pytest.mark.parametrize(
    ("passage", "said"),
    [
        ("", ""),
        ("", "India"),
        ("Green tea from the Nilgiri hills", ""),
        ("Green tea from the hills of Assam", "Assam"),
        (None, None),
        ([PAGE], "India"),
    ],
)
def test_without_such_a_passage_the_page_does_not_say(passage: object, said: object) -> None:
    assert answered(passage, said) is None


def test_a_question_is_a_line_of_json_in_the_task() -> None:
    answering = Answering().give(by_tool("answer", {"passage": "", "answer": ""}))
    answering.model().answer(PAGE, 'Which "tea"?\nAnd why?', timeout_ms=9_000)
    assert r'"Which \"tea\"?\nAnd why?"' in answering.said.splitlines()[0]


def highlights(*passages: object) -> list[str]:
    given = by_tool("highlights", {"passages": list(passages)})
    return Answering().give(given).model().highlights(PAGE, "tea", timeout_ms=9_000).value


def test_passages_are_quoted_with_or_without_the_marks_of_markdown() -> None:
    quotes = ["Tea of the *hills*", "Tea of the hills", "Green tea from the Nilgiri hills, 100 g."]
    assert highlights(*quotes) == quotes


@pytest.mark.parametrize(
    "passage", ["Black tea", "GREEN TEA", "100 g!", "", 7, None, ["Green tea"]]
)
def test_what_does_not_stand_on_the_page_is_no_passage(passage: object) -> None:
    assert highlights(passage, "Green tea") == ["Green tea"]


def test_a_passage_is_given_once() -> None:
    assert highlights("Green tea", "Green\ntea") == ["Green tea"]


def test_there_are_only_so_many() -> None:
    assert len(highlights(*PAGE)) == MAX_HIGHLIGHTS


def test_no_passages_are_an_empty_list() -> None:
    given = by_tool("highlights", {"passages": None})
    assert Answering().give(given).model().highlights(PAGE, "x", timeout_ms=9_000).value == []
