"""What was found when a batch was recomputed from its records?"""

from dataclasses import dataclass, field

from batchbell.domain.identifiers import BatchKey


@dataclass(slots=True)
class Proof:
    """What was found: `facts` agree, `differences` do not, `remarks` are neither. An open batch
    proves nothing wrong by waiting.
    """

    key: BatchKey
    facts: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    def check(self, fact: str, agrees: bool, difference: str) -> None:  # noqa: FBT001 - the thing checked
        """Note a fact, or what is wrong with it."""
        if agrees:
            self.facts.append(fact)
        else:
            self.differences.append(difference)
