"""Which of many things hang together, directly or by others?"""


class Together:
    """Things are numbered from 0; each is alone until it is joined to another."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def join(self, one: int, other: int) -> None:
        """From now on both, and all that hang on them, are one group."""
        self._above[self._top(one)] = self._top(other)

    def groups(self) -> list[list[int]]:
        """Each in ascending order."""
        found: dict[int, list[int]] = {}
        for number in range(len(self._above)):
            found.setdefault(self._top(number), []).append(number)
        return list(found.values())

    def _top(self, number: int) -> int:
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number
