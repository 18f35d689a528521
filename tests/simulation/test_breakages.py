"""Can the checkers fail? Every sentence of the protocol that is broken on purpose is caught."""

import subprocess
import sys

import pytest

from tests.simulation.breakages import Breakage, breakages

BREAKAGES = breakages()


def test_there_are_enough_of_them() -> None:
    assert len(BREAKAGES) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("breakage", BREAKAGES.values(), ids=list(BREAKAGES))
def test_it_is_caught(breakage: Breakage) -> None:
    """In a process of its own, whose modules are compiled with the changed lines."""
    command = [sys.executable, "-m", "tests.simulation.broken", breakage.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "caught by" in done.stdout


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
