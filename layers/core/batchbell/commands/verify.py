"""`batchbell verify`: is a job's close proved by its records?"""

import argparse

from batchbell.domain.errors import BatchbellError
from batchbell.domain.identifiers import BatchKey, pages_key
from batchbell.runtime.deployment import Deployment
from batchbell.usecases.proof import Proof
from batchbell.usecases.verify import verify

DIFFERS = 1


class NoSuchJob(BatchbellError):
    """No tenant that was tried has a job with this id."""


def add_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    """Add the command to the command line."""
    command = groups.add_parser(
        "verify", parents=[where], help="recompute a job from its items and compare every record"
    )
    command.add_argument("job", metavar="JOB", help="the job's id, batch_...")
    command.add_argument(
        "--tenant", help="whose it is; without it, every tenant with a key is tried"
    )
    command.set_defaults(run=_verify)


def _verify(options: argparse.Namespace, deployment: Deployment) -> int:
    key = _found(options.job, _tenants(options.tenant, deployment), deployment)
    proof = verify(deployment.store(), deployment.deliveries(), key)
    print(_told(proof))
    return 0 if proof.holds else DIFFERS


def _tenants(tenant: str | None, deployment: Deployment) -> list[str]:
    if tenant is not None:
        return [tenant]
    return sorted({key.tenant for key in deployment.keys().list(None)})


def _found(job: str, tenants: list[str], deployment: Deployment) -> BatchKey:
    batches = deployment.store().batches
    for tenant in tenants:
        key = pages_key(tenant, job)
        if batches.read(key) is not None:
            return key
    raise NoSuchJob(
        f"there is no job {job} of {', '.join(tenants) or 'any tenant: none has a key'}"
    )


def _told(proof: Proof) -> str:
    lines = [f"job {proof.key.job_id} of {proof.key.tenant}"]
    lines += [f"  holds    {fact}" for fact in proof.facts]
    lines += [f"  DIFFERS  {difference}" for difference in proof.differences]
    lines += [f"  besides  {remark}" for remark in proof.remarks]
    if proof.holds:
        return "\n".join([*lines, f"Nothing differs; {len(proof.facts)} facts hold."])
    return "\n".join([*lines, f"{len(proof.differences)} of the records' statements are not true."])
