"""Batchbell: a self-hosted asynchronous batch API whose close can be proved."""

__version__ = "0.1.0"
