"""How is a request refused whose fields are wrong?"""

from collections.abc import Mapping

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError


def invalid(details: Mapping[str, str]) -> CallerError:
    """The answer to fields that are wrong, with a hint for each."""
    fields = ", ".join(details)
    return CallerError(
        ErrorCode.INVALID_PARAMETER, f"Correct these fields and send it again: {fields}.", details
    )
