"""How is Textract asked about a page, and how often?"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from batchbell.adapters.document_reader import out_of_time
from batchbell.adapters.textract.failures import NotAllowed, Tell, translated
from batchbell.domain.errors import Unavailable

TRIES = 8
"""Nearly a minute of waits in all: quotas are requests a second, and pages come side by side."""
FIRST_SECONDS = 0.5
LONGEST_SECONDS = 16.0
CALL_MS = 60_000
"""The longest wait for one answer; they take some seconds."""


class Operation(StrEnum):
    """What is asked, as AWS calls and charges it."""

    EXPENSE = "AnalyzeExpense"
    TABLES = "AnalyzeDocument"


class Analyzes(Protocol):
    """A client of Textract."""

    def analyze_expense(self, **parameters: Any) -> dict[str, Any]: ...
    def analyze_document(self, **parameters: Any) -> dict[str, Any]: ...


Within = Callable[[float], Analyzes | None]
"""A client that waits for an answer no longer than so many milliseconds; None: there is no time."""
Spend = Callable[[Operation, int], None]
"""Is told each operation that was answered, and for how many pages: that is what AWS charges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Threads may share it. `sleep` takes seconds."""

    within: Within
    tell: Tell
    spend: Spend
    sleep: Callable[[float], None] = time.sleep

    def ask(
        self, operation: Operation, picture: bytes, remaining_ms: Callable[[], float]
    ) -> Mapping[str, object]:
        """The answer about one page. What may pass is tried again while there is time.

        Raises DocumentFailed, and Unavailable when it did not pass.
        """
        failed: Unavailable | None = None
        for wait in waits():
            if wait * 1000 >= remaining_ms():
                break
            self.sleep(wait)
            client = self.within(min(remaining_ms(), CALL_MS))
            if client is None:
                break
            try:
                return self._once(client, operation, picture)
            except NotAllowed:
                raise
            except Unavailable as error:
                failed = error
        raise failed or out_of_time()

    def _once(self, client: Analyzes, operation: Operation, picture: bytes) -> Mapping[str, object]:
        with translated(operation, self.tell):
            answer = _ask(client, operation, picture)
        self.spend(operation, 1)
        return answer


def waits() -> Iterator[float]:
    """Seconds to wait before each try: none, then doubled each time, with jitter."""
    yield 0
    for number in range(TRIES - 1):
        longest = min(FIRST_SECONDS * 2**number, LONGEST_SECONDS)
        yield longest * random.uniform(0.5, 1)  # noqa: S311  # spreads load, guards nothing


def _ask(client: Analyzes, operation: Operation, picture: bytes) -> Mapping[str, object]:
    """What is said of the request itself stays behind."""
    if operation is Operation.EXPENSE:
        answer = client.analyze_expense(Document={"Bytes": picture})
        return {"ExpenseDocuments": answer.get("ExpenseDocuments", [])}
    answer = client.analyze_document(Document={"Bytes": picture}, FeatureTypes=["TABLES"])
    return {"Blocks": answer.get("Blocks", [])}
