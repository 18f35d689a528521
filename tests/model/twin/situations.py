"""In which situations is the code held against the model?

One function at a time, cut short after any of its writes, in every state of the records that this
leads to. Functions side by side come in the configurations of `make model`, some of which the slow
tests play as well.
"""

from dataclasses import replace

from tests.model.configuration import Configuration
from tests.model.configurations import (
    CANCEL,
    PURGE,
    READ,
    READ_AGAIN,
    READ_CHUNK_1,
    STRAY,
    SUBMIT,
    SUBMIT_AGAIN,
)
from tests.model.records import FAILED, POSTPONED, SUCCEEDED
from tests.model.setting import Budget, Setting
from tests.model.world import Trigger


def _situation(setting: Setting, budget: Budget, *calls: Trigger) -> Configuration:
    return Configuration(setting=setting, budget=budget, calls=frozenset(calls), parallel=1)


SITUATIONS = {
    "submitted": _situation(Setting(), Budget(crashes=1), SUBMIT, SUBMIT_AGAIN),
    "one item": _situation(Setting(), Budget(crashes=1), CANCEL, READ),
    "one item, swept": _situation(Setting(), Budget(leases=1, sweeps=1), CANCEL, READ),
    "one item, dead workers": _situation(Setting(), Budget(crashes=2, leases=2, sweeps=1)),
    "stray message": replace(
        _situation(Setting(), Budget(crashes=1), CANCEL, READ, READ_AGAIN), strays=STRAY
    ),
    "two items": _situation(Setting(total=2, chunk=2), Budget(crashes=1), CANCEL, READ),
    "two chunks": _situation(Setting(total=2), Budget(), CANCEL, READ_CHUNK_1),
    "large": _situation(Setting(large=True), Budget(crashes=1), CANCEL, READ),
    "postponed": _situation(
        Setting(outcomes=(POSTPONED, SUCCEEDED, FAILED)), Budget(crashes=1, leases=1), CANCEL
    ),
    "input lost": _situation(Setting(), Budget(losses=1, crashes=1), CANCEL, READ),
    "erased": _situation(Setting(purges=True), Budget(sweeps=1), CANCEL, PURGE, READ),
    "receiver fails": _situation(
        Setting(receiver=(False, False)), Budget(crashes=1, leases=1, sweeps=1)
    ),
    "no receiver": _situation(Setting(webhook=False), Budget(crashes=1, sweeps=1)),
}
