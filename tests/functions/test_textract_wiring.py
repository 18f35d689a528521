"""Is Textract what documents are read with where it is chosen, and are its pages counted?"""

import json
from collections.abc import Iterator

import pytest

from batchbell.adapters.textract.asking import Operation
from batchbell.adapters.textract.engine import TextractEngine
from batchbell.runtime import wiring, wiring_documents
from batchbell.runtime.wiring_textract import count_pages

DEPLOYED = {
    "DOCUMENT_ENGINE": "textract",
    "DOCUMENT_START_SECONDS": "30",
    "MAX_DOCUMENT_BYTES": "20000000",
    "MAX_PAGES": "50",
    "MAX_BATCH_DOCUMENTS": "1000",
    "UPLOAD_LINK_SECONDS": "900",
    "POWERTOOLS_METRICS_NAMESPACE": "Batchbell",
    "POWERTOOLS_SERVICE_NAME": "batchbell",
}


@pytest.fixture(autouse=True)
def deployed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A deployment that names Textract."""
    for name, value in DEPLOYED.items():
        monkeypatch.setenv(name, value)
    _forget()
    yield
    _forget()


def _forget() -> None:
    wiring.settings.cache_clear()
    wiring_documents.document_engine.cache_clear()


def test_the_engine_is_the_one_that_is_chosen() -> None:
    assert isinstance(wiring_documents.document_engine(), TextractEngine)


def test_pages_are_counted_by_what_aws_charges(capsys: pytest.CaptureFixture[str]) -> None:
    count_pages(Operation.EXPENSE, 1)
    count_pages(Operation.TABLES, 2)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line]
    assert [(line["operation"], line["TextractPages"], line["service"]) for line in lines] == [
        ("AnalyzeExpense", [1], "batchbell"),
        ("AnalyzeDocument", [2], "batchbell"),
    ]
