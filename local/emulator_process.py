"""What runs in the emulator's process?

The emulator, and a thread that ends the whole group once the other end of standard input is gone:
whoever started it may be killed without a chance to clean up.
"""

import os
import runpy
import shutil
import signal
import sys
import tempfile
import threading


def _end_with_starter() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)  # the folder made for this process
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    threading.Thread(target=_end_with_starter, daemon=True).start()
    runpy.run_module("ministack", run_name="__main__", alter_sys=True)
