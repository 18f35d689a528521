"""How does a caller get all rows of a batch as one file?"""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import ItemKey, item_key
from batchbell.domain.item import Item, ItemState
from batchbell.ports.exports import ExportLink
from batchbell.usecases import export_batch
from batchbell.usecases.export_batch import export
from tests.memory.clock import START
from tests.memory.exports import LINK_MS
from tests.usecases.desk import Before
from tests.usecases.exporting import KEY, Exporting, Rows

LARGE = "x" * 1_000_000


def exporting(*documents: Rows | ItemState) -> Exporting:
    """With a batch that holds these."""
    made = Exporting()
    made.holds(*documents)
    return made


def refusal(made: Exporting, format: ExportFormat = ExportFormat.CSV) -> CallerError:
    """How an export is refused."""
    with pytest.raises(CallerError) as refused:
        made.export(format)
    return refused.value


def test_rows_come_in_upload_order() -> None:
    made = exporting(*[[{"n": str(number)}] for number in range(300)])
    rows = [json.loads(line) for line in made.content().splitlines()]
    assert [row["n"] for row in rows] == [str(number) for number in range(300)]
    assert [row["document_id"] for row in rows[:2]] == ["doc_0", "doc_1"]


def test_documents_without_rows_have_none() -> None:
    made = exporting(ItemState.FAILED, [{"n": "1"}], ItemState.CANCELED, [])
    assert [json.loads(line)["document_id"] for line in made.content().splitlines()] == ["doc_1"]


@pytest.mark.parametrize("format", ExportFormat)
def test_a_batch_without_rows_has_a_file(format: ExportFormat) -> None:
    made = exporting(ItemState.FAILED)
    assert (made.content(format) == b"") is (format is ExportFormat.JSONL)


def test_an_open_batch_shows_what_has_succeeded() -> None:
    """R13."""
    made = exporting([{"n": "1"}], ItemState.FAILED)
    made.world.records.write_item(
        made.world.records.item(item_key(KEY, 1)).evolve(state=ItemState.UPLOADED)  # type: ignore[union-attr]
    )
    assert len(made.content().splitlines()) == 1


def test_the_file_is_named_after_its_batch() -> None:
    exported = exporting([{"n": "1"}]).export(ExportFormat.XLSX)
    assert exported.file.name == "march.xlsx"


def test_a_large_file_is_linked_to() -> None:
    made = exporting(*[[{"n": LARGE}]] * 5)
    exported = made.export(ExportFormat.CSV)
    assert exported.content == ExportLink("https://files.example/march.csv", START + LINK_MS)
    (content,) = made.stored.values()
    assert content.count(LARGE.encode()) == 5


def test_the_largest_answer_is_no_link() -> None:
    made = exporting([{"n": ""}])
    room = export_batch.INLINE_BYTES - len(made.content())
    made.holds([{"n": "x" * room}])
    assert len(made.content()) == export_batch.INLINE_BYTES
    made.holds([{"n": "x" * (room + 1)}])
    assert isinstance(made.export().content, ExportLink)


def test_a_repeat_replaces_the_file() -> None:
    made = exporting(*[[{"n": LARGE}]] * 5)
    made.export(ExportFormat.CSV)
    made.export(ExportFormat.CSV)
    assert list(made.stored) == [ExportFile("march", ExportFormat.CSV)]


def test_nothing_is_left_of_a_file_that_met_the_erasure() -> None:
    """The batch was erased while its file was stored: nobody would erase that any more."""
    made = exporting(*[[{"n": LARGE}]] * 5)
    made.exports.during = lambda: made.world.batches.mark_purged(KEY, START)
    assert refusal(made).code is DocumentsCode.EXPIRED
    assert made.stored == {}


def test_a_batch_whose_erasure_has_just_begun_is_gone() -> None:
    """Names of files are the first to go, and rows are still there."""
    made = exporting([{"n": "1"}])

    def begun() -> None:
        made.world.batches.mark_purged(KEY, made.world.clock())
        made.world.documents.erase(made.world.documents.read_many(KEY.tenant, ["doc_0"]).values())

    made.world.watch(Before("documents.read_many", begun))
    assert refusal(made).code is DocumentsCode.EXPIRED


