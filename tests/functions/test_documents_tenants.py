"""Who may call which route of the Documents API, how often, and about what?"""

from typing import Any

import pytest

from tests.functions.document_callers import Answer, DocumentCaller
from tests.functions.documented import document

DAY_MS = 86_400_000
HOOK = {"url": "https://hooks.example.com/documents"}
ON_BATCH: list[tuple[str, str, Any]] = [
    ("GET", "/batches/{name}", None),
    ("GET", "/batches/{name}/results", None),
    ("GET", "/batches/{name}/webhook", None),
    ("POST", "/batches/{name}/process", None),
    ("PUT", "/batches/{name}/webhook", HOOK),
    ("DELETE", "/batches/{name}/webhook", None),
    ("POST", "/batches/{name}/webhook/test", None),
    ("DELETE", "/batches/{name}", None),
]
ON_DOCUMENT = [("GET", "/documents/{id}", None), ("DELETE", "/documents/{id}", None)]
ON_NOTHING: list[tuple[str, str, Any]] = [
    ("GET", "/batches", None),
    ("POST", "/documents", {"filename": "a.pdf"}),
]
ALL = ON_BATCH + ON_DOCUMENT + ON_NOTHING
READS, WRITES = {"reads_a_minute": 1}, {"writes_a_minute": 1}


def called(caller: DocumentCaller, route: tuple[str, str, Any], **names: str) -> Answer:
    method, path, body = route
    return caller.call(method, path.format(**{"name": "a", "id": f"doc_{'0' * 32}", **names}), body)


def test_all_routes_are_tried_here() -> None:
    """S11."""
    documented = {
        (method.upper(), path.removeprefix("/api/v1").replace("batch_name", "name"))
        for path, methods in document()["paths"].items()
        if path.startswith("/api/v1/")
        for method in methods
    }
    assert {(method, path) for method, path, _ in ALL} == documented


@pytest.mark.parametrize("route", ALL, ids=str)
@pytest.mark.parametrize("key", ["", "a key", "bb_" + "0" * 32])
def test_without_a_key_of_ours_nothing_is_answered(route: tuple[str, str, Any], key: str) -> None:
    answer = called(DocumentCaller(key=key), route)
    assert answer.code == (401, "unauthorized")
    assert "X-RateLimit-Limit" not in answer.headers


@pytest.mark.parametrize("route", ON_BATCH, ids=str)
def test_another_s_batch_is_not_there(route: tuple[str, str, Any]) -> None:
    """S11."""
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    before = caller.batch("a").body
    assert called(caller.as_other(), route).code == (404, "batch_not_found")
    assert caller.batch("a").body == before


@pytest.mark.parametrize("route", ON_DOCUMENT, ids=str)
def test_another_s_document_is_not_there(route: tuple[str, str, Any]) -> None:
    """S11."""
    caller = DocumentCaller()
    uploaded = caller.upload(batch_name="a").body
    other = called(caller.as_other(), route, id=uploaded["id"])
    assert other.code == (404, "document_not_found")
    assert caller.document(uploaded["id"]).body == uploaded


def test_another_s_batches_are_not_listed() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    assert called(caller.as_other(), ON_NOTHING[0]).body == {"batches": []}


def test_the_same_name_in_two_tenants_is_two_batches() -> None:
    caller = DocumentCaller()
    other = caller.as_other()
    for one, times in ((caller, 1), (other, 2)):
        for n in range(times):
            one.upload(f"%PDF-{n}".encode(), batch_name="a")
    assert (caller.batch("a").body["total"], other.batch("a").body["total"]) == (1, 2)


def test_the_same_key_in_two_tenants_is_two_documents() -> None:
    caller = DocumentCaller()
    first, second = (one.upload(idempotency_key="k") for one in (caller, caller.as_other()))
    assert first.body["id"] != second.body["id"]
    assert "Idempotency-Replayed" not in second.headers


