"""What stands in moto's tables, looked up without a call that anybody would count?"""

from collections.abc import Mapping
from typing import Any

from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.utilities import dynamo_to_dict

from tests.process.cloud import REGION

Image = dict[str, dict[str, Any]]


def stored(table: str, key: Mapping[str, Any]) -> Image | None:
    """A record as the table's API would show it, or None."""
    item = dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].get_item(table, dict(key))
    if item is None:
        return None
    image: Image = dynamo_to_dict(dict(item.attrs))
    return image
