"""Batchbell on one machine: the real template and handlers on an AWS emulator."""
