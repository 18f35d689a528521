"""Which changes does a stream filter let through?

The part of Lambda's event filtering that template.yaml uses: equality and prefixes of strings.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def patterns_of(mapping: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The patterns of a stream mapping."""
    return [json.loads(one["Pattern"]) for one in mapping["FilterCriteria"]["Filters"]]


def passes(record: Mapping[str, Any], patterns: Sequence[Mapping[str, Any]]) -> bool:
    """Whether any of the patterns matches."""
    return any(_matches(record, pattern) for pattern in patterns)


def _matches(found: Any, pattern: Any) -> bool:
    if isinstance(pattern, Mapping):
        return isinstance(found, Mapping) and all(
            name in found and _matches(found[name], inner) for name, inner in pattern.items()
        )
    return isinstance(found, str) and any(_rule_holds(found, rule) for rule in pattern)


def _rule_holds(found: str, rule: Any) -> bool:
    if isinstance(rule, str):
        return found == rule
    if not isinstance(rule, dict) or rule.keys() != {"prefix"}:
        raise NotImplementedError(f"a filter rule that these tests do not know: {rule}")
    return found.startswith(rule["prefix"])
