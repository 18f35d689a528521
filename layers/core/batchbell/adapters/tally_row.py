"""How does a tally stand in its table?

It stays under 1 KB whatever it holds: a fold costs one write unit.
Stream filters match the beginning of `dispatch`: its name and words are fixed.
"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.row_keys import number_of, tally_row_key
from batchbell.adapters.writes import SCHEMA
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Counts, Dispatch, Phase, Summary, Tally


def tally_row(key: BatchKey, tally: Tally, ttl: int) -> Row:
    """The record of a chunk's tally."""
    return {
        **tally_row_key(key, tally.chunk).row(),
        "schema": SCHEMA,
        "expected": tally.expected,
        "generation": tally.generation,
        "dispatch": str(tally.dispatch),
        "dispatched_at": tally.dispatch.at,
        "succeeded": tally.succeeded,
        "failed": tally.failed,
        "canceled": tally.canceled,
        "summary": tally.summary and summary_value(tally.summary),
        "ttl": ttl,
    }


def tally_of(row: Row) -> Tally:
    """The tally that a record tells of."""
    return Tally(
        chunk=number_of(row["sk"]),
        expected=row["expected"],
        dispatch=dispatch_of(row),
        generation=row["generation"],
        succeeded=row.get("succeeded", frozenset()),
        failed=row.get("failed", frozenset()),
        canceled=row.get("canceled", frozenset()),
        summary=_summary_of(row["summary"]) if "summary" in row else None,
    )


def dispatch_of(row: Row) -> Dispatch:
    """The dispatch of a batch's or a tally's record."""
    phase, _, number = row["dispatch"].partition("#")
    return Dispatch(Phase(phase), int(number), row["dispatched_at"])


def summary_value(summary: Summary) -> Row:
    """A summary as a map."""
    times = {"started_at": summary.started_at, "completed_at": summary.completed_at}
    return {**counts_value(summary.counts), **times}


def counts_value(counts: Counts) -> Row:
    """Counts as a map."""
    return {
        "succeeded": counts.succeeded,
        "failed": counts.failed,
        "canceled": counts.canceled,
        "credits": counts.credits,
    }


def counts_of(value: Row) -> Counts:
    """The counts that a map tells of."""
    return Counts(
        succeeded=value["succeeded"],
        failed=value["failed"],
        canceled=value["canceled"],
        credits=value["credits"],
    )


def _summary_of(value: Row) -> Summary:
    return Summary(counts_of(value), value.get("started_at"), value.get("completed_at"))
