"""Is a built answer exactly of the shape that its model describes?"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def assert_shaped(model: type[BaseModel], answer: Mapping[str, Any]) -> None:
    """Raise for a key that the model does not know, or requires, and for a value of another type.

    What may be absent is never null (contract, "Fields of distill").
    """
    sent = json.dumps(answer)
    read = model.model_validate_json(sent, strict=True, extra="forbid")
    assert read.model_dump(mode="json", by_alias=True, exclude_unset=True) == json.loads(sent)
    nulls = {name for name in read.model_fields_set if getattr(read, name) is None}
    assert [name for name in nulls if not model.model_fields[name].is_required()] == []
