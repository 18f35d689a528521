"""What does each use case do, call by call?

A file here is what the file of the same name in `batchbell.usecases` does: the same calls in the
same order (`tests/model/test_twin.py` holds them against each other).
"""
