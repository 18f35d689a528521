"""Are the tables of these tests those of template.yaml?"""

from local.template import read_template, resources
from tests.contract.tables import TABLES

SHAPE = ("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes")


def test_keys_and_indexes_are_the_deployed_ones() -> None:
    deployed = dict(resources(read_template(), "AWS::DynamoDB::Table"))
    assert {name: shape_of(table) for name, table in TABLES.items()} == {
        name: shape_of(table) for name, table in deployed.items()
    }


def shape_of(table: dict[str, object]) -> dict[str, object]:
    """What the adapters depend on."""
    return {name: table[name] for name in SHAPE if name in table}
