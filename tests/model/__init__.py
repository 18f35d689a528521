"""The protocol of the close as a small program, explored exhaustively.

Every interleaving of a few functions, with crashes, duplicates, lost messages and leases that run
out at any moment, on batches of one or two items: `make model`, see docs/protocol-model.md.
"""
