"""How are model and code played side by side?"""

from dataclasses import dataclass

from tests.memory.hooks import Killed
from tests.model.actions import FROM_CLIENTS, Action, Made, Rules
from tests.model.calls import CLOCK
from tests.model.configuration import Configuration
from tests.model.machine import Ended, Place
from tests.model.ports.batches import PUT_BACK
from tests.model.twin.code import new_code
from tests.model.twin.comparison import Different, check_ending, check_records
from tests.model.twin.documents import Office
from tests.model.twin.stream import brought
from tests.model.world import Process, Trigger
from tests.simulation.actors import Actor, Stage


@dataclass
class Run:
    """A use case under way, and where the model says it is."""

    place: Place
    trigger: Trigger
    actor: Actor


class Twin:
    """Both, from the beginning of a configuration. `play` raises `Different`."""

    def __init__(self, rules: Rules, configuration: Configuration) -> None:
        self._rules = rules
        self.model = configuration.start()
        self._stage = Stage()
        self._code = new_code(configuration.setting, self._stage)
        if self.model.record is not None:
            self._code.begin()
        self._pending = {*brought(self._code.world), *configuration.strays}
        self._runs: list[Run] = []

    def play(self, action: Action) -> tuple[Made, ...]:
        """It happens to both. -> the calls that were made."""
        before = self.model
        self._code.world.clock.advance(1)
        self.model, made = self._rules.apply(before, action)
        match action:
            case Action("step", index):
                self._make(self._take(before.processes[index]), made)
            case Action("crash", index):
                self._kill(self._take(before.processes[index]))
            case Action("deliver" | "repeat" as what, trigger):
                self._deliver(what, trigger, made)
            case Action("expire", (chunk, position)):
                self._code.expire(chunk, position)
            case Action("end", generation):
                self._code.end_delivery(generation)
            case _:
                self._happen(action)
        self._pending |= set(brought(self._code.world))
        check_records(self.model, self._code, self._pending)
        return made

    def _happen(self, action: Action) -> None:
        office = self._code.office
        match action:
            case Action("lose"):
                self._code.lose_input()
            case Action("pass"):
                self._code.let_lease_pass()
            case Action("send", place) if office:
                office.send_bytes(*place)
            case Action("unlink", place) if office:
                office.end_link(*place)

    def leave(self) -> None:
        """Whoever is under way is given up."""
        for run in self._runs:
            run.actor.go_on(Killed("the play is over"))

    def _deliver(self, what: str, trigger: Trigger, made: tuple[Made, ...]) -> None:
        if what == "deliver":
            self._pending.discard(trigger)
        if trigger == Trigger("sweep", (True,)) and self._code.office:
            self._let_look_come(self._code.office)
        function = self._code.function_of(trigger.kind, trigger.arguments)
        run = Run(made[0].place, trigger, Actor(trigger.kind, function))
        self._stage.enter(run.actor)
        self._make(run, made)

    def _let_look_come(self, office: Office) -> None:
        """Unless somebody is about to put it off, who does not take that long."""
        if not any(run.trigger.kind in PUT_BACK for run in self._runs):
            office.let_look_come()

    def _make(self, run: Run, made: tuple[Made, ...]) -> None:
        if run.trigger.kind == "sweep":
            self._code.age_sends(old=run.trigger.arguments[0])
        for call in made:
            self._expect(run, call.place)
            if not call.place.step.more and call.place.step.port != CLOCK:
                run.actor.go_on()
        after = made[-1].after
        if isinstance(after, Place):
            self._expect(run, after)
            run.place = after
            self._runs.append(run)
        else:
            self._end(run, after)

    def _expect(self, run: Run, place: Place) -> None:
        """A look at the clock is no call of the code's."""
        standing = "its end" if run.actor.done else run.actor.standing_at
        if place.step.port not in (standing, CLOCK):
            name = run.trigger.kind
            raise Different(f"{name}: {place.step.port} in the model, {standing} in the code")

    def _end(self, run: Run, ended: Ended) -> None:
        actor = run.actor
        if not actor.done:
            name = run.trigger.kind
            raise Different(f"{name}: its end in the model, {actor.standing_at} in the code")
        again = check_ending(self._code, run.trigger, ended.ending, actor.error or actor.result)
        if again:
            self._pending.add(run.trigger)

    def _kill(self, run: Run) -> None:
        run.actor.go_on(Killed("here"))
        if run.trigger.kind not in (*FROM_CLIENTS, "sweep"):
            self._pending.add(run.trigger)

    def _take(self, process: Process) -> Run:
        found = next(
            run
            for run in self._runs
            if run.place is process.place and run.trigger == process.trigger
        )
        self._runs.remove(found)
        return found
