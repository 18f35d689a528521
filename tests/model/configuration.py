"""What is explored at a time: a setting, what may go wrong, and who calls?"""

from dataclasses import dataclass, replace

from tests.model.ports.batches import new_batch
from tests.model.records import QUEUED, UPLOADED, Dispatch, Item, Purse, Tally
from tests.model.setting import NOTHING_GOES_WRONG, Budget, Setting
from tests.model.world import Trigger, World

_BREAKER = frozenset({"deliveries.may_dial", "deliveries.report_dial"})
_INPUT = frozenset({"specs.put", "specs.get"})
_RESULTS = frozenset({"results.put"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """One exploration.

    `parallel`: functions under way at a time. `whole`: kinds of triggers whose functions run in one
    go, because other configurations explore them; `snapshots`: so does every query. `quiet`:
    nothing is lost for good, and the sweeper stays at home. `strays`: messages that nobody sent,
    there before the batch is dispatched.
    """

    setting: Setting
    budget: Budget = NOTHING_GOES_WRONG
    calls: frozenset[Trigger] = frozenset()
    parallel: int = 2
    whole: frozenset[str] = frozenset()
    quiet: bool = False
    snapshots: bool = False
    strays: frozenset[Trigger] = frozenset()

    def broken(self, *names: str) -> "Configuration":
        """The same with sentences of the protocol broken."""
        return replace(self, setting=replace(self.setting, broken=frozenset(names)))

    @property
    def summary(self) -> str:
        """In a line: family, items a chunk, what may go wrong, who calls."""
        setting = self.setting
        chunks = [setting.length(chunk) for chunk in range(setting.chunks)]
        wrong = [f"{name} {n}" for name, n in self.budget._asdict().items() if n]
        calls = sorted(call.kind for call in self.calls)
        parts = [f"{setting.family} {chunks}", ", ".join(wrong), " ".join(calls)]
        kinds = ["strays"] * bool(self.strays) + ["quiet"] * self.quiet
        return "; ".join([*filter(None, parts), *kinds])

    @property
    def unnoticed(self) -> frozenset[str]:
        """Calls that nobody else can notice: they happen together with the one before."""
        kinds = {call.kind for call in self.calls}
        input_stays = not self.budget.losses and not kinds & {"submit", "purge"}
        results_stay = not self.setting.purges
        return (
            _BREAKER
            | (_INPUT if input_stays else set())
            | (_RESULTS if results_stay else set())
            | (set() if self.setting.pages else self._unnoticed_of_documents)
        )

    @property
    def _unnoticed_of_documents(self) -> frozenset[str]:
        """Nobody waits for a slot; documents stay known, their tallies are always there, and nobody
        reads the ledger.
        """
        names = [call.arguments for call in self.calls if call.kind == "upload"]
        once = len(set(names)) == len(names)
        linked = bool(self.setting.linked)
        return (
            frozenset({"slots.waiting", "tallies.put", "files.put"})
            | (frozenset() if self.setting.credits else {"budgets.read", "ledger.put"})
            | ({"documents.read"} if once else frozenset())
            | (frozenset() if linked else {"files.get"})
        )

    def start(self) -> World:
        """The first state: nothing yet, a batch just submitted, or documents that wait for their
        caller or were handed over.
        """
        w = World(self.setting, self.budget, self.calls)
        if any(call.kind == "submit" for call in self.calls):
            return w
        w.spec = not self.setting.uploaded
        if self.setting.pages:
            w.write_batch(new_batch(self.setting))
        else:
            _upload(w)
        w.pending |= self.strays
        return w


def _upload(w: World) -> None:
    """Documents wait for their caller; or they are handed over, and their messages are wanted."""
    setting = w.setting
    number = 0 if setting.uploaded else 1
    dispatch = Dispatch(wanted=False, number=number)
    w.write_batch(new_batch(setting)._replace(dispatch=dispatch, put_back=True))
    w.pending = frozenset()
    for chunk in range(setting.chunks):
        wanted = Dispatch(wanted=not setting.uploaded, number=number)
        w.write_tally(chunk, Tally(setting.length(chunk), wanted))
        for position in range(setting.length(chunk)):
            waits = Item(UPLOADED) if setting.uploaded else Item(QUEUED, hand_over=1)
            w.write_item(chunk, position, waits)
    w.links = frozenset(divmod(index, setting.chunk) for index in setting.linked)
    w.lacking = w.links
    if not setting.uploaded:
        w.slot, w.dispatched, w.asked = True, 1, setting.total
        w.purses = (Purse(reserved=setting.credits),)
