"""How do two items make two chunks?

The size of a chunk is a number of the product, not of a deployment. A simulation sets it smaller,
in every module that knows it, so that small batches have several chunks.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def chunks_of(size: int) -> Iterator[None]:
    """Chunks hold so many items meanwhile."""
    modules = [m for n, m in sys.modules.items() if n.startswith("batchbell.")]
    holders = [module for module in modules if hasattr(module, "CHUNK_SIZE")]
    before = [module.CHUNK_SIZE for module in holders]
    for module in holders:
        setattr(module, "CHUNK_SIZE", size)  # noqa: B010  # a module has no such attribute to mypy
    try:
        yield
    finally:
        for module, old in zip(holders, before, strict=True):
            setattr(module, "CHUNK_SIZE", old)  # noqa: B010
