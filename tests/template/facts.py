"""What does template.yaml say, in the words that its tests use?"""

import re
from functools import cache
from typing import Any

from local.template import ROOT, Template, read_template
from local.template import resources as resources_in


@cache
def template() -> Template:
    return read_template()


def resources(kind: str) -> dict[str, dict[str, Any]]:
    """Properties by logical id."""
    return dict(resources_in(template(), kind))


def functions() -> dict[str, dict[str, Any]]:
    """Properties by logical id, what is common to all included."""
    common = template()["Globals"]["Function"]
    return {
        name: {**common, **own, "Layers": common["Layers"] + own.get("Layers", [])}
        for name, own in resources("AWS::Serverless::Function").items()
    }


def queues() -> dict[str, dict[str, Any]]:
    return resources("AWS::SQS::Queue")


def work_queues() -> dict[str, dict[str, Any]]:
    """Queues that a function works on."""
    return {name: queues()[name] for name, _, _ in sources("SQS")}


def alarms() -> dict[str, dict[str, Any]]:
    return resources("AWS::CloudWatch::Alarm")


def watched(alarm: dict[str, Any]) -> list[dict[str, Any]]:
    """Every metric that an alarm looks at: its own, or those that it reckons with."""
    parts = [
        part["MetricStat"]["Metric"] for part in alarm.get("Metrics", []) if "MetricStat" in part
    ]
    return parts or [alarm]


def sources(kind: str) -> list[tuple[str, str, dict[str, Any]]]:
    """(source's logical id, function's logical id, mapping) of every mapping of a kind."""
    return [
        (_source(event["Properties"]), name, event["Properties"])
        for name, function in functions().items()
        for event in function.get("Events", {}).values()
        if event["Type"] == kind
    ]


def value(given: Any) -> Any:
    """A parameter's default, or what is given."""
    if isinstance(given, dict) and given.keys() == {"Ref"}:
        return default(given["Ref"])
    return given


def parameter(name: str) -> dict[str, Any]:
    return dict(template()["Parameters"][name])


def default(name: str) -> Any:
    return parameter(name)["Default"]


def lines() -> list[str]:
    return (ROOT / "template.yaml").read_text().splitlines()


def headings(document: str) -> set[str]:
    text = (ROOT / document).read_text()
    return set(re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE))


def _source(mapping: dict[str, Any]) -> str:
    given = mapping.get("Queue") or mapping.get("Stream") or {"Fn::GetAtt": [""]}
    return str(given["Fn::GetAtt"][0])
