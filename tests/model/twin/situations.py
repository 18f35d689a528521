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
from tests.model.configurations_of_documents import (
    DELETE,
    DELETE_DOCUMENT,
    PROCESS,
    PROCESS_UPLOADED,
    REGISTER,
    REGISTER_ANOTHER,
    REGISTER_BACK,
    UPLOAD,
    UPLOAD_AGAIN,
)
from tests.model.records import FAILED, FIRST, POSTPONED, SUCCEEDED
from tests.model.setting import Budget, Setting
from tests.model.world import Trigger


def _situation(setting: Setting, budget: Budget, *calls: Trigger) -> Configuration:
    return Configuration(setting=setting, budget=budget, calls=frozenset(calls), parallel=1)


PAGES = {
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


def _documents(total: int, chunk: int, *, uploaded: bool = False) -> Setting:
    return Setting(family="documents", total=total, chunk=chunk, uploaded=uploaded, credits=True)


DOCUMENTS = {
    "handed over": _situation(_documents(1, 1, uploaded=True), Budget(crashes=1), PROCESS, READ),
    "handed over, swept": _situation(_documents(1, 1, uploaded=True), Budget(sweeps=1), PROCESS),
    "handed over without credits": _situation(
        replace(_documents(2, 1, uploaded=True), credits=False), Budget(), PROCESS
    ),
    "uploaded again": _situation(_documents(1, 2), Budget(crashes=1), UPLOAD, UPLOAD_AGAIN),
    "opened again": _situation(_documents(1, 1), Budget(), UPLOAD, PROCESS_UPLOADED),
    "opened again, swept": _situation(_documents(1, 1), Budget(sweeps=1), UPLOAD),
    "a document deleted": _situation(
        _documents(2, 2, uploaded=True), Budget(), DELETE_DOCUMENT, PROCESS
    ),
    "a document deleted, swept": _situation(
        _documents(1, 1, uploaded=True), Budget(sweeps=1), DELETE_DOCUMENT, PROCESS
    ),
    "a batch deleted": _situation(_documents(1, 1), Budget(leases=1), DELETE, READ),
    "a batch deleted, uploaded to": _situation(_documents(1, 1), Budget(), DELETE, UPLOAD),
    "a batch deleted, swept": _situation(
        _documents(1, 1, uploaded=True), Budget(sweeps=1), DELETE, PROCESS
    ),
    "bytes by a link": _situation(
        replace(_documents(1, 1), linked=frozenset({0})), Budget(leases=1), DELETE_DOCUMENT
    ),
    "a document postponed": _situation(
        replace(_documents(1, 1), outcomes=(POSTPONED, SUCCEEDED, FAILED)),
        Budget(crashes=1, leases=1),
    ),
    "registered late": _situation(
        replace(_documents(1, 1), webhook=False), Budget(crashes=1), REGISTER
    ),
    "another receiver": _situation(
        _documents(1, 1), Budget(crashes=1), REGISTER_ANOTHER, REGISTER_BACK
    ),
    "a receiver that refuses": _situation(
        replace(_documents(1, 1), receiver=(True, True), refusing=FIRST),
        Budget(sweeps=1),
        REGISTER_ANOTHER,
    ),
}
"""Of batches of documents."""

SITUATIONS = PAGES | DOCUMENTS
