"""What do the use cases of documents work with, besides the store?"""

from collections.abc import Callable
from dataclasses import dataclass

from batchbell.ports.documents import Documents, Files


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Documents and their bytes."""

    documents: Documents
    files: Files
    pause: Callable[[int], None]
    """Before a transaction is tried again that another was faster than: which attempt it was, from
    1 on; the longer, and at random.
    """
