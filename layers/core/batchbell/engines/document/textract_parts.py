"""What is in an answer of Textract, whatever may be missing or odd in it?

Source: the service model of Textract in botocore. Nothing there is required; what has not the type
that the model gives it counts as missing.
"""

import math
from collections.abc import Mapping

Part = Mapping[str, object]

_UNTOLD = 0.5
"""How sure a text is that comes without a confidence."""
_LEAST = 0.01
_NOTHING: Part = {}


def part(of: Part, name: str) -> Part:
    """A structure; an empty one when there is none."""
    found = of.get(name)
    return found if isinstance(found, Mapping) else _NOTHING


def parts(of: Part, name: str) -> list[Part]:
    """The structures of a list."""
    found = of.get(name)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def texts(of: Part, name: str) -> list[str]:
    """The texts of a list."""
    found = of.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def text(of: Part, name: str) -> str:
    """A text on one line; an empty one when there is none."""
    found = of.get(name)
    return " ".join(found.split()) if isinstance(found, str) else ""


def number(of: Part, name: str) -> float | None:
    """A finite number, or None."""
    found = of.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
        return None
    return float(found)


def confidence(of: Part) -> float:
    """Over 0, at most 1; Textract says per cent."""
    told = number(of, "Confidence")
    return _UNTOLD if told is None else min(1.0, max(_LEAST, told / 100))
