"""`batchbell tenants`: how much may a tenant ask for?"""

import argparse
from dataclasses import asdict

from batchbell.domain.allowance import LONGEST_CACHE_SECONDS
from batchbell.runtime.deployment import Deployment
from batchbell.usecases.manage_keys import require_tenant

_MOST = 1_000_000_000
_DEFAULT = "default"
_NUMBERS = {
    "writes_a_minute": "calls that submit, convert or cancel, for each key and minute",
    "reads_a_minute": "calls that read, for each key and minute",
    "slots": "batches that may run at a time",
}
"""Options of `set`, by the names of `Allowance`."""
_CACHE = "cache_seconds"
_ROBOTS = {"honoured": 1, "ignored": 0, _DEFAULT: None}


def add_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    """Add the group to the command line."""
    group = groups.add_parser("tenants", help="show and set what tenants may do")
    commands = group.add_subparsers(required=True, metavar="COMMAND")
    show = commands.add_parser("show", parents=[where], help="show what a tenant may do")
    show.add_argument("tenant")
    show.set_defaults(run=_show)
    _add_set(commands, where)


def _add_set(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    change = commands.add_parser(
        "set",
        parents=[where],
        help="give a tenant numbers of its own",
        description=f"Each is a whole number, or {_DEFAULT}: the deployment's. Holds within half a"
        " minute.",
    )
    change.add_argument("tenant")
    for name, meaning in _NUMBERS.items():
        change.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="N",
            type=_number,
            default=argparse.SUPPRESS,
            help=meaning,
        )
    change.add_argument(
        "--cache-seconds",
        metavar="N",
        type=_seconds,
        default=argparse.SUPPRESS,
        help="how old a page may be that is answered again; 0: each is fetched anew",
    )
    change.add_argument(
        "--robots",
        choices=_ROBOTS,
        default=argparse.SUPPRESS,
        help="whether robots.txt is honoured",
    )
    change.set_defaults(run=_set)


def _show(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    shown = asdict(deployment.allowances().read(options.tenant))
    shown["robots"] = "honoured" if shown["robots"] else "ignored"
    for name, value in shown.items():
        print(f"{name.replace('_', '-')}  {value}")
    return 0


def _set(options: argparse.Namespace, deployment: Deployment) -> int:
    require_tenant(options.tenant)
    given = {name: value for name, value in vars(options).items() if name in {*_NUMBERS, _CACHE}}
    if "robots" in options:
        given["robots"] = _ROBOTS[options.robots]
    deployment.allowances().change(options.tenant, given)
    return _show(options, deployment)


def _number(text: str) -> int | None:
    """None: the deployment's."""
    if text == _DEFAULT:
        return None
    return _whole(text, 1, _MOST)


def _seconds(text: str) -> int | None:
    """None: the deployment's."""
    if text == _DEFAULT:
        return None
    return _whole(text, 0, LONGEST_CACHE_SECONDS)


def _whole(text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 11 else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {most:,}, or {_DEFAULT}"
        )
    return number