def test_a_batch_erased_while_it_is_read_is_gone() -> None:
    made = exporting([{"n": "1"}])

    def erased() -> None:
        made.world.batches.mark_purged(KEY, START)
        made.world.results.stored.clear()

    made.world.watch(Before("results.get", erased))
    assert refusal(made).code is DocumentsCode.EXPIRED


def test_a_missing_result_is_no_empty_document() -> None:
    made = exporting([{"n": "1"}])
    made.world.results.stored.clear()
    with pytest.raises(Unavailable):
        made.export()


def test_an_unknown_batch_is_not_found() -> None:
    assert refusal(Exporting()).code is DocumentsCode.BATCH_NOT_FOUND


# What is too much for one file.


@pytest.mark.parametrize("format", ExportFormat)
def test_more_rows_than_a_file_takes_are_read_in_parts(
    monkeypatch: pytest.MonkeyPatch, format: ExportFormat
) -> None:
    monkeypatch.setattr(export_batch, "MOST_ROWS", 4)
    assert exporting([{"n": "1"}] * 2, [{"n": "1"}] * 2).content(format)
    refused = refusal(exporting([{"n": "1"}] * 2, [{"n": "1"}] * 3), format)
    assert refused.code is DocumentsCode.FILE_TOO_LARGE
    assert "cursor" in refused.message


def test_empty_cells_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents that have no column in common make a file of mostly commas."""
    monkeypatch.setattr(export_batch, "MOST_CELLS", 15)
    made = exporting([{"a": "1"}], [{"b": "1"}], [{"c": "1"}])
    assert refusal(made).code is DocumentsCode.FILE_TOO_LARGE
    assert made.content(ExportFormat.JSONL)


@pytest.mark.parametrize("columns", [16_381, 16_382])
def test_a_sheet_has_so_many_columns(columns: int) -> None:
    made = exporting([{f"c{number}": None for number in range(columns)}])
    if columns + 3 <= 16_384:
        assert made.content(ExportFormat.XLSX)
    else:
        assert refusal(made, ExportFormat.XLSX).code is DocumentsCode.FILE_TOO_LARGE


def test_more_bytes_than_a_disk_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_batch, "MOST_BYTES", 1_500_000)
    assert refusal(exporting(*[[{"n": LARGE}]] * 2)).code is DocumentsCode.FILE_TOO_LARGE


@pytest.mark.parametrize("call", ["results.get", "documents.read_many"])
def test_what_takes_too_long_is_refused(call: str) -> None:
    made = exporting([{"n": "1"}])
    late = export_batch.MOST_MS + 1
    made.world.watch(Before(call, lambda: made.world.clock.advance(late)))
    assert refusal(made).code is DocumentsCode.FILE_TOO_LARGE


def test_writing_that_takes_too_long_is_refused() -> None:
    made = exporting([{"n": "1"}])
    times = itertools.chain([0, 0, 0, 0], itertools.repeat(export_batch.MOST_MS + 1))
    store = replace(made.world.store, now=lambda: START + next(times))
    with pytest.raises(CallerError) as refused:
        export(store, made.world.desk, made.exports, KEY, ExportFormat.CSV)
    assert refused.value.code is DocumentsCode.FILE_TOO_LARGE


def test_contents_are_held_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In windows of what an answer holds: each result here weighs 100 bytes."""
    monkeypatch.setattr(export_batch, "_WINDOW_BYTES", 250)
    made = exporting(*[[{"n": str(number)}] for number in range(7)])
    sizes: list[int] = []
    get = made.world.results.get

    def counted(items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        sizes.append(len(items))
        return get(items)

    monkeypatch.setattr(made.world.results, "get", counted)
    assert len(made.content().splitlines()) == 7
    assert sizes == [2, 2, 2, 1]
