"""How does a stack on this machine get its first key?"""

import secrets
import time

from batchbell.adapters.keys import KeyRecords
from batchbell.adapters.table import Table
from batchbell.usecases import manage_keys
from local.stack import LocalStack


def create_key(stack: LocalStack, tenant: str = "local") -> str:
    """A new key for a tenant of this stack."""
    keys = KeyRecords(Table(stack.client("dynamodb"), stack.resource("TenantTable")))
    now = time.time_ns() // 1_000_000
    return manage_keys.create_key(keys, tenant, now, lambda digits: secrets.token_hex(digits // 2))
