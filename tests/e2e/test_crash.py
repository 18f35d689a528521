"""Does a short `make crash` end well?"""

import subprocess
import sys

from local.template import ROOT


def test_five_batches_under_fire_keep_every_promise() -> None:
    command = [sys.executable, "-m", "local.crash", "--seed", "1", "--batches", "5"]
    limits = ["--largest", "15", "--seconds", "240"]
    run = subprocess.run([*command, *limits], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
