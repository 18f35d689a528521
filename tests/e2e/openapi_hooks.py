"""What must schemathesis be told of Batchbell that an OpenAPI document cannot say?

Loaded by its command line (openapi.toml names this file), in a process of its own.
"""

import os
from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType
from typing import Any

import schemathesis
from schemathesis.core.failures import Failure

from local.papers import broken, invoice

_PATHS = cycle(("/article", "/missing", "/product", "/gone", "/moved", "/empty", "/picture"))
"""Some that can be read, and more that cannot, which takes less time."""
_ADDRESSES = ("url", "urls")
_REFUSED_ALL_THE_SAME = MappingProxyType(
    {
        "cursor": "only what an earlier answer had is one",
        "excludeTags": "selectors have a grammar",
        "fields": "no two of them may have one name",
        "formats": "summary, question and highlights may each stand there once",
        "headers": "some are Batchbell's own, and their sizes are summed",
        "includeTags": "selectors have a grammar",
        "metadata": "its bytes are counted",
        "prompt": "it is the contract's, and no deployment has it",
        "renderMode": "its words are the contract's, and there is no browser engine",
        "secret": "it is base64, of so many bytes",
        "schema": "it is a schema itself; docs/extract.md says which",
    }
)
"""Fields in which a request may be wrong although it is as the document says."""
_FILES = cycle((invoice("openapi"), broken()))
"""What is uploaded for a file that may be anything, or hardly a document would be taken."""
_LARGEST = 20_000_000
"""Bytes of a document: a deployment's own limit, which the document does not know."""

Case = schemathesis.Case[Any]


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: Case, kwargs: dict[str, Any]) -> None:
    """Nothing leaves this machine: what may be dialled becomes an address of the site. So does any
    text for a page, or hardly one would be read, and a body would be refused for that alone. A
    file becomes a document of ours, and no larger than is taken.
    """
    right = case.meta is not None and case.meta.generation.mode.is_positive
    if isinstance(case.body, Mapping):
        case.body = {
            name: _at_home(value, right or name in _ADDRESSES, name)
            for name, value in case.body.items()
        }
    elif isinstance(case.body, str | list):  # whatever is set anew is judged anew
        case.body = _at_home(case.body, right)


@schemathesis.check
def no_internal_error(
    context: schemathesis.CheckContext, response: schemathesis.Response, case: Case
) -> None:
    """A page or a model that fails is an answer of 500 and above too; that we fail is none."""
    code = response.json()["error"]["code"] if response.status_code >= 500 else None
    assert code not in ("INTERNAL_ERROR", "internal_error"), f"Batchbell broke: {response.text}"


@schemathesis.hook
def filter_failure(
    context: schemathesis.HookContext, failure: Failure, case: Case, response: schemathesis.Response
) -> bool:
    """False where a body is refused for what the document cannot say."""
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    details = response.json()["error"]["details"] or {"": ""}
    return not {name.partition(".")[0] for name in details} <= _REFUSED_ALL_THE_SAME.keys()


def _at_home(value: Any, right: bool, name: str = "") -> Any:
    if isinstance(value, Mapping):
        return {key: _at_home(inner, right, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_at_home(inner, right, name) for inner in value]
    if right and name == "file":
        return next(_FILES).decode()
    if right and name == "size" and isinstance(value, int):
        return min(value, _LARGEST)
    if isinstance(value, str) and ((right and name in _ADDRESSES) or _may_be_dialled(value)):
        return os.environ["SITE"] + next(_PATHS)
    return value


def _may_be_dialled(value: str) -> bool:
    return "http" in "".join(value.split()).lower()
