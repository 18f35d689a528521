"""What is a sentence of the protocol that is broken, to see that it is needed?"""

from typing import NamedTuple


class Breakage(NamedTuple):
    """`shows_in`: the configuration in which it does harm. `with_`: what else must be broken for
    that, where one sentence stands in for another.
    """

    shows_in: str
    meaning: str
    with_: tuple[str, ...] = ()
