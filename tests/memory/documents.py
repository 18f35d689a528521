"""The ports of documents in memory, and an engine with answers from a script."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from batchbell.adapters.storable import storable
from batchbell.domain.document import Document, DocumentFields, DocumentRead
from batchbell.ports.documents import UploadLink
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records
from tests.memory.web import Script


class MemoryDocuments:
    """See `batchbell.ports.documents.Documents`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("documents.read")
    def read(self, tenant: str, document_id: str) -> Document | None:
        """One record, or None."""
        return self._records.documents.get((tenant, document_id))

    @atomic("documents.read_many")
    def read_many(self, tenant: str, document_ids: Iterable[str]) -> dict[str, Document]:
        """The records that are there, by id."""
        found = {one: self._records.documents.get((tenant, one)) for one in document_ids}
        return {one: document for one, document in found.items() if document is not None}

    @atomic("documents.prolong")
    def prolong(self, document: Document, until: int) -> None:
        """Its bytes may come by a link until then."""
        found = self._records.documents.get((document.tenant, document.id))
        if found is not None and (found.bytes_until or until) < until:
            later = replace(found, bytes_until=until)
            self._records.documents[document.tenant, document.id] = later

    @atomic("documents.erase")
    def erase(self, documents: Iterable[Document]) -> None:
        """Forget what their callers said of them."""
        for document in documents:
            erased = replace(document, filename="", metadata=None)
            self._records.documents[document.tenant, document.id] = erased


@dataclass
class MemoryFiles:
    """See `batchbell.ports.documents.Files`. `stored`, by tenant and `Document.file`, is open to
    tests that send bytes by a link, or take them away.
    """

    records: Records
    stored: dict[tuple[str, str], bytes] = field(default_factory=dict)

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self.records.hook

    @atomic("files.put")
    def put(self, tenant: str, file: str, content: bytes) -> None:
        """Store them."""
        self.stored[tenant, file] = content

    @atomic("files.get")
    def get(self, tenant: str, file: str) -> bytes | None:
        """The bytes, or None."""
        return self.stored.get((tenant, file))

    @atomic("files.link")
    def link(self, tenant: str, file: str, most_bytes: int, expires_at: int) -> UploadLink:
        """A link to send them by."""
        fields = {"key": f"{tenant}/{file}", "most": str(most_bytes)}
        return UploadLink("https://files.example/", fields, expires_at)

    @atomic("files.erase")
    def erase(self, tenant: str, files: Iterable[str]) -> int:
        """Forget them."""
        return sum(self.stored.pop((tenant, one), None) is not None for one in files)


@dataclass
class ScriptedEngine:
    """See `batchbell.ports.documents.DocumentEngine`. A script holds answers by the document's
    bytes as text; by default a document is one row that says them in each field.

    `before`: what happens first, each time.
    """

    script: Script[DocumentRead] = field(default_factory=Script)
    read_with: list[tuple[str, DocumentFields]] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """The script's answer."""
        text = content.decode()
        self.read_with.append((text, fields))
        self.before()
        return self.script.next(text) or _one_row(text, fields)


def _one_row(text: str, fields: DocumentFields) -> DocumentRead:
    names = ["text"] if fields.fields is None else [one.name for one in fields.fields]
    return DocumentRead(pages=1, rows=(dict.fromkeys(names, text),))


def kept_document(document: Document) -> Document:
    """As a table holds it."""
    metadata = None if document.metadata is None else storable(document.metadata)
    return replace(document, filename=storable(document.filename), metadata=metadata)
