"""What does template.yaml say, and how is it changed for the emulator?"""

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
API_ID = "batchbell"
"""The id that the emulator is told to give the API, so that its address is known beforehand."""

Template = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """Reads CloudFormation's short forms, such as !Ref, as their long ones."""


def _long_form(loader: _Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        assert isinstance(node, yaml.MappingNode)  # noqa: S101 - there is no fourth kind
        value = loader.construct_mapping(node, deep=True)
    if suffix == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}": value}


_Loader.add_multi_constructor("!", _long_form)


def read_template(path: Path = ROOT / "template.yaml") -> Template:
    """The template with every short form written out."""
    template: Template = yaml.load(path.read_text(), _Loader)  # noqa: S506 - a safe loader of ours
    return template


def resources(template: Template, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Logical id and properties of every resource of a kind, in the template's order."""
    for name, resource in template["Resources"].items():
        if resource["Type"] == kind:
            yield name, resource["Properties"]


def for_emulator(
    template: Template, bucket: str, keys: Mapping[str, str], parameters: Mapping[str, Any]
) -> Template:
    """The template in plain CloudFormation, its code taken from `keys` (by folder) in a bucket.

    It is expanded here, by SAM's own translator, so that the API can be given its id; its media
    types are written as they are meant, and the numbers of event source mappings are written out:
    the emulator knows no ~1 for a slash, and takes a parameter for text. Alarms that reckon with
    several metrics are left out, since it knows of none.
    """
    for _, properties in resources(template, "AWS::Serverless::Function"):
        properties["CodeUri"] = {"Bucket": bucket, "Key": keys[properties["CodeUri"]]}
    for _, properties in resources(template, "AWS::Serverless::LayerVersion"):
        properties["ContentUri"] = {"Bucket": bucket, "Key": keys[properties["ContentUri"]]}
    plain = _expanded(template)
    for _, properties in resources(plain, "AWS::ApiGateway::RestApi"):
        properties["Tags"] = [{"Key": "ms-custom-id", "Value": API_ID}]
        media = properties.get("BinaryMediaTypes", [])
        properties["BinaryMediaTypes"] = [each.replace("~1", "/") for each in media]
    for _, properties in resources(plain, "AWS::Lambda::EventSourceMapping"):
        properties.update(_with_numbers(properties, _numbers(template, parameters)))
    return {**plain, "Resources": dict(_known(plain["Resources"]))}


def _known(resources: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the emulator can make."""
    for name, resource in resources.items():
        alarm = resource["Type"] == "AWS::CloudWatch::Alarm"
        if not (alarm and "Metrics" in resource["Properties"]):
            yield name, resource


def _numbers(template: Template, parameters: Mapping[str, Any]) -> dict[str, int]:
    """Every parameter that is a number, as it is given or by default."""
    return {
        name: int(parameters.get(name, parameter["Default"]))
        for name, parameter in template["Parameters"].items()
        if parameter["Type"] == "Number"
    }


def _with_numbers(value: Any, numbers: Mapping[str, int]) -> Any:
    """The same value, each reference to a number replaced by it."""
    if isinstance(value, list):
        return [_with_numbers(each, numbers) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("Ref") in numbers:
        return numbers[value["Ref"]]
    return {name: _with_numbers(each, numbers) for name, each in value.items()}


def _expanded(template: Template) -> Template:
    from samtranslator.translator.transform import transform

    logging.getLogger("samtranslator").setLevel(logging.ERROR)  # else it tells of its own switches
    os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")  # it asks which partition it is in
    managed_policies = SimpleNamespace(load=dict)
    expanded: Template = transform(template, {}, managed_policies)
    return expanded
