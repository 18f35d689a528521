"""What is explored?

Small sizes, and each kind of trouble where it can do harm: not all of it everywhere, or the states
would be too many.
"""

from tests.model.configuration import Configuration
from tests.model.configurations_of_documents import DOCUMENTS
from tests.model.records import FAILED, POSTPONED, SUCCEEDED
from tests.model.setting import Budget, Setting
from tests.model.world import Trigger

CANCEL = Trigger("cancel")
PURGE = Trigger("purge")
PURGE_AFTER_SUBMIT = Trigger("purge", after="submit")
READ = Trigger("read", (None,))
READ_AGAIN = Trigger("read", (None,), number=2)
READ_CHUNK_0 = Trigger("read", ((0,),))
READ_CHUNK_1 = Trigger("read", ((1,),))
READ_AFTER_CANCEL = Trigger("read", ((0,),), after="cancel")
SUBMIT = Trigger("submit")
SUBMIT_AGAIN = Trigger("submit", number=2)
STRAY = frozenset({Trigger("message", (0, 0))})
"""About an item of the batch, before its tallies are there."""
_ONE = Setting()
_TWO = Setting(total=2)
_TWO_IN_ONE = Setting(total=2, chunk=2)
_POSTPONED = Setting(outcomes=(POSTPONED, SUCCEEDED, FAILED))


def _calls(*calls: Trigger) -> frozenset[Trigger]:
    return frozenset(calls)


_WEBHOOK = frozenset({"webhook"})
_DISPATCH = frozenset({"batch", "tally"})
_BUT_WEBHOOKS = frozenset({"batch", "tally", "message", "item", "event"})

CANCELING = {
    "cancel": Configuration(
        setting=_ONE,
        calls=_calls(CANCEL),
        budget=Budget(crashes=1, duplicates=1, leases=2),
        whole=_WEBHOOK,
    ),
    "cancel-three": Configuration(setting=_ONE, calls=_calls(CANCEL), parallel=3, whole=_WEBHOOK),
    "cancel-three-read": Configuration(
        setting=_ONE,
        calls=_calls(CANCEL, READ),
        parallel=3,
        whole=_WEBHOOK | _DISPATCH | {"message"},
    ),
    "cancel-two": Configuration(setting=_TWO_IN_ONE, calls=_calls(CANCEL, READ), whole=_WEBHOOK),
    "cancel-chunks": Configuration(
        setting=_TWO, calls=_calls(CANCEL, READ_AFTER_CANCEL), whole=_WEBHOOK
    ),
    "cancel-large": Configuration(
        setting=Setting(large=True),
        calls=_calls(CANCEL, READ),
        budget=Budget(duplicates=1, leases=1),
        whole=_WEBHOOK,
    ),
    "cancel-large-readers": Configuration(
        setting=Setting(large=True), calls=_calls(CANCEL, READ, READ_AGAIN), whole=_WEBHOOK
    ),
    "cancel-sweeper": Configuration(
        setting=_ONE, calls=_calls(CANCEL), budget=Budget(leases=2, sweeps=1), whole=_WEBHOOK
    ),
}

WORKING = {
    "submit": Configuration(
        setting=_ONE, calls=_calls(SUBMIT, SUBMIT_AGAIN), budget=Budget(crashes=1)
    ),
    "readers": Configuration(setting=_ONE, calls=_calls(CANCEL, READ, READ_AGAIN)),
    "readers-chunks": Configuration(
        setting=_TWO,
        calls=_calls(READ_CHUNK_0, READ_CHUNK_1),
        whole=_WEBHOOK | _DISPATCH | {"message"},
    ),
    "stray": Configuration(
        setting=_ONE, calls=_calls(READ, READ_AGAIN), strays=STRAY, whole=_WEBHOOK
    ),
    "stray-cancel": Configuration(
        setting=_ONE,
        calls=_calls(CANCEL, READ, READ_AGAIN),
        strays=STRAY,
        whole=_WEBHOOK | _DISPATCH | {"item", "event"},
    ),
    "crash": Configuration(
        setting=_ONE, calls=_calls(READ), budget=Budget(crashes=1, duplicates=1, leases=2)
    ),
    "crash-two": Configuration(
        setting=_TWO_IN_ONE, budget=Budget(crashes=1, duplicates=1, leases=1)
    ),
    "crash-chunks": Configuration(
        setting=_TWO, budget=Budget(crashes=1, duplicates=1, leases=1), whole=_WEBHOOK
    ),
    "postponed": Configuration(
        setting=_POSTPONED,
        calls=_calls(CANCEL),
        budget=Budget(duplicates=1, leases=1),
        whole=_WEBHOOK,
    ),
    "lost-input": Configuration(
        setting=_ONE, calls=_calls(CANCEL, READ), budget=Budget(losses=1), whole=_WEBHOOK
    ),
}

CLOSED = {
    "purge": Configuration(
        setting=Setting(purges=True),
        calls=_calls(CANCEL, PURGE),
        budget=Budget(leases=1),
    ),
    "purge-crash": Configuration(
        setting=Setting(purges=True),
        calls=_calls(PURGE),
        budget=Budget(crashes=1, leases=1),
    ),
    "purge-sweeper": Configuration(
        setting=Setting(purges=True),
        calls=_calls(CANCEL, PURGE),
        budget=Budget(sweeps=1),
        whole=_WEBHOOK | _DISPATCH | {"item", "cancel", "fence"},
    ),
    "purge-submit": Configuration(
        setting=Setting(purges=True),
        calls=_calls(SUBMIT, SUBMIT_AGAIN, PURGE_AFTER_SUBMIT),
        whole=_DISPATCH | {"message", "item"},
    ),
    "webhook": Configuration(
        setting=_ONE,
        budget=Budget(crashes=1, duplicates=1, leases=1, sweeps=1),
        whole=_BUT_WEBHOOKS,
    ),
    "webhook-three": Configuration(
        setting=_ONE,
        budget=Budget(duplicates=1, leases=1, sweeps=1),
        whole=_BUT_WEBHOOKS,
        parallel=3,
    ),
    "webhook-refused": Configuration(
        setting=Setting(receiver=(False, False)), budget=Budget(crashes=1, duplicates=1, leases=1)
    ),
    "webhook-none": Configuration(
        setting=Setting(webhook=False), budget=Budget(crashes=1, duplicates=1)
    ),
}

QUIET = {
    "quiet": Configuration(setting=_ONE, budget=Budget(crashes=1), quiet=True),
    "quiet-cancel": Configuration(
        setting=_ONE, calls=_calls(CANCEL), budget=Budget(crashes=1), quiet=True
    ),
    "quiet-chunks": Configuration(setting=_TWO, calls=_calls(CANCEL), whole=_WEBHOOK, quiet=True),
    "quiet-postponed": Configuration(
        setting=_POSTPONED, budget=Budget(crashes=2, duplicates=1), quiet=True
    ),
}

PAGES = CANCELING | WORKING | CLOSED | QUIET

CONFIGURATIONS = PAGES | DOCUMENTS

QUICK = (
    *("cancel", "cancel-chunks", "cancel-large", "cancel-sweeper"),
    *("submit", "stray", "crash-two", "postponed", "lost-input"),
    *CLOSED,
    *("quiet", "quiet-cancel", "quiet-postponed"),
    *("documents-reopen", "documents-register-crash", "rest-uploaded", "link"),
    *("hand-over-quiet-delete", "register-another", "register-back", "register-refused"),
)
"""What CI explores, with all breakages: two minutes and a half on one core."""
