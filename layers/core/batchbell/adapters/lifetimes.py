"""When may the table forget a record? (Epoch seconds, as its TTL wants them.)

Whether a record still answers is decided on read, by the batch's `expires_at`: a TTL only cleans
up, and is never earlier where that would be missed.
"""

from batchbell.domain.batch import REMEMBERED_MS, Batch

DAY_SECONDS = 24 * 3_600  # more than any two clocks differ by


def batch_ttl(expires_at: int) -> int:
    """A batch record stays a year longer than its content, to answer that the batch has expired."""
    return (expires_at + REMEMBERED_MS) // 1_000


def named_ttl(batch: Batch) -> int:
    """What leads to a batch of documents, the ids of its documents, stays as long as the batch may:
    documents that come later prolong that.
    """
    return batch_ttl(batch.parts_until)


def kept_ttl(ends_at: int) -> int:
    """A page that is kept for the next may go at once: gone too early, it is only fetched anew."""
    return ends_at // 1_000


def part_ttl(keep_until: int) -> int:
    """Every part of a batch stays a day longer than it is needed: clocks differ."""
    return keep_until // 1_000 + DAY_SECONDS
