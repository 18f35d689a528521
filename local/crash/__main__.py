"""`make crash`: does every batch close once, whatever is killed, sent twice, slow or canceled?

Exit status 0 when every batch is proved and every promise was kept; 1 with the differences.
"""

import argparse
import json
import os
import secrets
import sys
from collections import Counter
from typing import Any

from batchbell.runtime import wiring
from local.crash import report
from local.crash.account import check_account, open_account
from local.crash.checks import check
from local.crash.document_checks import check_documents
from local.crash.plan import Plan
from local.crash.run import TENANT, Run
from local.emulator import EmulatorError
from local.receiver import running_receiver
from local.site import Site, running_site
from local.stack import LocalStack, StackError

_PARAMETERS = {
    "MaxBatchUrls": 200,  # more than a chunk holds
    "BreakerSeconds": 8,  # so that a run sees many of its pauses
    "DocumentFunctionSeconds": 18,  # so that what was killed comes again soon
    "DocumentTimeoutSeconds": 5,
    "DocumentStartSeconds": 10,
    "DocumentMarginSeconds": 2,
    "DocumentLeaseSeconds": 20,
    "DocumentVisibilitySeconds": 22,
    "WebhookTimeoutSeconds": 2,  # the receivers share two cores with everything else
    "WebhookRetrySeconds": "1,1,2,2,2,2,4,4,4,4,8,8,8,8",  # more than kills can use up
}
_SECONDS_TO_ANSWER = 0.15
"""Of the site: long enough for a worker to be killed between asking and being answered."""


def main() -> int:
    """Run once. -> the exit status."""
    options = _options()
    print(f"==> seed {options.seed}; the same plan again: make crash SEED={options.seed}")
    try:
        return _crash(options)
    except (EmulatorError, StackError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make crash", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--batches", type=int, default=50)
    parser.add_argument("--largest", type=int, default=130, help="URLs in the largest batch")
    parser.add_argument("--seconds", type=int, default=360, help="until every batch has closed")
    return parser.parse_args()


def _crash(options: argparse.Namespace) -> int:
    plan = Plan(options.seed, options.batches, options.largest)
    with (
        running_site() as site,
        running_receiver() as answering,
        running_receiver() as hanging,
        LocalStack("test", parameters=_PARAMETERS) as stack,
    ):
        os.environ.update(stack.environment())  # for the records that are read, and the commands
        open_account(wiring.store(), TENANT)
        site.seconds_to_answer = _SECONDS_TO_ANSWER
        run = Run(plan, stack, site, (answering, hanging))
        print(f"    {_planned(plan)}, log {stack.log}", flush=True)
        run.burn(options.seconds)
        run.rest()
        return _conclude(run, stack, site)


def _planned(plan: Plan) -> str:
    urls = sum(len(planned.pages) for planned in plan.batches)
    files = sum(planned.files for planned in plan.documents)
    return (
        f"{len(plan.batches)} batches of {urls} URLs,"
        f" {len(plan.documents)} batches of {files} documents"
    )


def _conclude(run: Run, stack: LocalStack, site: Site) -> int:
    for case in run.cases:
        check(case, TENANT, wiring.store(), run.received_by(case).on(case.hook), site.seen)
    for one in run.documents:
        check_documents(one, TENANT, wiring.store(), run.received_for(one))
    report.table(_facts(run, stack))
    wrong = [case for case in run.cases if case.problems]
    wrong_documents = [one for one in run.documents if one.problems]
    if wrong or wrong_documents:
        report.bad(wrong, wrong_documents, stack.log)
        return 1
    account = check_account(wiring.store(), TENANT, _used(run))
    for problem in account:
        print(f"    account: {problem}")
    if account:
        return 1
    print("\n    every batch is proved; every promise was kept; slots and credits are exact")
    return 0


def _used(run: Run) -> int:
    """Credits, as the answers said."""
    pages: int = sum(case.latest["creditsUsed"] for case in run.cases if case.latest)
    documents: int = sum(one.latest["succeeded"] for one in run.documents if one.latest)
    return pages + documents


def _facts(run: Run, stack: LocalStack) -> dict[str, object]:
    received = [run.received_by(case).on(case.hook) for case in run.cases]
    received += [run.received_for(one) for one in run.documents]
    events = len(run.cases) + sum(one.generation for one in run.documents)
    return {
        "batches": _outcomes(run),
        "items": _rows(run),
        "documents": _documents(run),
        "kills": report.kills(run.killer),
        "sent again": dict(run.repeater.sent),
        "calls without an answer": dict(run.unanswered),
        "webhooks received": f"{sum(map(len, received))} for {events} events",
        "repairs by the sweeper": _repairs(stack),
        "left in the queues": run.repeater.waiting(),
        "slowest close": report.slowest(run.cases),
        "time": f"{run.seconds:.0f} s",
    }


def _documents(run: Run) -> dict[str, int]:
    read = [one for case in run.documents if case.results for one in case.results["documents"]]
    return dict(Counter(one["status"] for one in read))


def _outcomes(run: Run) -> dict[str, int]:
    words = (case.latest["status"] if case.latest else "never read" for case in run.cases)
    return dict(Counter(words))


def _rows(run: Run) -> dict[str, int]:
    rows: list[Any] = [row for case in run.cases if case.latest for row in case.latest["results"]]
    words = ("canceled" if row.get("canceled") else row["status"].lower() for row in rows)
    return dict(Counter(words))


def _repairs(stack: LocalStack) -> dict[str, int]:
    """By kind, from the lines that the sweeper logged."""
    events = stack.client("logs").filter_log_events(
        logGroupName=stack.resource("Logs"), filterPattern="repaired"
    )["events"]
    lines = [json.loads(event["message"]) for event in events]
    counts: Counter[str] = Counter()
    for line in lines:
        counts[line["repair"]] += line["times"]
    return dict(counts)


if __name__ == "__main__":
    sys.exit(main())
