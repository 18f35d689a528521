"""What is a conditional write of one record, alone or within a transaction?

In expressions `#name` is the attribute of that name and `:name` the value of that name: DynamoDB
reserves so many words that none is written plainly. A name that is only known at run time, such as
a map's key, may hold any character: it stands under an alias.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from batchbell.adapters.attributes import Row, encode, encode_value

ABSENT = "attribute_not_exists(#pk)"
PRESENT = "attribute_exists(#pk)"

SCHEMA = 1
"""The number in every record's `schema`: what a reader of a later release goes by."""


@dataclass(frozen=True, slots=True)
class RowKey:
    """Where a record stands."""

    pk: str
    sk: str

    def row(self) -> dict[str, str]:
        """The key as attributes."""
        return {"pk": self.pk, "sk": self.sk}


@dataclass(frozen=True, slots=True)
class Put:
    """Write a whole record. In the condition `:name` is the row's own value of that name."""

    row: Row
    condition: str = ""

    def operation(self) -> dict[str, Any]:
        """As one member of a transaction."""
        return {"Put": self.parameters()}

    def parameters(self) -> dict[str, Any]:
        """As the parameters of a call."""
        return {
            "Item": encode(self.row),
            **_expressions(self.row, {}, ConditionExpression=self.condition),
        }


@dataclass(frozen=True, slots=True)
class Update:
    """Change attributes of a record; without a condition it is made if absent.

    `aliases`: what `#name` stands for where it is not the name itself.
    """

    key: RowKey
    change: str
    condition: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)

    def operation(self) -> dict[str, Any]:
        """As one member of a transaction."""
        return {"Update": self.parameters()}

    def parameters(self) -> dict[str, Any]:
        """As the parameters of a call."""
        expressions = _expressions(
            self.values,
            self.aliases,
            UpdateExpression=self.change,
            ConditionExpression=self.condition,
        )
        return {"Key": encode(self.key.row()), **expressions}


@dataclass(frozen=True, slots=True)
class Check:
    """Change nothing; the transaction depends on it."""

    key: RowKey
    condition: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def operation(self) -> dict[str, Any]:
        """As one member of a transaction."""
        expressions = _expressions(self.values, {}, ConditionExpression=self.condition)
        return {"ConditionCheck": {"Key": encode(self.key.row()), **expressions}}


def assign(changes: Row, *also: str) -> str:
    """The update that sets attributes to the values of their names and removes those that are None.

    `also`: further assignments, written out.
    """
    sets = [f"#{name} = :{name}" for name, value in changes.items() if value is not None]
    removed = [f"#{name}" for name, value in changes.items() if value is None]
    clauses = (("SET", [*sets, *also]), ("REMOVE", removed))
    return " ".join(f"{verb} {', '.join(listed)}" for verb, listed in clauses if listed)


def as_seen(seen: Row) -> str:
    """The condition that attributes still are what was read; their values: `seen_values`."""
    return " AND ".join(
        f"attribute_not_exists(#{name})" if value is None else f"#{name} = :seen_{name}"
        for name, value in seen.items()
    )


def seen_values(seen: Row) -> Row:
    """What was read, under names of its own: the same attributes may be changed as well."""
    return {f"seen_{name}": value for name, value in seen.items()}


def _expressions(
    values: Mapping[str, Any], aliases: Mapping[str, str], **expressions: str
) -> dict[str, Any]:
    """The expressions that are not empty, with the names and values they use."""
    used = " ".join(expressions.values())
    names = {f"#{name}": aliases.get(name, name) for name in re.findall(r"#(\w+)", used)}
    placed = {f":{name}": encode_value(values[name]) for name in re.findall(r":(\w+)", used)}
    parameters: dict[str, Any] = {key: text for key, text in expressions.items() if text}
    if names:
        parameters["ExpressionAttributeNames"] = names
    if placed:
        parameters["ExpressionAttributeValues"] = placed
    return parameters
