"""How is the way to a violation told?"""

import re
from collections.abc import Iterable, Iterator

from tests.model.actions import STEP, Action, Made, Rules
from tests.model.machine import Place
from tests.model.world import Trigger, Violation, World


def told(rules: Rules, w: World, path: Iterable[Action | str]) -> Iterator[str]:
    """One line an action. The last one may break an invariant, or be a remark."""
    for action in path:
        if isinstance(action, str):
            yield action
            return
        try:
            new, made = rules.apply(w, action)
        except Violation:
            yield f"{_head(w, action)}{_next_call(w, action)} <- here"
            return
        yield f"{_head(w, action)}{'; '.join(map(_call, made))}"
        w = new


def _head(w: World, action: Action) -> str:
    what, about = action
    match what:
        case "step":
            return f"{_name(w.processes[about].trigger)}: "
        case "crash":
            return f"{_name(w.processes[about].trigger)} dies"
        case "deliver":
            return f"[{_name(about)}] "
        case "repeat":
            return f"[{_name(about)}, a second time] "
        case _:
            return _happening(action)


def _happening(action: Action) -> str:
    match action:
        case Action("expire", (chunk, position)):
            return f"the lease of item {chunk}.{position} is over"
        case Action("end", generation):
            return f"the last delivery's time is over (generation {generation})"
        case Action("pass"):
            return "a lease has passed since the erasure"
        case Action("send", (chunk, position)):
            return f"the bytes of document {chunk}.{position} come"
        case Action("unlink", (chunk, position)):
            return f"the link of document {chunk}.{position} has ended"
        case _:
            return "the input list gets lost"


def _name(trigger: Trigger) -> str:
    return " ".join([trigger.kind, *map(str, trigger.arguments)])


def _call(made: Made) -> str:
    step = made.place.step
    arguments = ", ".join(str(value) for value in step.arguments if not callable(value))
    result = "" if made.result is None else f" -> {_short(made.result)}"
    return f"{step.port}({arguments}){result}"


def _short(result: object) -> str:
    """A view's own name is nobody's business."""
    return re.sub(r"\b_(?=[A-Z])", "", str(result))


def _next_call(w: World, action: Action) -> str:
    if action.what == STEP:
        place = w.processes[action.about].place
        return f"{place.step.port}" if isinstance(place, Place) else ""
    return ""
