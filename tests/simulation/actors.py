"""How do several invocations run at the same time, one port call each in turn?

Every invocation is a greenlet that stands before its next port call until it is told to go on: who
that is decides the simulation, and nothing else runs meanwhile.
"""

from collections.abc import Callable

from aws_lambda_powertools.event_handler.api_gateway import BaseRouter
from greenlet import getcurrent, greenlet

from tests.memory.hooks import Killed


class Actor:
    """One invocation under way.

    `skew_ms`: how far its clock is off. `deadline`: when Lambda ends it (epoch ms).
    """

    def __init__(
        self,
        name: str,
        action: Callable[[], object],
        skew_ms: int = 0,
        deadline: int = 0,
        began: int = 0,
    ) -> None:
        self.name = name
        self.skew_ms = skew_ms
        self.deadline = deadline
        self.began = began
        """At which step of the simulation."""
        self.standing_at = ""
        """The port call that it makes next."""
        self.harmed = False
        """Whether a fault has struck it."""
        self.killed = False
        self.unheard = False
        """Whether nobody hears that it ended, so that its trigger comes again."""
        self.error: Exception | None = None
        self.result: object = None
        self.greenlet = greenlet(lambda: self._run(action))
        self._fault: BaseException | None = None
        self._doubt: Exception | None = None
        self._request = _Request()

    @property
    def done(self) -> bool:
        """Whether it has ended, one way or another."""
        return bool(self.greenlet.dead)

    def go_on(self, fault: BaseException | None = None, doubt: Exception | None = None) -> None:
        """Make the call it stands before, and go up to the next or to its end.

        `fault` is raised in place of the call, `doubt` once it has happened.
        """
        self._fault, self._doubt = fault, doubt
        self.harmed = self.harmed or fault is not None or doubt is not None
        self._request.swap()
        self.greenlet.switch()
        self._request.swap()

    def stand(self, call_name: str) -> None:
        """Called by itself, before each port call."""
        self.standing_at = call_name
        if not self.killed and self.greenlet.parent is not None:
            self.greenlet.parent.switch()
        fault, self._fault = self._fault, None
        if self.killed or isinstance(fault, Killed):
            self.killed = True
            raise Killed(call_name)
        if fault is not None:
            raise fault

    def answer(self) -> None:
        """Called by itself, after each port call."""
        doubt, self._doubt = self._doubt, None
        if doubt is not None:
            raise doubt

    def _run(self, action: Callable[[], object]) -> None:
        try:
            self.result = action()
        except Killed:
            self.killed = True
        except Exception as error:  # noqa: BLE001  # whoever began the invocation looks at it
            self.error = error


class Stage:
    """The hook that lets actors stand before their calls; other calls go through."""

    def __init__(self) -> None:
        self._actors: dict[greenlet, Actor] = {}

    def enter(self, actor: Actor) -> None:
        """An actor whose calls are seen from now on; it goes up to its first."""
        self._actors[actor.greenlet] = actor
        actor.go_on()

    def leave(self, actor: Actor) -> None:
        """It has ended."""
        del self._actors[actor.greenlet]

    def current(self) -> Actor | None:
        """The actor that runs now."""
        return self._actors.get(getcurrent())

    def before(self, call_name: str) -> None:
        """Stands until it is this actor's turn."""
        actor = self.current()
        if actor is not None:
            actor.stand(call_name)

    def after(self, call_name: str) -> None:
        """Goes on, or is left in doubt."""
        actor = self.current()
        if actor is not None:
            actor.answer()


class _Request:
    """The library keeps the request of a process in its class: each actor has its own."""

    _NAMES = ("current_event", "lambda_context")

    def __init__(self) -> None:
        self._kept: dict[str, object] = dict.fromkeys(self._NAMES)

    def swap(self) -> None:
        """Comes in, or goes out again."""
        for name in self._NAMES:
            here = getattr(BaseRouter, name, None)
            setattr(BaseRouter, name, self._kept[name])
            self._kept[name] = here
