"""What if a sentence of the protocol were different?

Each breakage must be found: that shows that the sentence is needed, and that the checks can fail.
"""

from tests.model.breakage import Breakage
from tests.model.breakages_of_documents import DOCUMENTS

SUBMIT_AND_WORK = {
    "submit-batch-first": Breakage("submit", "the batch record is written before its input list"),
    "submit-overwrites": Breakage("submit", "a second submission writes the batch record anew"),
    "claim-ignores-lease": Breakage("crash", "a claim does not look at the lease"),
    "claim-without-maximum": Breakage("crash", "attempts are not bounded"),
    "finish-any-attempt": Breakage("crash", "finish does not check the attempt"),
    "finish-any-state": Breakage("cancel", "finish does not check that the item is processing"),
    "postpone-any-attempt": Breakage("postponed", "a late attempt prolongs the wait of another"),
    "leased-message-deleted": Breakage(
        "quiet", "a message whose item is leased to another is done with"
    ),
    "no-fence-read": Breakage("cancel-large", "workers do not read the fence"),
    "turned-away-leaves-row": Breakage(
        "cancel", "a worker that finds the fence leaves its row processing"
    ),
}

CLOSE = {
    "counter": Breakage("crash-two", "tallies count records and nobody reads the items"),
    "fold-answers-before": Breakage("quiet", "a fold answers with the tally as it was before"),
    "fold-creates-tally": Breakage(
        "cancel-chunks", "a fold creates a missing tally", ("settle-makes-no-tallies",)
    ),
    "close-ignores-fence": Breakage("cancel-large", "the close is not conditional on the fence"),
    "close-ignores-start": Breakage("readers", "the close is not conditional on `started_at`"),
    "event-after-close": Breakage("crash", "the event is put after the close, not with it"),
    "leaves-due-at-close": Breakage("crash", "a batch leaves the due index when it closes"),
}

CANCEL = {
    "cancel-answers-first": Breakage("readers", "cancel answers before it settles"),
    "fence-takes-last-reason": Breakage(
        "lost-input", "the last to raise the fence names its reason"
    ),
    "settle-makes-no-tallies": Breakage(
        "cancel-chunks", "settling makes no tallies that the dispatcher has not made yet"
    ),
    "settle-folds-only-its-own": Breakage(
        "cancel-chunks", "settling folds what it canceled, not what had ended"
    ),
    "settle-unconditional": Breakage("cancel", "settling overwrites what has ended"),
}

READERS = {
    "reader-mixes-reads": Breakage("readers", "a reader takes the state from a later read"),
    "reader-derives": Breakage("readers", "a reader answers an outcome that it computed"),
    "reader-does-not-fold": Breakage(
        "readers-chunks", "a reader counts rows without recording them"
    ),
    "reader-marks-no-start": Breakage("readers", "a reader leaves a missing start as it is"),
    "reader-takes-starts-back": Breakage(
        "stray", "a reader shows a row as waiting whose ending no tally takes"
    ),
}

_NO_TELLING = "look-tells-nothing"
"""The sweeper's next look is a change of the batch's record, which tells the dispatcher once more.
"""

SWEEPER = {
    "sweep-skips-undispatched": Breakage(
        "crash-two", "the sweeper repeats no dispatch", (_NO_TELLING,)
    ),
    "sweep-only-settles-fenced": Breakage(
        "cancel", "a fenced batch is settled by the sweeper and nothing else", (_NO_TELLING,)
    ),
    "sweep-sends-fenced": Breakage(
        "cancel-sweeper",
        "the sweeper sends fenced batches instead of settling them",
        ("turned-away-leaves-row", _NO_TELLING),
    ),
}

ERASURE = {
    "notifier-lets-erased-go": Breakage(
        "purge", "a notifier lets go of an erased batch as of any other"
    ),
    "erasure-counts-at-once": Breakage(
        "purge-sweeper", "the sweeper lets go as soon as it has erased, without waiting a lease"
    ),
    "lease-ends-while-erasing": Breakage(
        "purge-sweeper", "the sweeper looks whether a lease has passed after it has erased"
    ),
    "leave-due-ignores-purge": Breakage(
        "purge-crash", "leaving the due index is not conditional on `purged_at`"
    ),
}

WEBHOOKS = {
    "delivery-unclaimed": Breakage(
        "webhook-three", "an attempt is begun without claiming its number"
    ),
    "leave-due-unconditional": Breakage(
        "documents-reopen", "a verdict takes the batch out of the due index whatever it is by now"
    ),
}

BREAKAGES = SUBMIT_AND_WORK | CLOSE | CANCEL | READERS | SWEEPER | ERASURE | WEBHOOKS | DOCUMENTS