@pytest.mark.parametrize("route", ON_BATCH, ids=str)
@pytest.mark.parametrize("name", ["never", "a" * 129, "ä", "%C3%A4", "a%2Fb", "a b", "%", "*", "~"])
def test_what_never_was_is_not_there(route: tuple[str, str, Any], name: str) -> None:
    assert called(DocumentCaller(), route, name=name).code == (404, "batch_not_found")


@pytest.mark.parametrize("route", ON_DOCUMENT, ids=str)
@pytest.mark.parametrize("name", ["doc_0", "never", "doc_" + "0" * 300, "doc_é", "%00", "doc_%F0"])
def test_a_document_that_never_was_is_not_there(route: tuple[str, str, Any], name: str) -> None:
    assert called(DocumentCaller(), route, id=name).code == (404, "document_not_found")


@pytest.mark.parametrize("route", ON_BATCH + ON_DOCUMENT, ids=str)
def test_what_has_expired_is_gone_for_a_year_and_then_forgotten(
    route: tuple[str, str, Any],
) -> None:
    """R9."""
    caller = DocumentCaller()
    document_id = caller.upload(batch_name="a").body["id"]
    caller.world.clock.advance(30 * DAY_MS)
    assert called(caller, route, id=document_id).code == (410, "expired")
    caller.world.clock.advance(365 * DAY_MS)
    assert called(caller, route, id=document_id).status == 404


@pytest.mark.parametrize("name", ["openapi.json", "api", "openapi", "results", "webhook", "v1"])
@pytest.mark.parametrize("prefix", ["", "/base"])
def test_a_batch_may_be_called_like_a_part_of_an_address(name: str, prefix: str) -> None:
    caller = DocumentCaller(prefix=prefix)
    document = caller.upload(batch_name=name).body["id"]
    assert caller.batch(name).body["batch_name"] == name
    assert caller.process(name).status == 202
    assert caller.results(name).body["documents"][0]["id"] == document
    assert caller.call("DELETE", f"/batches/{name}").body["canceled"] == 1


def test_a_name_that_has_expired_takes_no_uploads() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    caller.world.clock.advance(30 * DAY_MS)
    assert caller.upload(batch_name="a").code == (410, "expired")


def test_a_batch_takes_so_many_documents() -> None:
    caller = DocumentCaller()
    caller.settings["MAX_BATCH_DOCUMENTS"] = "2"
    for n in range(2):
        assert caller.upload(f"%PDF-{n}".encode(), batch_name="a").status == 201
    assert caller.upload(batch_name="a").code == (409, "conflict")


@pytest.mark.parametrize("route", ALL, ids=str)
def test_every_answer_tells_the_rate_of_its_class(route: tuple[str, str, Any]) -> None:
    caller = DocumentCaller()
    caller.world.door.allowances.change("acme", {"writes_a_minute": 7, "reads_a_minute": 9})
    answer = called(caller, route)
    limit = 9 if route[0] == "GET" else 7
    assert answer.headers["X-RateLimit-Limit"] == str(limit)
    assert answer.headers["X-RateLimit-Remaining"] == str(limit - 1)
    assert int(answer.headers["X-RateLimit-Reset"]) * 1000 > caller.world.clock()


@pytest.mark.parametrize("route", ALL, ids=str)
def test_one_call_too_many_is_429_and_does_nothing(route: tuple[str, str, Any]) -> None:
    caller = DocumentCaller()
    caller.world.door.allowances.change("acme", READS if route[0] == "GET" else WRITES)
    called(caller, route)
    records = dict(caller.world.records.batches)
    answer = called(caller, route)
    assert answer.code == (429, "rate_limited")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert caller.world.records.batches == records


def test_reads_and_writes_are_counted_apart() -> None:
    caller = DocumentCaller()
    caller.world.door.allowances.change("acme", {**READS, **WRITES})
    assert caller.upload(batch_name="a").status == 201
    assert caller.batch("a").status == 200
    assert caller.batch("a").status == 429
    assert caller.process("a").status == 429
