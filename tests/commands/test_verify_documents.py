"""Does `batchbell verify --documents` prove batches of documents, and those alone?"""

from dataclasses import replace

import pytest

from batchbell.domain.identifiers import documents_key
from tests.commands.operators import Operator
from tests.flow.pump import Pump
from tests.functions.document_callers import DocumentCaller

NAME = "march"


@pytest.fixture
def batch(operator: Operator) -> str:
    """A batch of acme that is done. Two tenants have keys."""
    DocumentCaller(Pump(operator.world)).done(NAME)
    operator.capture.readouterr()  # what the functions logged
    return NAME


@pytest.mark.parametrize("whose", [(), ("--tenant", "acme")])
def test_a_close_that_is_proved(operator: Operator, batch: str, whose: tuple[str, ...]) -> None:
    assert operator.run("verify", batch, "--documents", *whose) == 0
    first, *_, last = operator.out.splitlines()
    assert first == f"batch of documents {batch} of acme"
    assert last.startswith("Nothing differs;")


def test_a_document_that_was_tampered_with(operator: Operator, batch: str) -> None:
    item = operator.world.items.read_chunk(documents_key("acme", batch), 0, 1)[0]
    operator.world.records.write_item(replace(item, hand_over=None))
    assert operator.run("verify", "--documents", batch) == 1


def test_a_batch_of_documents_is_no_job(operator: Operator, batch: str) -> None:
    assert operator.run("verify", batch) == 2
    assert operator.err == f"batchbell: there is no job {batch} of acme, globex\n"


def test_a_batch_that_is_not_there(operator: Operator, batch: str) -> None:
    assert operator.run("verify", "april", "--documents", "--tenant", "acme") == 2
    assert operator.err == "batchbell: there is no batch of documents april of acme\n"
