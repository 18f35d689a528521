"""Rows of a schema's fields from a page: pure functions of its bytes, address and schema."""
