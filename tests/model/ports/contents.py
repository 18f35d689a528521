"""What do calls on inputs and results do?"""

from tests.model.calls import port
from tests.model.world import World


@port("specs.put")
def put_spec(w: World) -> None:
    """Store the input list."""
    w.spec = True


@port("specs.get")
def get_spec(w: World) -> bool:
    """Whether it is there."""
    return w.spec


@port("specs.erase")
def erase_spec(w: World) -> None:
    """Forget it."""
    w.spec = False


@port("results.put")
def put_result(w: World, chunk: int, position: int) -> None:
    """Store what an item came to."""
    if w.setting.purges:
        w.results |= {(chunk, position)}


@port("results.get")
def get_result(_: World) -> None:
    """What an item came to."""


@port("results.erase")
def erase_results(w: World) -> None:
    """Forget every result of the batch."""
    w.results = frozenset()
