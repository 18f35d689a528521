"""The `KeptPages` port on DynamoDB and S3: where is a page that was kept?

A row either says which result of a job it is, or holds a call's own content; a large one of these
is an object, and then a row that names it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.adapters.attributes import Row
from batchbell.adapters.lifetimes import kept_ttl
from batchbell.adapters.objects import Bucket, object_key
from batchbell.adapters.packing import INLINE_BYTES, Undecodable, pack, unpack
from batchbell.adapters.row_keys import kept_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import SCHEMA, Put
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item, ItemState, ResultRef
from batchbell.domain.kept_page import KeptPage, Origin, PageName
from batchbell.ports import Batches, Results

Content = Mapping[str, Any]

_NO_NEWER = "attribute_not_exists(#pk) OR #fetched_at <= :fetched_at"
"""A slow fetch may end after one that began later, and was to replace what it brings."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a row says: where the page comes from, and one of three places where it is."""

    origin: Origin
    packed: bytes | None
    object: str | None
    item: Item | None


class KeptPageStore:
    """See `batchbell.ports.kept_pages.KeptPages`. `batches`, `results`: those that rows name."""

    def __init__(self, table: Table, bucket: Bucket, batches: Batches, results: Results) -> None:
        self._table = table
        self._bucket = bucket
        self._batches = batches
        self._results = results

    def find(self, name: PageName, *, now: int, since: int) -> KeptPage | None:
        """The page, if it is young enough."""
        row = self._table.read(kept_row_key(name))
        kept = _kept_of(name, row) if row is not None else None
        if kept is None or not kept.origin.answers(now, since):
            return None
        try:
            content = self._content(kept, now)
        except Undecodable:
            return None
        return None if content is None else KeptPage(kept.origin, content)

    def keep_result(self, name: PageName, origin: Origin, item: Item) -> None:
        """Keep where the result is. The tenant is the name's own, so no row leads to another's."""
        if item.result is None:
            return
        result = {
            "batch": item.key.batch.batch,
            "chunk": item.key.chunk,
            "position": item.key.position,
            "generation": item.result.generation,
            "attempt": item.result.attempt,
        }
        self._put(name, origin, {"result": result})

    def keep_content(self, name: PageName, origin: Origin, content: Content) -> None:
        """Keep the content: a large one under its time, lest a row name what another fetched."""
        packed = pack(content)
        where: Row = {"packed": packed}
        if len(packed) > INLINE_BYTES:
            at = str(origin.fetched_at)
            where = {"object": object_key("cache", name.tenant, name.fingerprint, at)}
            self._bucket.put(where["object"], packed)
        self._put(name, origin, where)

    def _put(self, name: PageName, origin: Origin, where: Row) -> None:
        row = {
            **kept_row_key(name).row(),
            "schema": SCHEMA,
            "ttl": kept_ttl(origin.ends_at),
            "fetched_at": origin.fetched_at,
            "ends_at": origin.ends_at,
            "credits": origin.credits,
        }
        self._table.put(Put({**row, **where}, _NO_NEWER))

    def _content(self, kept: _Kept, now: int) -> Content | None:
        if kept.item is not None:
            return self._result(kept.item, now)
        packed = kept.packed if kept.object is None else self._bucket.get(kept.object)
        return None if packed is None else unpack(packed)

    def _result(self, item: Item, now: int) -> Content | None:
        """Of a job that can still be read when its content has been: one that is marked as erased
        may not have been erased yet.
        """
        content = self._results.get([item]).get(item.key)
        batch = self._batches.read(item.key.batch)
        return None if batch is None or batch.gone(now) else content


def _kept_of(name: PageName, row: Row) -> _Kept | None:
    """None: the row is not of a shape that this release knows."""
    try:
        origin = Origin(
            fetched_at=int(row["fetched_at"]),
            credits=int(row["credits"]),
            ends_at=int(row["ends_at"]),
        )
        return _Kept(
            origin,
            packed=bytes(row["packed"]) if "packed" in row else None,
            object=str(row["object"]) if "object" in row else None,
            item=_item_of(name.tenant, row["result"]) if "result" in row else None,
        )
    except (KeyError, TypeError, ValueError):
        return None


def _item_of(tenant: str, result: Mapping[str, Any]) -> Item:
    batch = BatchKey(tenant, str(result["batch"]))
    key = ItemKey(batch, int(result["chunk"]), int(result["position"]))
    ref = ResultRef(int(result["generation"]), int(result["attempt"]), weight=0)
    return Item(key=key, state=ItemState.SUCCEEDED, result=ref)
