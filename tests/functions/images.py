"""How does the table's stream tell of a change?"""

from typing import Any

from batchbell.adapters.attributes import Row, encode

Record = dict[str, Any]


def inserted(row: Row) -> Record:
    """A new record."""
    return {"eventID": "1", "eventName": "INSERT", "dynamodb": {"NewImage": encode(row)}}


def removed() -> Record:
    """A record that was deleted, as expiry does."""
    return {"eventID": "2", "eventName": "REMOVE", "dynamodb": {"OldImage": {}}}


POISON: list[Record] = [
    {"eventID": "3"},
    {"eventID": "4", "dynamodb": {"NewImage": {"sk": {"S": "ITEM#000"}}}},
    {
        "eventID": "5",
        "dynamodb": {
            "NewImage": {
                "pk": {"S": "C#acme"},
                "sk": {"S": "ITEM#000"},
                "state": {"S": "succeeded"},
                "generation": {"N": "1"},
            }
        },
    },
    {
        "eventID": "6",
        "dynamodb": {
            "NewImage": {
                "pk": {"S": "B#acme#pages:x"},
                "sk": {"S": "TALLY#first"},
                "dispatch": {"S": "wanted#1"},
            }
        },
    },
]
"""Records that nobody can read, each in its own way."""
