"""The only way out of Batchbell to an address that a caller chose.

No other module of the package opens a socket: what is dialled is resolved, checked and dialled
here, in one place (`call`), for pages and for webhooks alike.
"""

from batchbell.adapters.outbound.pages import PageFetcher
from batchbell.adapters.outbound.webhooks import WebhookPoster

__all__ = ["PageFetcher", "WebhookPoster"]
