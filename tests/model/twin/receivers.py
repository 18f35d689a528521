"""Which receiver of the model is behind which address?"""

from tests.memory.submissions import RECEIVER
from tests.model.records import FIRST, SECOND

URLS = {FIRST: RECEIVER.url, SECOND: "https://second.example/hook"}
_NAMES = {url: name for name, url in URLS.items()}


def receiver_at(url: str | None) -> str | None:
    """Its name, or None where there is none."""
    return None if url is None else _NAMES[url]
