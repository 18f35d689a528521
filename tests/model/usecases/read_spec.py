"""Can the input list be read?"""

from tests.model.calls import Calls
from tests.model.ports import contents

_TRIES = 3


def read_spec() -> Calls[bool]:
    """Three reads before it counts as lost."""
    for _ in range(_TRIES):
        found = yield from contents.get_spec()
        if found:
            return True
    return False
