"""What do sends do?"""

from tests.model.calls import port
from tests.model.world import Trigger, World


@port("item_queue.send")
def send_pages(w: World, chunk: int, positions: tuple[int, ...]) -> None:
    """The order to work on each."""
    for position in positions:
        w.emit(Trigger("message", (chunk, position)))


@port("webhook_queue.send")
def send_webhook(w: World, generation: int) -> None:
    """The order to deliver an event."""
    w.emit(Trigger("webhook", (generation,)))
