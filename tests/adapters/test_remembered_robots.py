"""Is a robots.txt read once per origin and hour, and forgotten in time?"""

import threading
from dataclasses import dataclass, field

import pytest

from batchbell.adapters import robots
from batchbell.adapters.robots import FAILURE_KEPT_SECONDS, KEPT_SECONDS, RememberedRobots
from batchbell.domain.errors import PageFailed
from batchbell.domain.robots import RobotsRule, RobotsRules, robots_unreadable

RULES = RobotsRules((RobotsRule("/a", allows=False),))
HOME = "https://a.example"


@dataclass
class Reader:
    """A robots.txt, and how often it was read, at a time that the test sets."""

    outcome: RobotsRules | PageFailed = RULES
    seconds: float = 0
    reads: int = 0
    remembered: RememberedRobots = field(init=False)

    def __post_init__(self) -> None:
        self.remembered = RememberedRobots(lambda: self.seconds)

    def read(self) -> RobotsRules:
        """As an origin answers."""
        self.reads += 1
        if isinstance(self.outcome, PageFailed):
            raise self.outcome
        return self.outcome

    def rules(self, origin: str = HOME) -> RobotsRules:
        """What a page of the origin is told."""
        return self.remembered.rules(origin, self.read, lambda: 5.0)


@pytest.mark.parametrize(("later", "reads"), [(KEPT_SECONDS - 1, 1), (KEPT_SECONDS, 2)])
def test_rules_are_good_for_an_hour(later: float, reads: int) -> None:
    reader = Reader()
    assert reader.rules() == RULES
    reader.seconds = later
    assert reader.rules() == RULES
    assert reader.reads == reads


def test_each_origin_has_its_own() -> None:
    reader = Reader()
    reader.rules()
    reader.rules("http://a.example")
    reader.rules("https://a.example:8443")
    assert reader.reads == 3


@pytest.mark.parametrize(
    ("later", "reads"), [(FAILURE_KEPT_SECONDS - 1, 1), (FAILURE_KEPT_SECONDS, 2)]
)
def test_a_failure_is_remembered_shortly(later: float, reads: int) -> None:
    reader = Reader(robots_unreadable("HTTP 503", retry_after_ms=7))
    for seconds in (0, later):
        reader.seconds = seconds
        with pytest.raises(PageFailed) as failed:
            reader.rules()
        assert (failed.value.retryable, failed.value.retry_after_ms) == (True, 7)
    assert reader.reads == reads


def test_a_site_that_is_back_is_read_again() -> None:
    reader = Reader(robots_unreadable("HTTP 503"))
    with pytest.raises(PageFailed):
        reader.rules()
    reader.outcome, reader.seconds = RULES, FAILURE_KEPT_SECONDS
    assert reader.rules() == RULES


def test_the_origin_not_asked_for_longest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "MOST_ORIGINS", 2)
    reader = Reader()
    for origin in ("a", "b", "a", "c", "a", "b"):
        reader.rules(origin)
    assert reader.reads == 4


def test_heavy_rules_push_out_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "MOST_BYTES", RULES.weight)
    reader = Reader()
    for origin in ("a", "a", "b", "b", "a"):
        reader.rules(origin)
    assert reader.reads == 3


def test_pages_that_come_together_ask_once() -> None:
    """The others wait for the answer of the first."""
    reader, asked, answer = Reader(), threading.Event(), threading.Event()

    def slowly() -> RobotsRules:
        asked.set()
        answer.wait(5)
        return reader.read()

    told: list[RobotsRules] = []
    pages = [
        threading.Thread(
            target=lambda: told.append(reader.remembered.rules(HOME, slowly, lambda: 5.0))
        )
        for _ in range(4)
    ]
    for page in pages:
        page.start()
    asked.wait(5)
    answer.set()
    for page in pages:
        page.join()
    assert (told, reader.reads) == ([RULES] * 4, 1)


def test_nobody_waits_longer_than_there_is_time() -> None:
    reader = Reader()
    inside, done = threading.Event(), threading.Event()

    def slowly() -> RobotsRules:
        inside.set()
        done.wait(5)
        return RULES

    other = threading.Thread(target=lambda: reader.remembered.rules(HOME, slowly, lambda: 5.0))
    other.start()
    inside.wait(5)
    with pytest.raises(TimeoutError):
        reader.remembered.rules(HOME, reader.read, lambda: 0.01)
    done.set()
    other.join()
    assert reader.reads == 0


def test_what_is_raised_besides_leaves_the_place_free() -> None:
    reader = Reader()

    def late() -> RobotsRules:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        reader.remembered.rules(HOME, late, lambda: 5.0)
    assert reader.rules() == RULES
