"""What does template.yaml tell the functions, and what does it let through to them?"""

from typing import Any

from tests.template.facts import functions, sources, template, value


def environment() -> dict[str, str]:
    """The numbers of a deployment with every parameter at its default, by variable."""
    given = template()["Globals"]["Function"]["Environment"]["Variables"]
    texts = {name: _text(setting) for name, setting in given.items()}
    return {name: text for name, text in texts.items() if text is not None}


def change_mapping(function: str) -> dict[str, Any]:
    """How a function is told of the table's changes."""
    return next(mapping for _, name, mapping in sources("DynamoDB") if name == function)


def messages_at_once(function: str) -> int:
    """How many messages of its queue a function is handed at once."""
    mapping = next(mapping for _, name, mapping in sources("SQS") if name == function)
    return int(mapping["BatchSize"])


def visibility_seconds(queue: str) -> str:
    """How long a received message of a queue is hidden."""
    found = template()["Resources"][queue]["Properties"]["VisibilityTimeout"]
    return str(value(found))


def timeout_ms(function: str) -> int:
    """How long an invocation of a function may take."""
    return int(value(functions()[function]["Timeout"])) * 1000


def _text(setting: Any) -> str | None:
    """A setting's text; None: a name that only a deployment has, such as a table's."""
    if isinstance(setting, dict) and "Fn::Join" in setting:
        separator, parts = setting["Fn::Join"]
        return str(separator).join(str(value(parts)).split(","))
    if isinstance(setting, dict) and setting.get("Ref") not in template()["Parameters"]:
        return None
    return str(value(setting))
