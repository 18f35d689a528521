"""How are documents read by Amazon Textract?"""

from collections.abc import Mapping

from batchbell.adapters.textract.asking import Asking, Operation
from batchbell.adapters.textract.child import PageChild
from batchbell.adapters.textract.engine import TextractEngine
from batchbell.adapters.timed_clients import TimedClients
from batchbell.domain.document import DocumentLimits
from batchbell.ports.documents import DocumentEngine
from batchbell.runtime.observability import MetricName, count_by, logger


def textract_engine(limits: DocumentLimits, start_seconds: int) -> DocumentEngine:
    """`limits` are of each document, `start_seconds` of its process."""
    child = PageChild(limits, start_seconds=start_seconds)
    asking = Asking(within=TimedClients("textract").within, tell=_tell, spend=count_pages)
    return TextractEngine(child, asking)


def count_pages(operation: Operation, pages: int) -> None:
    """What AWS charges for."""
    count_by(MetricName.TEXTRACT_PAGES, "operation", operation.value, pages)


def _tell(message: str, facts: Mapping[str, str]) -> None:
    logger().error(message, extra=dict(facts))
