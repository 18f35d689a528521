"""Of which type is a document that is to be read?"""

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, FileType
from batchbell.domain.errors import DocumentFailed
from batchbell.domain.file_type import file_type, found


def type_within(data: bytes, limits: DocumentLimits) -> FileType:
    """As `type_of`, of a file that is no larger than allowed. Raises DocumentFailed."""
    if len(data) > limits.bytes:
        raise DocumentFailed(
            DocumentReason.TOO_LARGE,
            f"The file has {len(data)} bytes; {limits.bytes} are allowed. Send a smaller one.",
        )
    return type_of(data)


def type_of(data: bytes) -> FileType:
    """Raises DocumentFailed that names what was found; no other part of a name or header counts."""
    known = file_type(data)
    if known is None:
        raise DocumentFailed(
            DocumentReason.UNSUPPORTED_FILE_TYPE,
            f"This is {found(data)}. Send a PDF, PNG, JPEG, TIFF or WEBP file.",
        )
    return known
