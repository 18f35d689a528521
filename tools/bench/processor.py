"""How much processor time does the work on an item take, its page or its document aside?

One run of a batch is recorded; then the same invocations are made again, every AWS call answered
from the record within the SDK. What is measured is the handler, the adapters and the SDK, request
and answer included; not the network, not AWS, not the page, not what reads a document.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import boto3
from moto.core.models import botocore_stubber

from tests.process.cloud import cloud, forget_what_was_built
from tests.process.lambdas import Event
from tests.process.process import Process
from tools.bench.batches import MOST_URLS
from tools.bench.tape import Tape

Progress = Callable[[str], None]
"""Is told what is being done."""

Run = Callable[[Process, int], object]
"""Has a batch of so many items worked on."""


@dataclass(frozen=True)
class Work:
    """What one function did for a batch."""

    function: str
    total: int
    invocations: int
    seconds: float
    """Processor time of all invocations, the best of several rounds."""

    @property
    def ms_an_item(self) -> float:
        """Milliseconds for each item of the batch."""
        return 1000 * self.seconds / self.total


@dataclass
class _Diary:
    """The invocations of a run, in order."""

    tape: Tape
    events: list[tuple[str, Event]] = field(default_factory=list)
    open: bool = True

    def note(self, function: str, event: Event) -> None:
        """Called before every invocation."""
        self.tape.function = function
        if self.open:
            self.events.append((function, event))

    def of(self, function: str) -> list[Event]:
        """One function's events."""
        return [event for name, event in self.events if name == function]


def measure_work(
    run: Run, functions: Sequence[str], total: int, rounds: int, progress: Progress
) -> list[Work]:
    """The work of functions on the path of an item."""
    diary = _Diary(Tape())
    with cloud(MAX_BATCH_URLS=str(MOST_URLS)) as made:
        diary.tape.record(_fresh_session())
        process = Process(made, diary.note)
        progress(f"recording a batch of {total}")
        run(process, total)
        diary.open = False
        with patch.object(botocore_stubber, "enabled", new=False):  # from here on, moto is silent
            return [_measured(process, diary, name, total, rounds, progress) for name in functions]


def _measured(
    process: Process,
    diary: _Diary,
    function: str,
    total: int,
    rounds: int,
    progress: Progress,
) -> Work:
    events, seconds = diary.of(function), []
    diary.tape.replay(_fresh_session())
    for number in range(rounds + 1):  # the first round builds what later ones find built
        progress(f"{function}: round {number} of {rounds}")
        diary.tape.rewind()
        began = time.process_time()
        for event in events:
            process.lambdas.invoke(function, event)
        seconds.append(time.process_time() - began)
    return Work(function, total, len(events), min(seconds[1:]))


def _fresh_session() -> Any:
    forget_what_was_built()
    boto3.setup_default_session()
    return boto3.DEFAULT_SESSION
