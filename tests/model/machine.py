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
    aggregate,
    cancel,
    dispatch,
    documents,
    notify,
    purge,
    read_job,
    settle,
    submit_pages,
    sweep,
    work_pages,
)

Function: TypeAlias = Callable[..., Calls[Any]]

FUNCTIONS: dict[str, Function] = {
    "submit": submit_pages.submit,
    "batch": dispatch.dispatch_batch,
    "tally": dispatch.dispatch_tally,
    "fence": settle.settle,
    "message": work_pages.work,
    "item": aggregate.aggregate_item,
    "event": aggregate.aggregate_event,
    "webhook": notify.notify,
    "sweep": sweep.sweep,
    "read": read_job.read,
    "cancel": cancel.cancel,
    "purge": purge.purge,
    "upload": documents.upload,
    "process": documents.process,
    "delete": documents.delete,
    "register": documents.register,
}
"""What each kind of trigger sets going."""


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
