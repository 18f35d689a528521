"""Can the checkers fail? Every sentence of the protocol that is broken on purpose is caught."""

import subprocess
import sys

import pytest

from tests.simulation.breakages import breakages

NAMES = list(breakages())
AT_ONCE = 8


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(NAMES), AT_ONCE))
def test_they_are_caught(first: int) -> None:
    """Each in a process of its own, whose modules are compiled with the changed lines."""
    names = NAMES[first : first + AT_ONCE]
    command = [sys.executable, "-m", "tests.simulation.broken", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("caught by") == len(names), done.stdout


def test_one_whose_lines_are_gone_is_no_success() -> None:
    """The code has changed: the breakage must follow."""
    script = (
        "import sys\n"
        "from tests.simulation import breakages, broken\n"
        "edit = breakages.Edit('batchbell.usecases.fold', 'no such line', '')\n"
        "gone = breakages.Breakage('gone', 'nothing', (edit,))\n"
        "broken.breakages = lambda: {'gone': gone}\n"
        "sys.exit(broken.main(['gone', '--seeds', '1']))\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "LookupError" in done.stderr
