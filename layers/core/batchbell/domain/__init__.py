"""The rules: plain values and total functions, no I/O, no clock, no randomness."""
