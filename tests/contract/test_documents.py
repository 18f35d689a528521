"""Does every port of documents keep its promises?"""

from dataclasses import replace

import pytest

from batchbell.domain.document import Document
from batchbell.domain.identifiers import documents_key
from tests.contract.houses import House
from tests.contract.paper import DOCS, added, document_of, first_added, item_at, new_batch
from tests.contract.samples import NOW


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"metadata": '{"a":"Zoë 🙂","nul":"\x00"}'},
        {"bytes_until": None},
        {"filename": "ä/../b\x00.pdf"},
    ],
    ids=str,
)
def test_a_record_is_read_back(house: House, changes: dict[str, object]) -> None:
    item = item_at(0)
    made = replace(document_of(item), **changes)  # type: ignore[arg-type]  # names of the fields
    assert house.batches.add(None, new_batch(), item, made)
    assert house.documents.read("acme", made.id) == made


def test_lone_surrogates_are_replaced(house: House) -> None:
    item = item_at(0)
    made = replace(document_of(item), filename="a\ud800.pdf", metadata='"\udc00"')
    assert house.batches.add(None, new_batch(), item, made)
    kept = replace(made, filename="a?.pdf", metadata='"?"')
    assert house.documents.read("acme", made.id) == kept


def test_what_is_unknown_is_none(house: House) -> None:
    first_added(house)
    assert house.documents.read("acme", "doc_1") is None
    assert house.documents.read("other", "doc_0") is None
    assert house.documents.read_many("acme", []) == {}


def test_many_are_read_and_those_that_are_not_there_are_left_out(house: House) -> None:
    seen = first_added(house)
    for _ in range(4):
        seen = added(house, seen)
    ids = ["doc_4", "doc_0", "doc_9", "doc_2"]
    found = house.documents.read_many("acme", ids)
    expected = {f"doc_{n}": document_of(item_at(n)) for n in (0, 2, 4)}
    assert found == expected
    assert house.documents.read_many("other", ids) == {}


def test_a_link_that_ends_later_is_never_made_to_end_sooner(house: House) -> None:
    first_added(house)
    made = document_of(item_at(0))
    until = (made.bytes_until or 0) + 60_000
    house.documents.prolong(made, until)
    house.documents.prolong(made, until - 1)
    assert house.documents.read("acme", made.id) == replace(made, bytes_until=until)


def test_what_never_came_by_a_link_has_none_to_prolong(house: House) -> None:
    item = item_at(0)
    made = replace(document_of(item), bytes_until=None)
    assert house.batches.add(None, new_batch(), item, made)
    house.documents.prolong(made, NOW + 60_000)
    assert house.documents.read("acme", made.id) == made
    house.documents.prolong(replace(made, id="doc_1"), NOW + 60_000)
    assert house.documents.read("acme", "doc_1") is None


def test_what_was_said_of_them_is_forgotten_and_that_they_were_is_not(house: House) -> None:
    seen = first_added(house)
    added(house, seen)
    both = house.documents.read_many("acme", ["doc_0", "doc_1"])
    for _ in range(2):
        house.documents.erase([both["doc_0"]])
    erased = house.documents.read("acme", "doc_0")
    assert erased is not None
    assert (erased.filename, erased.metadata) == ("", None)
    assert told_apart(erased) == told_apart(both["doc_0"])
    assert house.documents.read("acme", "doc_1") == both["doc_1"]


def told_apart(document: Document) -> tuple[object, ...]:
    """What says which it is."""
    return document.id, document.item, document.fingerprint, document.created_at


def test_nobody_is_made_by_being_forgotten(house: House) -> None:
    house.documents.erase([])
    assert house.batches.read(documents_key("acme", "x")) is None
    assert house.documents.read("acme", "doc_0") is None


def test_bytes_are_read_back_and_a_repeat_stores_the_same(house: House) -> None:
    assert house.files.get("acme", "doc_0") is None
    for _ in range(2):
        house.files.put("acme", "doc_0", b"\x00%PDF\xff")
    assert house.files.get("acme", "doc_0") == b"\x00%PDF\xff"
    assert house.files.get("other", "doc_0") is None
    assert house.files.get("acme", "doc_1") is None


def test_bytes_are_forgotten_and_those_that_there_were_are_counted(house: House) -> None:
    for name in ("doc_0", "doc_1", "doc_2"):
        house.files.put("acme", name, b"x")
    house.files.put("other", "doc_0", b"y")
    assert house.files.erase("acme", ["doc_0", "doc_2", "doc_9"]) == 2
    assert house.files.erase("acme", ["doc_0"]) == 0
    assert house.files.erase("acme", []) == 0
    assert house.files.get("acme", "doc_0") is None
    assert house.files.get("acme", "doc_1") == b"x"
    assert house.files.get("other", "doc_0") == b"y"


def test_a_link_says_until_when(house: House) -> None:
    link = house.files.link("acme", "doc_0", 1_000, NOW + 900_000)
    assert link.expires_at == NOW + 900_000
    assert link.url.startswith("https://")
    assert link.fields
    assert "doc_0" not in repr(link) or "fields" not in repr(link)
    assert house.files.get("acme", "doc_0") is None
    assert DOCS.batch_name == "receipts"
