"""Which tables, bucket and queues do the adapters expect?

Keys and indexes are those of template.yaml.
"""

from typing import Any

KEY = [
    {"AttributeName": "pk", "KeyType": "HASH"},
    {"AttributeName": "sk", "KeyType": "RANGE"},
]
KEY_TYPES = [
    {"AttributeName": "pk", "AttributeType": "S"},
    {"AttributeName": "sk", "AttributeType": "S"},
]

TABLES: dict[str, dict[str, Any]] = {
    "BatchTable": {
        "KeySchema": KEY,
        "AttributeDefinitions": [
            *KEY_TYPES,
            {"AttributeName": "due_shard", "AttributeType": "S"},
            {"AttributeName": "next_look", "AttributeType": "N"},
        ],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "due",
                "KeySchema": [
                    {"AttributeName": "due_shard", "KeyType": "HASH"},
                    {"AttributeName": "next_look", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    },
    "ResultTable": {"KeySchema": KEY, "AttributeDefinitions": KEY_TYPES},
    "DeliveryTable": {"KeySchema": KEY, "AttributeDefinitions": KEY_TYPES},
    "TenantTable": {"KeySchema": KEY, "AttributeDefinitions": KEY_TYPES},
}
