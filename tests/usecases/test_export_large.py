"""Is a file of 100,000 rows made in little memory and time?"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from batchbell.domain.export import ExportFormat

ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 100
"""That the rows would not fit in: as Python holds them, they take more than 200."""
MOST_SECONDS = 12
"""Of a whole processor, for a machine at work; docs/exports.md has what was measured."""


@pytest.mark.slow
@pytest.mark.parametrize("format", ExportFormat)
def test_a_large_file_is_made_in_little_memory_and_time(format: ExportFormat) -> None:
    path = os.pathsep.join([str(ROOT / "layers" / "core"), str(ROOT)])
    run = subprocess.run(
        [sys.executable, "-m", "tests.usecases.large_export", format],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    cost = json.loads(run.stdout)
    assert cost["bytes"] > 1_000_000
    assert cost["megabytes"] < MOST_MEGABYTES
    assert cost["seconds"] < MOST_SECONDS
