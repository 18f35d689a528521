"""Who stands before which of two calls that race, until they are let go?"""

from collections.abc import Iterator

from tests.simulation.moves import Move


class Held:
    """Those who come to the first call, and from then on those who come to the second. `one`: of
    each no more than one.
    """

    def __init__(self, first: str, second: str, *, one: bool = False) -> None:
        self._second, self._one = second, one
        self._names: dict[str, list[str]] = {first: [], second: []}
        self._first = self._names[first]
        self._holding = True

    @property
    def begun(self) -> bool:
        """Whether somebody has come to the first."""
        return bool(self._first)

    def holds(self, name: str, standing_at: str | None) -> bool:
        """Whether this actor has to wait where it stands."""
        if not self._holding or standing_at not in self._names:
            return False
        held = self._names[standing_at]
        if name not in held:
            if (standing_at == self._second and not self.begun) or (self._one and held):
                return False
            held.append(name)
        return True

    def let_go(self, *, second_goes_first: bool) -> Iterator[Move]:
        """Each makes its one call; from then on nobody is held."""
        order = list(self._names.values())
        for names in reversed(order) if second_goes_first else order:
            for name in names:
                yield ("go", name)
        self._holding = False
