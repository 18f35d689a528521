"""What can an operator do? `batchbell --help` says it.

Exit codes: 0 done; 1 a batch differs from its records; 2 wrong usage, not found, or AWS refused.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from botocore.exceptions import BotoCoreError, ClientError

from batchbell import __version__
from batchbell.commands import budgets, keys, tenants, verify
from batchbell.domain.errors import BatchbellError, SettingsInvalid, Unavailable
from batchbell.runtime.deployment import DEFAULT_STACK, Deployment, reach

FAILED = 2


def main(
    argv: Sequence[str] | None = None,
    deployment: Callable[[str | None, str | None], Deployment] = reach,
) -> int:
    """Run one command. -> the exit code. `deployment`: see `reach`."""
    options = _parser().parse_args(argv)
    try:
        code: int = options.run(options, deployment(options.stack, options.endpoint))
    except Unavailable as error:
        return _failed(f"AWS did not take the call ({error}); check region and address, try again")
    except SettingsInvalid as error:
        return _failed(f"{error}; or name the stack: --stack {DEFAULT_STACK}")
    except (BatchbellError, BotoCoreError, ClientError) as error:
        return _failed(str(error))
    return code


def _failed(reason: str) -> int:
    print(f"batchbell: {reason}", file=sys.stderr)
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="batchbell",
        description="Keys, tenants, credits and proofs of a Batchbell deployment.",
        parents=[_where(None)],
    )
    parser.add_argument("--version", action="version", version=f"Batchbell {__version__}")
    groups = parser.add_subparsers(required=True, metavar="COMMAND")
    where = _where(argparse.SUPPRESS)
    keys.add_to(groups, where)
    tenants.add_to(groups, where)
    budgets.add_to(groups, where)
    verify.add_to(groups, where)
    return parser


def _where(default: str | None) -> argparse.ArgumentParser:
    """The options of every command. They may stand before it, too: it keeps what was said there."""
    where = argparse.ArgumentParser(add_help=False, argument_default=default)
    where.add_argument(
        "--stack",
        metavar="NAME",
        help="the CloudFormation stack to act on; without it the one that the environment"
        f" describes (TENANT_TABLE, BATCH_TABLE, ...), else {DEFAULT_STACK}",
    )
    where.add_argument("--endpoint", metavar="URL", help="AWS on this machine (make run)")
    return where
