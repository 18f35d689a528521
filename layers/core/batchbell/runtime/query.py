"""What do the parameters of a request's query say?"""

from collections.abc import Mapping

from batchbell.runtime.invalid import invalid


def yes_or_no(query: Mapping[str, str], name: str) -> bool:
    """A parameter that asks for something; without it: no. Raises `CallerError` 400."""
    value = query.get(name, "false")
    if value not in ("true", "false"):
        raise invalid({name: "must be true or false"})
    return value == "true"


def whole(query: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    """A parameter that is a number. Raises `CallerError` 400."""
    text = query.get(name)
    if text is None:
        return default
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    if value not in allowed:
        hint = f"must be a whole number from {allowed.start} to {allowed.stop - 1}"
        raise invalid({name: hint})
    return value
