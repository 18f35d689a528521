"""Are counts and events exact when many upload into the same batches at once, and do good documents
come through between bad ones?
"""

import json
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from batchbell.commands.main import main as batchbell
from local.documents import Documents
from local.paper import Sheet, bomb, of_contents, pdf
from local.papers import FIELDS, demo_files, invoice
from local.receiver import Receiver
from local.stack import LocalStack
from tests.e2e.document_batches import new_name, outcomes
from tests.engines.document.papers import statement

CLIENTS = 16
BATCHES = 10
EACH = 20
"""Documents of a batch."""

LOCKED = (
    "/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -44"
    f" /O <{'11' * 32}> /U <{'22' * 32}> >> /ID [<{'33' * 16}> <{'33' * 16}>]"
)
ENDLESS = of_contents([b"BT /F1 4 Tf 10 10 Td " + b"(a) Tj 3 1 Td " * 250_000 + b"ET"], (Sheet(),))
"""A quarter of a million texts, one beside the other."""


def of_vast_size() -> bytes:
    """A picture that says of itself that it has more pixels than anyone can hold."""
    picture = bytearray(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 17)
    picture[16:24] = (60_000).to_bytes(4) + (60_000).to_bytes(4)
    return bytes(picture) + demo_files()["photo.jpg"]


HOSTILE: Mapping[str, tuple[bytes, set[str]]] = {
    "locked.pdf": (pdf(Sheet().text(40, 40, "secret"), trailer=LOCKED), {"encrypted_pdf"}),
    "bomb.pdf": (bomb(300), {"too_large"}),
    "bombs.pdf": (bomb(40, layers=3), {"too_large", "corrupt_file", "no_table_found"}),
    "endless.pdf": (ENDLESS, {"timeout", "too_large", "no_table_found", "engine_error"}),
    "long.pdf": (statement(51, rows=1), {"too_many_pages"}),
    "vast.png": (of_vast_size(), {"too_large", "corrupt_file"}),
    "noise.pdf": (b"%PDF-1.7\n" + bytes(range(256)) * 40, {"corrupt_file"}),
}


@pytest.fixture
def environment(stack: LocalStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the operator's command."""
    for name, value in stack.environment().items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("environment")
def test_two_hundred_documents_of_sixteen_clients_in_ten_batches(
    documents: Documents, receiver: Receiver
) -> None:
    """The second half comes one by one while the first is being read, each with its `process`."""
    names = [new_name() for _ in range(BATCHES)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        first = [clients.submit(upload, documents, n, d) for n in names for d in range(EACH // 2)]
        assert {one.result() for one in first} == {201}
        for name in names:
            documents.register(name, receiver.url(f"/{name}"))
            assert documents.process(name, *FIELDS).status == 202
        second = [
            clients.submit(upload_and_process, documents, name, number)
            for number in range(EACH // 2, EACH)
            for name in names
        ]
        assert {one.result() for one in second} == {202}
        batches = [documents.all_done(name, seconds=240) for name in names]
    assert [(one["total"], one["succeeded"]) for one in batches] == [(EACH, EACH)] * BATCHES
    for one in batches:
        assert_told_of_each_generation(receiver, one["batch_name"], one["generation"])
        words = ["verify", "--documents", "--tenant", "acme", one["batch_name"]]
        assert batchbell(words) == 0


def upload(documents: Documents, name: str, number: int) -> int:
    """-> the status of the answer."""
    return documents.upload(invoice(f"{name}-{number}"), f"{number}.pdf", name).status


def upload_and_process(documents: Documents, name: str, number: int) -> int:
    """-> the status of the last answer."""
    assert upload(documents, name, number) == 201
    return documents.process(name, *FIELDS).status


def assert_told_of_each_generation(receiver: Receiver, name: str, generation: int) -> None:
    received = receiver.wait(f"/{name}", count=generation)
    ids = {
        (one.headers["webhook-id"], json.loads(one.body)["data"]["generation"]) for one in received
    }
    assert sorted(number for _, number in ids) == list(range(1, generation + 1))


def test_hostile_files_take_no_good_one_with_them(documents: Documents) -> None:
    name = new_name()
    for filename, (content, _) in HOSTILE.items():
        assert documents.upload(content, filename, name).status == 201
        documents.upload(invoice(filename), f"after {filename}", name)
    documents.process(name)
    batch = documents.all_done(name, seconds=120)
    assert (batch["succeeded"], batch["failed"]) == (len(HOSTILE), len(HOSTILE))
    came = outcomes(documents, name)
    good = {came.pop(f"after {filename}") for filename in HOSTILE}
    assert good == {"succeeded"}
    wrong = {name: why for name, why in came.items() if why not in HOSTILE[name][1]}
    assert wrong == {}, Counter(came.values())
