"""What does `batchbell verify` print, and with which exit code?"""

from dataclasses import replace

import pytest

from batchbell.domain.identifiers import item_key
from batchbell.domain.job_kind import JobKind
from batchbell.domain.keys import ApiKey, KeyState
from batchbell.domain.tally import Counts
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.submit_pages import PagesSubmission, submit_pages
from tests.commands.operators import Operator
from tests.functions.running import finish, job_key
from tests.memory.submissions import task_of

URLS = ("https://example.com/one", "https://example.com/two")


@pytest.fixture
def job(operator: Operator) -> str:
    """A job of acme, whose two pages have succeeded. Two tenants have keys."""
    for number, tenant in enumerate(("globex", "acme")):
        operator.world.keys.create(ApiKey(str(number) * 64, tenant, KeyState.ACTIVE, 0))
    spec = PagesSpec(URLS, task_of())
    submission = PagesSubmission(
        tenant="acme",
        kind=JobKind.DISTILL,
        fingerprint="f",
        spec=spec,
        retention_ms=86_400_000,
        idempotency_key="k",
    )
    job_id = submit_pages(operator.world.store, submission).batch.key.job_id
    finish(operator.world, job_id)
    return job_id


@pytest.mark.parametrize("whose", [(), ("--tenant", "acme")])
def test_a_close_that_is_proved(operator: Operator, job: str, whose: tuple[str, ...]) -> None:
    assert operator.run("verify", job, *whose) == 0
    first, *facts, remark, last = operator.out.splitlines()
    assert first == f"job {job} of acme"
    assert remark.startswith("  besides  its event has not been handed over")
    assert facts
    assert all(line.startswith("  holds    ") for line in facts)
    assert last == f"Nothing differs; {len(facts)} facts hold."
    assert operator.err == ""


def test_a_close_that_is_not(operator: Operator, job: str) -> None:
    key = job_key(job)
    wrong = Counts(succeeded=1, failed=1, credits=1)
    operator.world.records.write_batch(operator.world.records.batches[key].evolve(counts=wrong))
    assert operator.run("verify", job) == 1
    differences = [line for line in operator.out.splitlines() if line.startswith("  DIFFERS  ")]
    assert differences
    last = operator.out.splitlines()[-1]
    assert last == f"{len(differences)} of the records' statements are not true."


def test_an_item_that_was_tampered_with(operator: Operator, job: str) -> None:
    item = operator.world.items.read_chunk(job_key(job), 0, 2)[1]
    operator.world.records.write_item(replace(item, credits=5))
    assert operator.run("verify", job) == 1


def test_a_record_of_no_item(operator: Operator, job: str) -> None:
    """C7: told, and no difference."""
    item = operator.world.items.read_chunk(job_key(job), 0, 2)[1]
    operator.world.records.write_item(item.evolve(key=item_key(job_key(job), 2)))
    assert operator.run("verify", job) == 0
    *_, remark, _, last = operator.out.splitlines()
    assert remark == "  besides  records of no item of this job, which count nowhere: [2]"
    assert last.startswith("Nothing differs;")


def test_a_job_that_is_not_there(operator: Operator, job: str) -> None:
    assert operator.run("verify", "batch_0") == 2
    assert operator.err == "batchbell: there is no job batch_0 of acme, globex\n"


def test_a_job_of_another_tenant_is_not_there(operator: Operator, job: str) -> None:
    assert operator.run("verify", job, "--tenant", "globex") == 2
    assert operator.err == f"batchbell: there is no job {job} of globex\n"


def test_without_any_key_there_is_no_tenant_to_try(operator: Operator) -> None:
    assert operator.run("verify", "batch_0") == 2
    assert "none has a key" in operator.err
