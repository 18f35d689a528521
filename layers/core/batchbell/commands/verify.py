"""`batchbell verify`: is the close of a job, or of a batch of documents, proved by its records?"""

import argparse
from collections.abc import Callable

from batchbell.domain.errors import BatchbellError
from batchbell.domain.identifiers import BatchKey, documents_key, pages_key
from batchbell.runtime.deployment import Deployment
from batchbell.usecases.proof import Proof
from batchbell.usecases.verify import verify

DIFFERS = 1

KeyOf = Callable[[str, str], BatchKey]
"""A tenant, and the word that was given -> what may be meant."""


class NoSuchJob(BatchbellError):
    """No tenant that was tried has what was asked for."""


def add_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    """Add the command to the command line."""
    command = groups.add_parser(
        "verify", parents=[where], help="recompute a job from its items and compare every record"
    )
    command.add_argument("job", metavar="JOB", help="the job's id, batch_... or job_...")
    command.add_argument(
        "--documents",
        dest="key_of",
        action="store_const",
        const=documents_key,
        default=pages_key,
        help="JOB is the name of a batch of documents",
    )
    command.add_argument(
        "--tenant", help="whose it is; without it, every tenant with a key is tried"
    )
    command.set_defaults(run=_verify)


def _verify(options: argparse.Namespace, deployment: Deployment) -> int:
    tenants = _tenants(options.tenant, deployment)
    key = _found(options.job, options.key_of, tenants, deployment)
    proof = verify(deployment.store(), deployment.deliveries(), key)
    print(_told(proof))
    return 0 if proof.holds else DIFFERS


def _tenants(tenant: str | None, deployment: Deployment) -> list[str]:
    if tenant is not None:
        return [tenant]
    return sorted({key.tenant for key in deployment.keys().list(None)})


def _found(job: str, key_of: KeyOf, tenants: list[str], deployment: Deployment) -> BatchKey:
    batches = deployment.store().batches
    for tenant in tenants:
        key = key_of(tenant, job)
        if batches.read(key) is not None:
            return key
    tried = ", ".join(tenants) or "any tenant: none has a key"
    raise NoSuchJob(f"there is no {_called(key_of('', job))} of {tried}")


def _called(key: BatchKey) -> str:
    """As operators and callers call it."""
    if key.is_documents:
        return f"batch of documents {key.batch_name}"
    return f"job {key.job_id}"


def _told(proof: Proof) -> str:
    lines = [f"{_called(proof.key)} of {proof.key.tenant}"]
    lines += [f"  holds    {fact}" for fact in proof.facts]
    lines += [f"  DIFFERS  {difference}" for difference in proof.differences]
    lines += [f"  besides  {remark}" for remark in proof.remarks]
    if proof.holds:
        return "\n".join([*lines, f"Nothing differs; {len(proof.facts)} facts hold."])
    return "\n".join([*lines, f"{len(proof.differences)} of the records' statements are not true."])
