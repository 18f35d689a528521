"""What if a sentence of the protocol of documents were different?"""

from tests.model.breakage import Breakage

GROWING = {
    "add-again": Breakage(
        "documents-upload-again", "an upload does not look whether its document is there"
    ),
    "add-keeps-chunks": Breakage(
        "documents-reopen", "an upload that opens a chunk leaves `chunks`"
    ),
    "add-keeps-closed-chunk": Breakage(
        "documents-upload-three", "an upload leaves its chunk closed"
    ),
    "add-not-due": Breakage(
        "documents-reopen",
        "a batch opened again is not due again, nor one whose documents are handed over",
        ("begin-not-due",),
    ),
    "close-chunk-unconditional": Breakage(
        "documents-reopen-same", "a chunk is closed without checking expected and generation"
    ),
    "close-ignores-total": Breakage(
        "documents-reopen", "the close is not conditional on the total"
    ),
    "leave-due-at-newest-verdict": Breakage(
        "documents-reopen", "only the newest generation's event is waited for"
    ),
    "reader-mixes-generations": Breakage(
        "documents-reopen-same", "a reader does not compare the total with the tallies"
    ),
    "reopen-keeps-generation": Breakage("documents-reopen", "a batch opened again is no new one"),
    "sweep-arms-closed-only": Breakage(
        "documents-reopen", "the sweeper hands over owed events of closed batches only"
    ),
}

HANDED_OVER = {
    "hand-over-unnumbered": Breakage("hand-over-upload", "every hand-over is number 1"),
    "queue-before-begin": Breakage(
        "hand-over", "documents are queued before the batch says so and reserves for them"
    ),
    "end-before-rows": Breakage(
        "hand-over", "the dispatch is wanted before the documents are queued"
    ),
    "begin-on-closed": Breakage(
        "document-delete-hand-over", "a hand-over may begin on a batch that has closed meanwhile"
    ),
    "begin-not-due": Breakage("rest", "a hand-over does not put its batch on the due index"),
    "sweep-skips-hand-overs": Breakage(
        "hand-over-sweeper", "the sweeper goes on with no hand-over"
    ),
    "sent-before-tallies": Breakage(
        "hand-over-quiet", "the batch is sent before its chunks want their messages"
    ),
    "sent-without-number": Breakage("documents-quiet", "`wanted` and `sent` carry no numbers"),
    "want-once": Breakage(
        "documents-quiet", "a chunk that wants its messages already is not asked once more"
    ),
}

SETTLED = {
    "charge-at-close": Breakage("hand-over-upload", "hand-overs are charged when the batch closes"),
    "charge-early": Breakage(
        "hand-over-upload", "a hand-over is charged before all its documents have ended"
    ),
    "charge-unseen": Breakage(
        "charge", "one that began after the batch was read is taken for one without documents"
    ),
    "charge-under-way": Breakage("hand-over-sweeper", "a hand-over that is under way is charged"),
    "slot-unconditional": Breakage(
        "hand-over-dispatch", "a slot is freed whatever was handed over meanwhile"
    ),
    "slot-freed-in-work": Breakage(
        "documents-reopen-same", "a slot is freed whenever a document has ended"
    ),
    "slot-freed-on-later-read": Breakage(
        "hand-over-dispatch", "the batch is read after its documents, and its slot freed"
    ),
    "slot-after-read": Breakage(
        "hand-over-quiet-delete", "a slot is taken after the batch was read, not before"
    ),
    "slot-kept-idle": Breakage(
        "hand-over-quiet-idle", "whoever has taken a slot does not look whether it is needed"
    ),
    "event-before-settling": Breakage(
        "hand-over", "a closing event is handed over before what the batch held is given back"
    ),
    "sweep-settles-nothing": Breakage("link", "the sweeper charges nothing"),
}

RESTING = {
    "rest-in-work": Breakage(
        "rest-uploaded", "the sweeper lets a batch rest whose documents are in work"
    ),
    "rest-unconditional": Breakage(
        "rest", "the sweeper lets a batch rest whatever has become of it"
    ),
    "rest-though-put-back": Breakage(
        "document-delete-rest", "the sweeper lets a batch rest that was just put back"
    ),
    "delete-wakes-nobody": Breakage(
        "document-delete-rest", "whoever deletes a document does not put its batch back first"
    ),
}

DELETED = {
    "fence-stops-documents": Breakage(
        "documents-delete", "a document is not worked on once its batch is deleted"
    ),
    "settle-takes-processing": Breakage("documents-delete", "deleting ends documents in work"),
}

LINKED = {
    "bytes-unawaited": Breakage("link", "a document is begun though its bytes are not there"),
    "clock-after-bytes": Breakage(
        "link", "a worker looks at the clock after it has looked for bytes"
    ),
}

REGISTERED = {
    "another-decides": Breakage(
        "register-another", "what another receiver has answered decides for this one"
    ),
    "attempts-go-on": Breakage(
        "register-refused", "attempts at the receiver before count for the next one"
    ),
    "no-attempt-between": Breakage(
        "register-another", "no number is left for an attempt at the receiver before"
    ),
    "no-receiver-unchecked": Breakage(
        "documents-register", "`no receiver` is recorded without looking again"
    ),
    "register-blindly": Breakage(
        "register-back", "registering does not look whether the receiver has taken the event"
    ),
    "register-not-due": Breakage(
        "documents-register-crash", "an event owed again does not put its batch back"
    ),
    "register-then-arm": Breakage(
        "documents-register-crash", "registering and owing are two writes"
    ),
    "verdict-of-any-round": Breakage(
        "register-another", "a verdict is recorded though the event is owed once more since"
    ),
}

DOCUMENTS = GROWING | HANDED_OVER | SETTLED | RESTING | DELETED | LINKED | REGISTERED
