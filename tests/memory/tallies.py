"""The `Tallies` port in memory."""

from dataclasses import replace

from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Endings
from batchbell.domain.tally import Dispatch, Phase, Summary, Tally
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemoryTallies:
    """See `batchbell.ports.Tallies`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("tallies.put")
    def put(self, key: BatchKey, tally: Tally) -> bool:
        """Make a chunk's tally if it is absent."""
        if self._tally(key, tally.chunk):
            return False
        self._records.write_tally(key, tally)
        return True

    @atomic("tallies.read")
    def read(self, key: BatchKey, chunk: int) -> Tally | None:
        """One tally, or None."""
        return self._tally(key, chunk)

    @atomic("tallies.read_all")
    def read_all(self, key: BatchKey) -> dict[int, Tally]:
        """Every tally of a batch, by chunk."""
        return dict(sorted(self._records.tallies.get(key, {}).items()))

    @atomic("tallies.mark_sent")
    def mark_sent(self, key: BatchKey, seen: Tally, number: int, at: int) -> bool:
        """The dispatch as in `seen` becomes `sent#number`."""
        tally = self._tally(key, seen.chunk)
        if tally is None or str(tally.dispatch) != str(seen.dispatch):
            return False
        sent = Dispatch(Phase.SENT, number, at)
        self._records.write_tally(key, replace(tally, dispatch=sent))
        return True

    @atomic("tallies.want")
    def want(self, key: BatchKey, seen: Tally, at: int) -> bool:
        """The dispatch as in `seen` becomes `wanted`, with the next number."""
        tally = self._tally(key, seen.chunk)
        if tally is None or str(tally.dispatch) != str(seen.dispatch):
            return False
        wanted = Dispatch(Phase.WANTED, seen.dispatch.number + 1, at)
        self._records.write_tally(key, replace(tally, dispatch=wanted))
        return True

    @atomic("tallies.fold")
    def fold(self, key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        """Unite positions with the sets."""
        tally = self._tally(key, chunk)
        if tally is None or tally.generation > generation:
            return None
        united = _united(tally, endings)
        self._records.write_tally(key, united)
        return united

    @atomic("tallies.close_chunk")
    def close_chunk(self, key: BatchKey, seen: Tally, summary: Summary) -> bool:
        """Write the summary and add the chunk to `closed_chunks`."""
        tally, batch = self._tally(key, seen.chunk), self._records.batches.get(key)
        if tally is None or batch is None:
            return False
        if (tally.expected, tally.generation) != (seen.expected, seen.generation):
            return False
        self._records.write_tally(key, replace(tally, summary=summary))
        self._records.write_batch(batch.evolve(closed_chunks=batch.closed_chunks | {seen.chunk}))
        return True

    def _tally(self, key: BatchKey, chunk: int) -> Tally | None:
        return self._records.tallies.get(key, {}).get(chunk)


def _united(tally: Tally, endings: Endings) -> Tally:
    sets = {
        state.value: getattr(tally, state) | {p for p, s in endings.items() if s is state}
        for state in set(endings.values())
    }
    return replace(tally, **sets)
