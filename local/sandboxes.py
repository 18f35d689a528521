"""Which processes are the sandboxes of a function, and is one at work?

The emulator runs each execution environment as a process that reads orders from its standard input.
"""

import contextlib
import os
import platform
import signal
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

_PROCESSES = Path("/proc")
_FOLDER_OF_A_SANDBOX = "ministack-lambda-"
_NUMBER_OF_READ = {"x86_64": b"0", "aarch64": b"63"}
"""Of the system call, as /proc shows it."""
_STANDARD_INPUT = b"0x0"


def sandboxes(folder: Path) -> Mapping[str, set[int]]:
    """The process ids of sandboxes by the function's name; one that has none is not missed.

    `folder`: that of their emulator. Another one on this machine gives its functions the same
    names.
    """
    found: defaultdict[str, set[int]] = defaultdict(set)
    begins = str(folder / _FOLDER_OF_A_SANDBOX)
    for process in filter(str.isdecimal, (path.name for path in _PROCESSES.iterdir())):
        _, here, rest = _read(process, "cmdline").decode(errors="replace").partition(begins)
        if here:
            name, _, _ = rest.partition("/")[0].rpartition("-")
            found[name].add(int(process))
    return found


def at_work(sandbox: int) -> bool:
    """Whether it does anything but wait for an order. One that is gone does nothing."""
    doing = _read(str(sandbox), "syscall").split()
    return bool(doing) and doing[:2] != [_NUMBER_OF_READ.get(platform.machine()), _STANDARD_INPUT]


def kill(sandbox: int) -> None:
    """End it at once, wherever it is; one that is gone stays so."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(sandbox, signal.SIGKILL)


def _read(process: str, file: str) -> bytes:
    try:
        return (_PROCESSES / process / file).read_bytes()
    except OSError:  # it has ended meanwhile, or is somebody else's
        return b""
