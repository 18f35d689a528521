"""The `Tallies` port on DynamoDB: how are reports united, and how is a chunk closed?"""

from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import TALLY, batch_partition, batch_row_key, tally_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.tally_row import summary_value, tally_of, tally_row
from batchbell.adapters.writes import ABSENT, PRESENT, Put, Update, as_seen, assign, seen_values
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Endings
from batchbell.domain.tally import Dispatch, Phase, Summary, Tally


class TallyRecords:
    """See `batchbell.ports.Tallies`.

    `retention_ms`: the longest that any living batch is kept. Counted from a tally's making,
    which is later than its batch's, it makes the record outlive the batch's content.
    """

    def __init__(self, table: Table, retention_ms: int) -> None:
        self._table = table
        self._retention_ms = retention_ms

    def put(self, key: BatchKey, tally: Tally) -> bool:
        """Make a chunk's tally if it is absent."""
        ttl = part_ttl(tally.dispatch.at + self._retention_ms)
        return self._table.put(Put(tally_row(key, tally, ttl), ABSENT))

    def read(self, key: BatchKey, chunk: int) -> Tally | None:
        """One tally, or None."""
        row = self._table.read(tally_row_key(key, chunk))
        return tally_of(row) if row else None

    def read_all(self, key: BatchKey) -> dict[int, Tally]:
        """Every tally of a batch, by chunk."""
        tallies = map(tally_of, self._table.read_partition(batch_partition(key), TALLY))
        return {tally.chunk: tally for tally in tallies}

    def mark_sent(self, key: BatchKey, seen: Tally, number: int, at: int) -> bool:
        """The dispatch as in `seen` becomes `sent#number`."""
        return self._dispatched(key, seen, Dispatch(Phase.SENT, number, at))

    def want(self, key: BatchKey, seen: Tally, at: int) -> bool:
        """The dispatch as in `seen` becomes `wanted`, with the next number."""
        return self._dispatched(key, seen, Dispatch(Phase.WANTED, seen.dispatch.number + 1, at))

    def fold(self, key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        """Unite positions with the sets."""
        if not endings:
            tally = self.read(key, chunk)
            return tally if tally and tally.generation <= generation else None
        sets = _positions(endings)
        update = Update(
            tally_row_key(key, chunk),
            "ADD " + ", ".join(f"#{state} :{state}" for state in sets),
            f"{PRESENT} AND #generation <= :generation",
            {**sets, "generation": generation},
        )
        answer = self._table.update(update)
        return tally_of(answer.row) if answer.accepted and answer.row else None

    def close_chunk(self, key: BatchKey, seen: Tally, summary: Summary) -> bool:
        """Write the summary and add the chunk to `closed_chunks`, in one transaction."""
        as_read = {"expected": seen.expected, "generation": seen.generation}
        return self._table.transact(
            Update(
                tally_row_key(key, seen.chunk),
                "SET #summary = :summary",
                as_seen(as_read),
                {"summary": summary_value(summary), **seen_values(as_read)},
            ),
            Update(
                batch_row_key(key),
                "ADD #closed_chunks :closed",
                PRESENT,
                {"closed": frozenset({seen.chunk})},
            ),
        )

    def _dispatched(self, key: BatchKey, seen: Tally, dispatch: Dispatch) -> bool:
        change = {"dispatch": str(dispatch), "dispatched_at": dispatch.at}
        update = Update(
            tally_row_key(key, seen.chunk),
            assign(change),
            "#dispatch = :seen",
            {**change, "seen": str(seen.dispatch)},
        )
        return self._table.update(update).accepted


def _positions(endings: Endings) -> dict[str, frozenset[int]]:
    """The positions by state, those states that have any."""
    return {
        state.value: frozenset(p for p, s in endings.items() if s is state)
        for state in set(endings.values())
    }
