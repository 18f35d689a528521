"""Where are files of rows kept?"""

from functools import cache

from batchbell.adapters.exports import ExportStore
from batchbell.adapters.sessions import s3_client
from batchbell.runtime import wiring


@cache
def exports() -> ExportStore:
    """Beside the results."""
    settings = wiring.settings()
    return ExportStore(s3_client(settings.patience), settings.text("CONTENT_BUCKET"), wiring.now)
