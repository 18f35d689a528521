"""What does the API say about itself? The document as it is packaged, with the caller's address."""

from functools import cache

_EXAMPLE_ADDRESS = "https://batchbell.example.com"


def openapi_text(base_url: str) -> str:
    """The OpenAPI document. `base_url`: as this caller reaches the API."""
    return _packaged().replace(_EXAMPLE_ADDRESS, base_url)


@cache
def _packaged() -> str:
    from importlib.resources import files

    return files("batchbell.contracts").joinpath("openapi.json").read_text(encoding="utf-8")
