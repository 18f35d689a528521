"""The work inside an item: pure functions of bytes and options."""
