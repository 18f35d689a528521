"""How are rows written as JSON Lines?"""

import json
from typing import BinaryIO

from batchbell.contracts.exports.table import Table


def write_jsonl(table: Table, file: BinaryIO) -> None:
    """One object a row, in ASCII, values as they are; a row has the columns of its document."""
    file.writelines(json.dumps(row).encode() + b"\n" for row in table)
