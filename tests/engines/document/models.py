"""Where are the models that read pictures, on this machine?"""

from pathlib import Path

import pytest

MODELS = Path(__file__).parents[3] / "layers" / "models" / "models"
needs_models = pytest.mark.skipif(not MODELS.exists(), reason="make models")
