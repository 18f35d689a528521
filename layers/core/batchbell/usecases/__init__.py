"""One verb a file: what Batchbell does, on ports."""
