"""Pieces that are about a batch of documents: who calls, what is answered, and what must hold."""
