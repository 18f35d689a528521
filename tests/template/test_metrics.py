"""Does docs/operations.md describe every metric of ours as it is written and watched?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from batchbell.runtime.observability import MetricName
from local.template import ROOT
from tests.template.facts import alarms, template, watched

ROOMS = ("functions", "layers/core")


def table() -> list[dict[str, str]]:
    """The rows of the table under the heading "Metrics", each cell by its column."""
    text = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Metrics$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip("| ") for line in section.splitlines() if line.startswith("|")]
    columns, _, *rows = ([cell.strip() for cell in line.split(" |")] for line in lines)
    return [dict(zip(columns, [*row, ""], strict=False)) for row in rows]


def sources() -> Iterator[tuple[Path, str]]:
    """Every file of the product with its text."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            yield path, path.read_text(encoding="utf-8")


def row_of(name: str) -> dict[str, str]:
    (row,) = [row for row in table() if row["metric"] == f"`{name}`"]
    return row


def test_the_table_holds_every_metric_and_no_other() -> None:
    assert sorted(row["metric"] for row in table()) == sorted(f"`{name}`" for name in MetricName)


def test_no_metric_is_written_past_the_list() -> None:
    writers = {path.name for path, text in sources() if "add_metric" in text}
    assert writers == {"observability.py"}


@pytest.mark.parametrize("name", MetricName)
def test_a_metric_is_written_in_the_unit_that_the_table_has(name: MetricName) -> None:
    texts = "\n".join(text for path, text in sources() if path.name != "observability.py")
    in_seconds = re.search(rf"gauge_seconds\(\s*MetricName\.{name.name}\b", texts)
    assert f"MetricName.{name.name}" in texts
    assert row_of(name)["unit"] == ("Seconds" if in_seconds else "Count")


@pytest.mark.parametrize("name", MetricName)
def test_a_metric_says_what_it_means_and_who_watches_it(name: MetricName) -> None:
    row = row_of(name)
    watching = [
        alarm
        for alarm, given in alarms().items()
        if name in [metric["MetricName"] for metric in watched(given)]
    ]
    assert row["what it says"]
    assert re.findall(r"\[(\w+)\]", row["alarm"]) == watching
    assert re.findall(r"\(#(\w+)\)", row["alarm"]) == [alarm.lower() for alarm in watching]


def test_the_dimensions_are_the_one_that_the_functions_are_given_and_the_operation() -> None:
    variables = template()["Globals"]["Function"]["Environment"]["Variables"]
    assert variables["POWERTOOLS_METRICS_NAMESPACE"] == "Batchbell"
    assert variables["POWERTOOLS_SERVICE_NAME"] == {"Ref": "AWS::StackName"}
    given = {row["metric"]: row["dimensions"] for row in table()}
    assert given.pop("`TextractPages`") == "`service`, `operation`"
    assert set(given.values()) == {"`service`"}
