"""Which language model reads pages?"""

from collections.abc import Mapping
from functools import cache

from batchbell.ports.language_model import LanguageModel
from batchbell.runtime import wiring
from batchbell.runtime.observability import logger
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
    return BedrockModel(Clients().within, Chosen(model=chosen, structured=structured), _tell)


def _tell(message: str, facts: Mapping[str, str]) -> None:
    logger().error(message, extra=dict(facts))
