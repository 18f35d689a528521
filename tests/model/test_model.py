"""Does the model hold where that is soon known, and does it find what is broken?

All of it is `make model`.
"""

import re
from pathlib import Path

import pytest

from tests.model.breakages import BREAKAGES
from tests.model.configurations import CONFIGURATIONS, QUICK
from tests.model.jobs import Job, job_of, run

SMALL = (
    *("submit", "webhook-none", "quiet"),
    *("documents-register-crash", "register-back", "register-refused"),
)
SOON_FOUND = [
    *("submit-batch-first", "submit-overwrites", "claim-ignores-lease", "claim-without-maximum"),
    *("finish-any-attempt", "postpone-any-attempt", "leased-message-deleted", "no-fence-read"),
    *("fold-answers-before", "fold-creates-tally", "cancel-answers-first"),
    *("fence-takes-last-reason", "settle-makes-no-tallies", "settle-folds-only-its-own"),
    *("reader-mixes-reads", "reader-derives", "reader-does-not-fold", "reader-marks-no-start"),
    "reader-takes-starts-back",
    *("sweep-skips-undispatched", "sweep-sends-fenced", "delivery-unclaimed"),
    *("add-keeps-chunks", "add-not-due", "close-chunk-unconditional", "fence-stops-documents"),
    *("add-again", "queue-before-begin", "end-before-rows", "begin-not-due", "begin-on-closed"),
    *("sweep-skips-hand-overs", "charge-at-close", "charge-early", "slot-freed-in-work"),
    *("rest-unconditional", "rest-in-work", "delete-wakes-nobody"),
    *("bytes-unawaited", "clock-after-bytes", "register-blindly", "register-not-due"),
    *("another-decides", "attempts-go-on", "verdict-of-any-round"),
    *("leave-due-unconditional", "no-receiver-unchecked", "register-then-arm"),
    *("reopen-keeps-generation", "settle-takes-processing", "sweep-arms-closed-only"),
]


@pytest.mark.parametrize("name", SMALL)
def test_everything_holds(name: str) -> None:
    found = run(Job(name)).found
    assert found.violation is None, "\n".join(found.trace)


@pytest.mark.parametrize("name", SOON_FOUND)
def test_a_breakage_is_found(name: str) -> None:
    assert run(job_of(name)).found.violation is not None


def test_every_breakage_breaks_a_sentence_and_every_sentence_has_its_breakage() -> None:
    sources = "".join(path.read_text() for path in Path(__file__).parent.rglob("*.py"))
    broken = set(re.findall(r'breaks\("([a-z-]+)"\)', sources))
    partners = {partner for breakage in BREAKAGES.values() for partner in breakage.with_}
    assert broken == BREAKAGES.keys() | partners


def test_what_is_named_exists() -> None:
    assert {*SMALL, *QUICK, *(b.shows_in for b in BREAKAGES.values())} <= CONFIGURATIONS.keys()
