"""How do several functions run at the same time, one port call each in turn?

Every function has a thread of its own, but only the one whose turn it is runs: who that is decides
the test, so a seed plays the same piece again.
"""

from collections.abc import Callable
from threading import Semaphore, Thread, current_thread

from tests.memory.hooks import Killed

_PATIENCE_S = 60.0


class Actor:
    """One function under way. Stands before its next port call until it is told to go on."""

    def __init__(self, action: Callable[[], object]) -> None:
        self._action = action
        self._turn, self._pause = Semaphore(0), Semaphore(0)
        self._error: BaseException | None = None
        self._fault: BaseException | None = None
        self._doubt: BaseException | None = None
        self.done = False
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def go_on(self, fault: BaseException | None = None, doubt: BaseException | None = None) -> None:
        """Make the port call it stands before, and go up to the next or to its end.

        `fault` is raised in place of the call, `doubt` once it has happened.
        """
        self._fault, self._doubt = fault, doubt
        self._turn.release()
        assert self._pause.acquire(timeout=_PATIENCE_S), "a function stands still"
        if self._error is not None:
            raise self._error

    def stand(self) -> None:
        """Called in its own thread, before each port call."""
        self._pause.release()
        self._turn.acquire()
        fault, self._fault = self._fault, None
        if fault is not None:
            raise fault

    def answer(self) -> None:
        """Called in its own thread, after each port call."""
        doubt, self._doubt = self._doubt, None
        if doubt is not None:
            raise doubt

    def _run(self) -> None:
        self._turn.acquire()
        try:
            if self._fault is None:
                self._action()
        except Killed:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the test is
            self._error = error
        finally:
            self.done = True
            self._pause.release()


class Stage:
    """The hook that lets actors stand before their calls; calls from other threads go through."""

    def __init__(self) -> None:
        self.actors: list[Actor] = []

    def enter(self, action: Callable[[], object]) -> Actor:
        """One more function is under way."""
        actor = Actor(action)
        self.actors.append(actor)
        return actor

    def go_on(
        self,
        actor: Actor,
        fault: BaseException | None = None,
        doubt: BaseException | None = None,
    ) -> None:
        """One step; whoever has ended leaves."""
        actor.go_on(fault, doubt)
        if actor.done:
            self.actors.remove(actor)

    def before(self, call_name: str) -> None:
        """Stands until it is this actor's turn."""
        for actor in self._here():
            actor.stand()

    def after(self, call_name: str) -> None:
        """Goes on at once, or is left in doubt."""
        for actor in self._here():
            actor.answer()

    def _here(self) -> list[Actor]:
        return [actor for actor in self.actors if actor.thread is current_thread()]
