"""Which contents go into an answer, and which rows must wait for the next one?

Source: Pages API contract, "Batches": an answer stays under 5 MB; nothing is dropped silently.
Weights are bytes of the row inside a JSON string, as API Gateway receives it from a function, in
ASCII.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item
from batchbell.ports import Store
from batchbell.usecases.answer_size import ANSWER_BYTES, quoted_bytes
from batchbell.usecases.read_job import JobView

_JOB_BYTES = 10_000
"""The envelope and the job, with metadata of 2 KB in characters that ASCII spells with twelve."""
_BARE_BYTES = 400
"""A row's words, numbers and the address of its content: more than these take together."""
DEFAULT_PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class Contents:
    """What fits: the window of rows to answer with, and the contents by item.

    `next_page`: with the default page size, the page on which the rows that did not fit begin;
    None: all fit.
    """

    window: range
    by_item: Mapping[ItemKey, Mapping[str, Any]]
    next_page: int | None


def load_contents(store: Store, view: JobView, urls: tuple[str, ...]) -> Contents:
    """Load contents in row order as long as the answer stays under 5 MB."""
    window, left = _bare_rows(view, urls)
    chosen: list[Item] = []
    for index in window:
        item = view.rows.get(index)
        if item is not None and item.result is not None and item.result.weight <= left:
            chosen.append(item)
            left -= item.result.weight
    next_page = None if len(window) == len(view.window) else window.stop // DEFAULT_PAGE_SIZE
    return Contents(window, store.results.get(chosen) if chosen else {}, next_page)


def _bare_rows(view: JobView, urls: tuple[str, ...]) -> tuple[range, int]:
    """The rows that fit without content (whole default pages if not all do), and the bytes left."""
    window, left = view.window, ANSWER_BYTES - _JOB_BYTES
    for index in window:
        left -= (
            _BARE_BYTES + quoted_bytes(urls[index]) + quoted_bytes(_message(view.rows.get(index)))
        )
        if left < 0:
            stop = index - index % DEFAULT_PAGE_SIZE
            return range(window.start, max(stop, window.start)), 0
    return window, left


def _message(item: Item | None) -> str:
    return item.error.message if item is not None and item.error is not None else ""
