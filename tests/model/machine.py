"""Where is a function, and where is it after its next call?

A generator cannot be copied, so a place is kept as the results that lead to it, and played again
when somebody goes on from there for the first time. Two histories after which a function stands at
the same line of every frame, with the same values in them, are one place: what it has forgotten
keeps no states apart.
"""

from collections.abc import Callable, Hashable
from types import GeneratorType
from typing import Any, NamedTuple, TypeAlias

from tests.model.calls import Calls, Step
from tests.model.endings import Ending
from tests.model.setting import Setting
from tests.model.usecases import (
    add_document,
    admit,
    aggregate,
    cancel,
    delete_documents,
    dispatch,
    hand_over,
    notify,
    purge,
    read_job,
    register_webhook,
    settle,
    submit_pages,
    sweep,
    work_documents,
    work_pages,
)

Function: TypeAlias = Callable[..., Calls[Any]]


def _work(m: Setting, chunk: int, position: int) -> Calls[Ending]:
    """Pages and documents have queues of their own."""
    work = work_pages.work_page if m.pages else work_documents.work_document
    return work(m, chunk, position)


FUNCTIONS: dict[str, Function] = {
    "submit": submit_pages.submit,
    "batch": admit.begin,
    "tally": dispatch.dispatch_tally,
    "fence": settle.settle,
    "message": _work,
    "item": aggregate.aggregate_item,
    "event": aggregate.aggregate_event,
    "webhook": notify.notify,
    "sweep": sweep.sweep,
    "read": read_job.read,
    "cancel": cancel.cancel,
    "purge": purge.purge,
    "upload": add_document.upload,
    "process": hand_over.hand_over,
    "delete": delete_documents.delete_batch,
    "delete-document": delete_documents.delete_document,
    "register": register_webhook.register,
    "reclaim": admit.reclaim,
}
"""What each kind of trigger sets going. (`reclaim`: another of the tenant needs the slot.)"""


class Place:
    """A function that stands before `step`. The machine makes only one for each."""

    __slots__ = ("arguments", "kind", "results", "step")

    def __init__(
        self, kind: str, arguments: tuple[Any, ...], results: tuple[Any, ...], step: Step
    ) -> None:
        self.kind = kind
        self.arguments = arguments
        self.results = results
        self.step = step


class Ended(NamedTuple):
    """A function that has ended."""

    ending: Ending


class Machine:
    """All functions of one setting."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._begun: dict[tuple[str, tuple[Any, ...]], Place | Ended] = {}
        self._after: dict[tuple[Place, Any], Place | Ended] = {}
        self._places: dict[Hashable, Place] = {}

    def begin(self, kind: str, arguments: tuple[Any, ...]) -> Place | Ended:
        """A function that has just been called."""
        key = (kind, arguments)
        if key not in self._begun:
            self._begun[key] = self._play(kind, arguments, ())
        return self._begun[key]

    def after(self, place: Place, result: Any) -> Place | Ended:
        """The function after its call, when that came to this."""
        key = (place, result)
        if key not in self._after:
            self._after[key] = self._play(place.kind, place.arguments, (*place.results, result))
        return self._after[key]

    def _play(
        self, kind: str, arguments: tuple[Any, ...], results: tuple[Any, ...]
    ) -> Place | Ended:
        function = FUNCTIONS[kind](self._setting, *arguments)
        try:
            step = next(function)
            for result in results:
                step = function.send(result)
        except StopIteration as stop:
            return Ended(None if kind == "fence" else stop.value)
        new = Place(kind, arguments, results, step)
        return self._places.setdefault((kind, _frames(function)), new)


def _frames(function: Calls[Any]) -> tuple[Hashable, ...]:
    """Where the function stands, and what it remembers."""
    frames: list[Hashable] = []
    inner: Any = function
    while isinstance(inner, GeneratorType):
        frame = inner.gi_frame
        if frame is None:
            raise RuntimeError("a function that has ended stands nowhere")
        values = tuple(item for item in frame.f_locals.items() if not isinstance(item[1], Setting))
        frames.append((frame.f_code, frame.f_lasti, values))
        inner = inner.gi_yieldfrom
    return tuple(frames)
