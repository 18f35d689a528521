"""What is broken?"""


class Violation(AssertionError):
    """A guarantee does not hold."""


def said_by(broken: Exception) -> str:
    """What is broken: a guarantee in its own words, anything else by its name too."""
    return str(broken) if isinstance(broken, Violation) else repr(broken)


def demand(holds: object, guarantee: str) -> None:
    """Raises `Violation` unless it holds."""
    if not holds:
        raise Violation(guarantee)
