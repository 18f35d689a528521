"""What is explored of batches of documents?"""

from dataclasses import replace

from tests.model.configuration import Configuration
from tests.model.records import FIRST, SECOND
from tests.model.setting import Budget, Setting
from tests.model.world import Trigger

READ = Trigger("read", (None,))
UPLOAD = Trigger("upload", (10,))
UPLOAD_AGAIN = Trigger("upload", (10,), number=2)
"""The same once more."""
UPLOAD_ANOTHER = Trigger("upload", (11,))
PROCESS = Trigger("process")
PROCESS_TOO = Trigger("process", number=2)
PROCESS_UPLOADED = Trigger("process", after="upload")
PROCESS_UPLOADED_TOO = Trigger("process", after="upload", number=2)
DELETE = Trigger("delete")
DELETE_DOCUMENT = Trigger("delete-document", (0, 0))
REGISTER = Trigger("register", (FIRST,))
REGISTER_ANOTHER = Trigger("register", (SECOND,))
REGISTER_BACK = Trigger("register", (FIRST,), number=2)

_WEBHOOK = frozenset({"webhook"})
_DISPATCH = frozenset({"batch", "tally"})
_BUT_WEBHOOKS = frozenset({"batch", "tally", "message", "item", "event"})


def _handed_over(total: int, chunk: int, *, webhook: bool = True) -> Setting:
    return Setting(family="documents", total=total, chunk=chunk, webhook=webhook)


def _uploaded(total: int, chunk: int) -> Setting:
    return Setting(family="documents", total=total, chunk=chunk, uploaded=True)


def _paid(setting: Setting) -> Setting:
    return replace(setting, credits=True)


def _calls(*calls: Trigger) -> frozenset[Trigger]:
    return frozenset(calls)


GROWING = {
    "documents-reopen": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        whole=_WEBHOOK | _DISPATCH | {"message"},
    ),
    "documents-reopen-crash": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        budget=Budget(crashes=1),
        whole=_WEBHOOK | _DISPATCH | {"message", "event"},
    ),
    "documents-reopen-duplicate": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        budget=Budget(duplicates=1),
        whole=_WEBHOOK | _DISPATCH | {"message", "process", "upload", "event"},
    ),
    "documents-reopen-same": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD, PROCESS_UPLOADED, READ),
        whole=_WEBHOOK | _DISPATCH | {"message", "event"},
    ),
    "documents-upload": Configuration(
        setting=_handed_over(2, 1),
        calls=_calls(UPLOAD, READ),
        whole=_WEBHOOK | _DISPATCH | {"message", "event", "upload"},
    ),
    "documents-upload-three": Configuration(
        setting=_handed_over(3, 2), calls=_calls(UPLOAD), whole=_WEBHOOK | _DISPATCH | {"message"}
    ),
    "documents-upload-again": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD, UPLOAD_AGAIN),
        budget=Budget(crashes=1),
        whole=_WEBHOOK | _DISPATCH | {"message"},
    ),
    "documents-two-uploads": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD, UPLOAD_ANOTHER, PROCESS_UPLOADED),
        whole=_WEBHOOK | _DISPATCH | {"message", "event", "process", "item"},
    ),
    "documents-quiet": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        whole=_WEBHOOK | {"upload", "process", "message", "item", "event"},
        quiet=True,
    ),
}

