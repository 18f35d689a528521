"""What can a language model say about a page's text?

Every method raises `PageFailed`: AI_SERVICE_UNAVAILABLE (none configured, or it refuses us; while
throttled or broken it is retryable), AI_TIMEOUT (retryable), AI_EXTRACTION_FAILED (it declined, or
its answer is not usable). Times are milliseconds; texts are a page's Markdown, never empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from batchbell.domain.extracted import Extracted

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent: tokens as the model's provider counts them."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
        )


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Reading(Generic[T_co]):
    """What the model said. `cut`: the text was too long, and it saw only the beginning."""

    value: T_co
    usage: Usage = NO_USAGE
    cut: bool = False


class LanguageModel(Protocol):
    """A model that reads pages. A page's text is data to it and never an instruction."""

    def extract(
        self,
        text: str,
        schema: Mapping[str, Any],
        hints: Sequence[Mapping[str, Any]],
        *,
        rows: bool,
        timeout_ms: int,
    ) -> Reading[Extracted]:
        """Values for a JSON Schema of ONE row: one row, or with `rows` every record of the page.

        `hints`: rows found without a model; what they say counts as said by the page. A value that
        the page does not say is null, and `missing` names what no row has. Where the schema leaves
        a choice (a boolean, an enum) the model's choice stands.
        """

    def summary(self, text: str, *, timeout_ms: int) -> Reading[str]:
        """A few sentences in the page's language, never empty."""

    def answer(self, text: str, question: str, *, timeout_ms: int) -> Reading[str | None]:
        """The answer, with a passage of the page behind it. None: the page does not say."""

    def highlights(self, text: str, query: str, *, timeout_ms: int) -> Reading[list[str]]:
        """Passages that bear on the query, as they stand on the page; none of it, an empty list."""
