"""`batchbell budgets` and `batchbell usage`: what may tenants spend, and what have they spent?"""

import argparse
from datetime import date

from batchbell.domain.budget import Budget, day_of
from batchbell.domain.errors import BatchbellError
from batchbell.domain.tally import Counts
from batchbell.runtime.deployment import Deployment
from batchbell.usecases.manage_keys import require_tenant

_MOST_CREDITS = 1_000_000_000_000
_MOST_DAYS = 400
"""So long charges are kept."""
_DAY_MS = 86_400_000


class BudgetChanged(BatchbellError):
    """Nothing was granted, or it is not known: somebody granted at the same moment."""


def add_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    """Add both groups to the command line."""
    group = groups.add_parser("budgets", help="show and change what tenants may spend")
    commands = group.add_subparsers(required=True, metavar="COMMAND")
    show = commands.add_parser("show", parents=[where], help="show a tenant's budget")
    show.add_argument("tenant")
    show.set_defaults(run=_show)
    grant = commands.add_parser(
        "grant",
        parents=[where],
        help="add credits; a tenant without a budget has one from now on",
        description="Adds to what is available, so that the same command once more adds once more;"
        " it prints the budget before and after. Less than nothing takes back. Jobs that were"
        " submitted before the first grant cost nothing.",
    )
    grant.add_argument("tenant")
    grant.add_argument("credits", metavar="CREDITS", type=_credits)
    grant.set_defaults(run=_grant)
    remove = commands.add_parser(
        "remove",
        parents=[where],
        help="let a tenant spend without a budget",
        description="Prints what it was. Jobs that run go on, and are no longer charged to it.",
    )
    remove.add_argument("tenant")
    remove.set_defaults(run=_remove)
    _add_usage_to(groups, where)


def _add_usage_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    usage = groups.add_parser(
        "usage",
        parents=[where],
        help="show a tenant's pages and credits by day",
        description="Days are those of UTC. A job counts for the day on which it closed. Kept for"
        f" {_MOST_DAYS} days.",
    )
    usage.add_argument("tenant")
    days = usage.add_mutually_exclusive_group()
    days.add_argument("--day", metavar="YYYY-MM-DD", type=_day, help="this day alone")
    days.add_argument(
        "--days",
        metavar="N",
        type=_days,
        default=7,
        help="the last N days, today included (default 7)",
    )
    usage.set_defaults(run=_usage)


def _show(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    print(_line(deployment.money().budgets.read(options.tenant)))
    return 0


def _grant(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    budgets = deployment.money().budgets
    before = budgets.read(options.tenant)
    if not budgets.grant(options.tenant, options.credits, before):
        raise BudgetChanged(
            "another grant came between, perhaps this very one, whose answer was lost;"
            f" see: batchbell budgets show {options.tenant}"
        )
    print(f"before  {_line(before)}")
    print(f"after   {_line(budgets.read(options.tenant))}")
    return 0


def _remove(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    budgets = deployment.money().budgets
    before = budgets.read(options.tenant)
    budgets.remove(options.tenant)
    print(f"removed  {_line(before)}")
    return 0


def _usage(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    ledger, now = deployment.money().ledger, deployment.now()
    last = [day_of(now - ago * _DAY_MS) for ago in reversed(range(options.days))]
    total = Counts()
    for day in [options.day] if options.day else last:
        counts = ledger.day(options.tenant, day)
        print(_counts(day, counts))
        total += counts
    if options.day is None:
        print(_counts("total     ", total))
    return 0


def _line(budget: Budget | None) -> str:
    if budget is None:
        return "no budget: nothing limits what this tenant spends"
    held = f"{budget.reserved} in {len(budget.reservations)} reservations"
    return (
        f"available {budget.available}  reserved {held}  charged {budget.charged}"
        f"  granted {budget.granted}"
    )


def _counts(name: str, counts: Counts) -> str:
    pages = f"succeeded {counts.succeeded}  failed {counts.failed}  canceled {counts.canceled}"
    return f"{name}  {pages}  credits {counts.credits}"


def _credits(text: str) -> int:
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 14 else 0
    if not 1 <= abs(number) <= _MOST_CREDITS:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 1 to {_MOST_CREDITS:,}, or less than 0 to take back"
        )
    return number


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("must be a day, such as 2026-11-29") from None


def _days(text: str) -> int:
    days = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not 1 <= days <= _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_MOST_DAYS}")
    return days
