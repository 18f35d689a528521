"""Does the code still do what the model does?

Every call that the model makes in these situations, with every result that it can have, is made by
the code as well: the same port, at the same place, and the same records after it. Not compared:
times other than the order of starts, credits of pages, the contents of pages, documents and
answers, several messages or records in one invocation, port calls that fail, slots that others
hold, and the erasure of documents.
"""

import pytest

from tests.model.configuration import Configuration
from tests.model.configurations import CONFIGURATIONS
from tests.model.twin.comparison import Different
from tests.model.twin.situations import SITUATIONS
from tests.model.twin.ways import find_ways, play_all
from tests.simulation.chunks import chunks_of

SIDE_BY_SIDE = (
    *("cancel-sweeper", "lost-input", "postponed", "purge", "webhook-three"),
    *("hand-over-upload", "document-delete-hand-over", "document-delete-rest"),
    *("rest", "link", "register-another"),
)

CHANGES_OF_THE_MODEL = [
    ("submit-batch-first", "submitted"),
    ("settle-makes-no-tallies", "one item"),
    ("settle-unconditional", "one item"),
    ("turned-away-leaves-row", "one item"),
    ("reader-mixes-reads", "one item"),
    ("reader-does-not-fold", "one item"),
    ("reader-takes-starts-back", "stray message"),
    ("fold-answers-before", "one item"),
    ("event-after-close", "one item"),
    ("leaves-due-at-close", "one item"),
    ("cancel-answers-first", "two chunks"),
    ("leased-message-deleted", "postponed"),
    ("sweep-skips-undispatched", "no receiver"),
    ("queue-before-begin", "handed over"),
    ("end-before-rows", "handed over"),
    ("charge-at-close", "uploaded again"),
    ("slot-freed-in-work", "opened again, swept"),
    ("slot-kept-idle", "handed over"),
    ("rest-in-work", "opened again, swept"),
    ("delete-wakes-nobody", "a document deleted, swept"),
    ("bytes-unawaited", "bytes by a link"),
    ("attempts-go-on", "another receiver"),
    ("register-blindly", "another receiver"),
]


@pytest.mark.parametrize("name", SITUATIONS)
def test_model_and_code_agree(name: str) -> None:
    assert play(SITUATIONS[name]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SIDE_BY_SIDE)
def test_model_and_code_agree_side_by_side(name: str) -> None:
    assert play(CONFIGURATIONS[name]) > 0


@pytest.mark.parametrize(("breakage", "name"), CHANGES_OF_THE_MODEL)
def test_a_change_of_one_alone_is_noticed(breakage: str, name: str) -> None:
    with pytest.raises(Different):
        play(SITUATIONS[name].broken(breakage))


def play(configuration: Configuration) -> int:
    """-> how many ways were played."""
    with chunks_of(configuration.setting.chunk):
        return play_all(find_ways(configuration))
