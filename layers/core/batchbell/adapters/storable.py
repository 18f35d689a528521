"""Which text can every store keep as it is given, and how much of an error's message is kept?"""

MESSAGE_CHARACTERS = 300
"""What a person needs of an error message."""
MESSAGE_BYTES = 480
"""What an item's record (under 1 KB: one write unit a change) can spare for it, in UTF-8."""


def storable(text: str) -> str:
    """The text with lone surrogates replaced by `?`: a table's string is UTF-8, which has none."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def short_message(text: str) -> str:
    """An error message cut to what an item's record keeps, never within a character."""
    kept = storable(text[:MESSAGE_CHARACTERS]).encode("utf-8")[:MESSAGE_BYTES]
    return kept.decode("utf-8", "ignore")
