"""How are names and times spelt on the wire?"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, WithJsonSchema
from pydantic.alias_generators import to_camel

Time = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
"""ISO 8601 in UTC, whole seconds."""


class WireModel(BaseModel):
    """A shape of the Pages API: camelCase outside, our own spelling inside."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, hide_input_in_errors=True
    )
