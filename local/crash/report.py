"""How does the run tell what happens, and what came of it?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from local.crash.answers import ended
from local.crash.case import Case
from local.crash.document_case import DocumentCase
from local.crash.killer import Killer
from local.crash.plan import VICTIMS

_MOST_PROBLEMS = 8


def progress(
    cases: Sequence[Case | DocumentCase], killer: Killer, sent: Counter[str], seconds: float
) -> None:
    """How far it is, in one line."""
    closed = sum(case.closed_at is not None for case in cases)
    killed = " ".join(f"{_short(name)} {count}" for name, count in _by_victim(killer.kills))
    print(
        f"    {_clock(seconds)}  closed {closed}/{len(cases)}  sent again {sent.total()}"
        f"  killed {killer.kills.total()}: {killed}",
        flush=True,
    )


def table(rows: Mapping[str, object]) -> None:
    """What the run came to."""
    print()
    for name, value in rows.items():
        print(f"    {name:<26} {value}")


def kills(killer: Killer) -> str:
    """By function, with how many were at work."""
    counts = [
        f"{_short(name)} {count} ({killer.busy[name]})" for name, count in _by_victim(killer.kills)
    ]
    total, busy = killer.kills.total(), killer.busy.total()
    return f"{total}, {busy} of them at work: {', '.join(counts)}"


def slowest(cases: Sequence[Case]) -> str:
    """Which batch took longest from its submission to its close."""
    case = max(cases, key=lambda case: case.seconds)
    return f"{case.seconds:.1f} s (batch {case.planned.number}, {len(case.planned.pages)} URLs)"


def bad(cases: Sequence[Case], documents: Sequence[DocumentCase], log: Path) -> None:
    """Every batch that was not as it should be, and where to look."""
    for case in cases:
        print(f"\n    batch {case.planned.number} {case.job_id}: {_state(case)}")
        _problems(case.problems)
    for one in documents:
        print(f"\n    {one.name}: {one.latest}")
        _problems(one.problems)
    print(f"\n    log of the emulator and the functions: {log}")


def _problems(problems: Sequence[str]) -> None:
    for problem in list(dict.fromkeys(problems))[:_MOST_PROBLEMS]:
        print(f"      - {problem}")


def _state(case: Case) -> str:
    if case.latest is None:
        return "never read"
    seconds = f"{case.seconds:.0f} s after submission"
    return f"{case.latest['status']}, {ended(case.latest)}/{case.latest['total']} ended, {seconds}"


def _by_victim(counts: Counter[str]) -> list[tuple[str, int]]:
    return [(name, counts[name]) for name in VICTIMS if counts[name]]


def _short(function: str) -> str:
    return function.removesuffix("Function")


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
