"""Which deployment does an operator's command act on?

That of the environment, if it names the tables as the functions' own does; else that of a stack.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass

from batchbell.adapters.stack import cloudformation_client, stack_environment
from batchbell.ports import Allowances, Deliveries, Keys, Store
from batchbell.ports.budgets import Money
from batchbell.runtime import wiring

DEFAULT_STACK = "batchbell"
_ON_THIS_MACHINE = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
}
"""What an emulator asks for, and does not look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """What commands work with; each part is built when it is asked for."""

    keys: Callable[[], Keys]
    allowances: Callable[[], Allowances]
    money: Callable[[], Money]
    store: Callable[[], Store]
    deliveries: Callable[[], Deliveries]
    now: Callable[[], int]
    random_hex: Callable[[int], str]


def reach(stack: str | None, endpoint: str | None) -> Deployment:
    """The deployment of a stack, or (None) of the environment. Raises `StackUnknown`.

    `endpoint`: where AWS is, when it is on this machine.
    """
    if endpoint is not None:
        os.environ["AWS_ENDPOINT_URL"] = endpoint
        for name, value in _ON_THIS_MACHINE.items():
            os.environ.setdefault(name, value)
    if stack is not None or "TENANT_TABLE" not in os.environ:
        os.environ.update(stack_environment(cloudformation_client(), stack or DEFAULT_STACK))
    return Deployment(
        keys=wiring.keys,
        allowances=wiring.allowances,
        money=wiring.money,
        store=wiring.store,
        deliveries=wiring.deliveries,
        now=wiring.now,
        random_hex=wiring.random_hex,
    )
