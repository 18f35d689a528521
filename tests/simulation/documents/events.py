"""Was everybody told of every finish, and rightly?"""

from batchbell.domain.batch import Batch
from batchbell.domain.event import Event, Verdict
from batchbell.domain.standard_webhooks import signatures
from tests.memory.web import Posted
from tests.simulation.documents.clients import DocumentClients
from tests.simulation.system import System
from tests.simulation.violations import demand


def check_events(system: System, clients: DocumentClients, batch: Batch) -> None:
    """One event for each generation that closed, each with its verdict; what was posted is one of
    them, word for word; whoever is registered has the newest. Raises `Violation`.
    """
    events = system.world.records.events.get(batch.key, {})
    closed = batch.generation - batch.open
    demand(set(events) == set(range(1, closed + 1)), f"{len(events)} events, {closed} closes")
    ids = {event.id: event for event in events.values()}
    demand(len(ids) == closed, "two generations under one id")
    for event in events.values():
        demand(event.verdict is not Verdict.OWED, "an event is owed for ever")
    secrets = clients.secrets()
    for post in system.receiver.posted:
        about = ids.get(post.headers["webhook-id"])
        if about is not None:
            _check_post(post, about, clients.registrations.urls, secrets)
    if not batch.open and batch.webhook is not None:
        _check_told(system, batch, events[closed])


def check_nobody_else_was_told(system: System) -> None:
    """Every webhook is about an event that there is."""
    events = [system.world.records.events.get(key, {}) for key in system.keys]
    ids = {event.id for generations in events for event in generations.values()}
    posted = {post.headers["webhook-id"] for post in system.receiver.posted}
    demand(posted <= ids, "a webhook about nothing")


def _check_post(post: Posted, event: Event, urls: set[str], secrets: set[str]) -> None:
    demand(post.url in urls, "a webhook for nobody")
    demand(post.body == event.body.encode(), "a webhook whose body is not the event's")
    at = int(post.headers["webhook-timestamp"])
    given = post.headers["webhook-signature"].split()
    right = {signatures([one], event.id, at, post.body) for one in secrets}
    demand(right.intersection(given), "a webhook that nobody's secret signed")


def _check_told(system: System, batch: Batch, event: Event) -> None:
    """Whoever is registered when all is done was told, or did not want it."""
    assert batch.webhook is not None
    attempts = system.world.deliveries.attempts(event)
    url = batch.webhook.url
    counting = [attempt for attempt in attempts if attempt.number > event.attempts_before]
    match event.verdict:
        case Verdict.DELIVERED:
            taken = {attempt.url for attempt in attempts if attempt.delivered}
            demand(url in {event.taken_by, *taken}, "delivered, and to another receiver")
        case Verdict.EXHAUSTED:
            most = system.scenario.limits.webhook_retry.max_attempts
            demand(len(counting) >= most, "given up too early")
        case Verdict.REFUSED:
            demand(system.receiver.refused, "refused by nobody")
        case _:
            demand(False, "registered, and waits in silence")
