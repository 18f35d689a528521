"""What reads pictures, once there is one to be read?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from batchbell.domain.codes import DocumentReason
from batchbell.domain.errors import DocumentFailed

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

    from batchbell.engines.document.ocr.models import Models
    from batchbell.engines.document.words import PageWords


class Eyes:
    """Loads its models with the first picture, and keeps them. `folder` None: it is blind."""

    def __init__(self, folder: Path | None, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        self._models: Models | None = None

    def read(self, picture: Image.Image, number: int) -> PageWords:
        """The words of page `number` (RGB). Raises DocumentFailed when it is blind."""
        from batchbell.engines.document.ocr.read import read_picture

        return read_picture(picture, number, self._loaded())

    def _loaded(self) -> Models:
        from batchbell.engines.document.ocr.models import load_models

        if self._folder is None:
            raise DocumentFailed(
                DocumentReason.ENGINE_ERROR,
                "Pictures and scans cannot be read here. Send a PDF that holds its text.",
            )
        if self._models is None:
            self._models = load_models(self._folder, self._threads)
        return self._models
