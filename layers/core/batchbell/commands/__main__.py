"""`python -m batchbell.commands`: the `batchbell` command where no script is installed."""

import sys

from batchbell.commands.main import main

sys.exit(main())
