"""Which language model reads pages?"""

from collections.abc import Mapping
from functools import cache

from batchbell.ports.language_model import LanguageModel, Usage
from batchbell.runtime import wiring
from batchbell.runtime.observability import MetricName, count, logger
from batchbell.usecases.read_with_model import NO_MODEL


@cache
def language_model() -> LanguageModel:
    """The one that the deployment names, or none. What it is made of is loaded only then."""
    settings = wiring.settings()
    chosen = settings.text("BEDROCK_MODEL_ID")
    if not chosen:
        return NO_MODEL
    from batchbell.adapters.bedrock.clients import Clients
    from batchbell.adapters.bedrock.forms import Structured
    from batchbell.adapters.bedrock.model import BedrockModel, Chosen

    structured = Structured(settings.text("BEDROCK_STRUCTURED"))
    choice = Chosen(model=chosen, structured=structured)
    return BedrockModel(Clients().within, choice, _tell, count_tokens)


def count_tokens(usage: Usage) -> None:
    """What an answer cost."""
    count(MetricName.MODEL_INPUT_TOKENS, usage.input_tokens)
    count(MetricName.MODEL_OUTPUT_TOKENS, usage.output_tokens)


def _tell(message: str, facts: Mapping[str, str]) -> None:
    logger().error(message, extra=dict(facts))