HANDED_OVER = {
    "hand-over": Configuration(
        setting=_paid(_uploaded(1, 1)),
        calls=_calls(PROCESS, PROCESS_TOO),
        budget=Budget(crashes=1),
        whole=_WEBHOOK,
    ),
    "hand-over-sweeper": Configuration(
        setting=_paid(_uploaded(1, 1)),
        calls=_calls(PROCESS),
        budget=Budget(crashes=1, sweeps=1),
        whole=_WEBHOOK | _DISPATCH | {"item", "event", "message"},
    ),
    "hand-over-upload": Configuration(
        setting=_paid(_uploaded(1, 2)),
        calls=_calls(PROCESS, UPLOAD, PROCESS_UPLOADED_TOO),
        whole=_WEBHOOK | _DISPATCH | {"message", "event"},
    ),
    "hand-over-dispatch": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        whole=_WEBHOOK | {"message", "event", "process", "upload"},
    ),
    "hand-over-delete": Configuration(
        setting=_paid(_uploaded(1, 1)),
        calls=_calls(PROCESS, DELETE),
        whole=_WEBHOOK | {"tally", "message"},
    ),
    "hand-over-quiet": Configuration(
        setting=_uploaded(1, 1),
        calls=_calls(PROCESS),
        budget=Budget(crashes=1),
        whole=frozenset({"process"}),
        quiet=True,
    ),
    "hand-over-quiet-delete": Configuration(
        setting=_uploaded(1, 1),
        calls=_calls(PROCESS, DELETE),
        whole=frozenset({"process", "delete", "tally", "message", "webhook"}),
        quiet=True,
    ),
    "hand-over-quiet-idle": Configuration(
        setting=_uploaded(1, 2),
        calls=_calls(PROCESS, DELETE_DOCUMENT, UPLOAD),
        whole=_WEBHOOK
        | {"upload", "process", "delete-document", "tally", "message", "item", "event"},
        quiet=True,
    ),
    "charge": Configuration(
        setting=_paid(_handed_over(1, 1)),
        calls=_calls(UPLOAD, PROCESS_UPLOADED),
        whole=_WEBHOOK | _DISPATCH | {"message"},
    ),
    "rest": Configuration(
        setting=_uploaded(1, 1),
        calls=_calls(PROCESS),
        budget=Budget(sweeps=1),
        whole=_WEBHOOK | _DISPATCH | {"message", "item", "event"},
    ),
    "rest-uploaded": Configuration(
        setting=_handed_over(1, 2),
        calls=_calls(UPLOAD),
        budget=Budget(sweeps=1),
        whole=_WEBHOOK | _DISPATCH | {"upload", "message", "item", "event"},
    ),
    "link": Configuration(
        setting=replace(_handed_over(1, 1), linked=frozenset({0})),
        calls=_calls(DELETE_DOCUMENT),
        whole=_WEBHOOK | _DISPATCH,
    ),
}

DELETED = {
    "documents-delete": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(READ, DELETE),
        budget=Budget(leases=1),
        whole=_WEBHOOK | _DISPATCH | {"event"},
    ),
    "documents-delete-crash": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(DELETE),
        budget=Budget(crashes=1, leases=1),
        whole=_WEBHOOK | _DISPATCH | {"event"},
    ),
    "documents-reopen-delete": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(UPLOAD, PROCESS_UPLOADED, DELETE),
        whole=_WEBHOOK | _DISPATCH | {"message", "event", "item", "process"},
    ),
    "document-delete": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(DELETE_DOCUMENT, READ),
        budget=Budget(crashes=1),
        whole=_WEBHOOK | _DISPATCH | {"event"},
    ),
    "document-delete-hand-over": Configuration(
        setting=_paid(_uploaded(1, 1)),
        calls=_calls(PROCESS, DELETE_DOCUMENT),
        whole=_WEBHOOK | {"tally", "message", "event"},
    ),
    "document-delete-rest": Configuration(
        setting=_uploaded(1, 1),
        calls=_calls(DELETE_DOCUMENT),
        budget=Budget(sweeps=1, crashes=1),
        whole=_WEBHOOK | {"item", "event"},
    ),
}

REGISTERED = {
    "documents-register": Configuration(
        setting=_handed_over(1, 1, webhook=False),
        calls=_calls(UPLOAD, PROCESS_UPLOADED, REGISTER),
        whole=_DISPATCH | {"message", "item", "event", "process", "upload"},
    ),
    "documents-register-crash": Configuration(
        setting=_handed_over(1, 1, webhook=False),
        calls=_calls(REGISTER),
        budget=Budget(crashes=1),
        whole=_BUT_WEBHOOKS - {"item", "event"},
    ),
    "register-another": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(REGISTER_ANOTHER),
        budget=Budget(crashes=1, leases=1),
        whole=_BUT_WEBHOOKS,
    ),
    "register-back": Configuration(
        setting=_handed_over(1, 1),
        calls=_calls(REGISTER_ANOTHER, REGISTER_BACK),
        budget=Budget(crashes=1),
        whole=_BUT_WEBHOOKS | _WEBHOOK,
    ),
    "register-refused": Configuration(
        setting=replace(_handed_over(1, 1), receiver=(True,) * 3, refusing=FIRST),
        calls=_calls(REGISTER_ANOTHER),
        whole=_BUT_WEBHOOKS | {"register"},
    ),
}

DOCUMENTS = GROWING | HANDED_OVER | DELETED | REGISTERED
