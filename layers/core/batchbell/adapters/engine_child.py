"""How is a process kept that reads what may harm it, and what when it does not answer?"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Timer
from typing import IO, cast

from batchbell.contracts.distill_pipe import read_frame, write_frames
from batchbell.domain.errors import BatchbellError

# What an interpreter needs to start; the worker's credentials are not among it.
_INHERITED = ("LD_LIBRARY_PATH", "PATH", "LANG", "LC_ALL", "TZ")
_LAST_WORDS_SECONDS = 5


class ChildLost(BatchbellError):
    """The child died or was killed before it answered.

    `late`: by our time limit. `code`: its exit code, or the signal that ended it as a negative
    number; None when nobody knows.
    """

    def __init__(self, *, late: bool, code: int | None = None) -> None:
        super().__init__()
        self.late = late
        self.code = code


class EngineChild:
    """One warm child; one request at a time, so one thread at a time."""

    def __init__(self, module: str, arguments: Sequence[str], start_seconds: int) -> None:
        """Start it and wait until it is ready, so many seconds at most. Raises ChildLost."""
        self.requests = 0
        self._busy = False
        self._late = Event()
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
        )
        self._to = cast("IO[bytes]", self._process.stdin)
        self._from = cast("IO[bytes]", self._process.stdout)
        try:
            with self._time_limit(start_seconds):
                read_frame(self._from)
        except ChildLost:
            self.end()
            raise

    @property
    def usable(self) -> bool:
        """Whether it can take another request: it gave its last answer in full, and lives."""
        return not self._busy and not self._late.is_set() and self._process.poll() is None

    def answer(self, request: Sequence[bytes], seconds: float) -> bytes:
        """The answer frame to a request's frames. Raises ChildLost: then it is not usable."""
        self.requests += 1
        self._busy = True
        with self._time_limit(seconds):
            write_frames(self._to, *request)
            answer = read_frame(self._from)
        self._busy = False
        return answer

    def end(self) -> None:
        """Kill and reap it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._to, self._from):
            with suppress(OSError):  # bytes that were never read
                pipe.close()

    @contextmanager
    def _time_limit(self, seconds: float) -> Iterator[None]:
        """Code in C heeds no signal and no thread: at the limit the process is killed."""
        watch = Timer(seconds, self._kill_late)
        watch.daemon = True
        watch.start()
        try:
            yield
        except (OSError, EOFError) as error:
            raise ChildLost(late=self._late.is_set(), code=self._last_words()) from error
        finally:
            watch.cancel()
            watch.join()

    def _last_words(self) -> int | None:
        """Its pipe is closed, so it is about to end; being killed may take a moment."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_LAST_WORDS_SECONDS)
        return None

    def _kill_late(self) -> None:
        self._late.set()
        self._process.kill()


def _environment() -> dict[str, str]:
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return inherited | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
