"""Is what a client is told true, and does it agree with everything that was told before?

Checked in the instant in which the answer is given.
"""

from tests.model.endings import Answer
from tests.model.records import CANCEL, CANCELED, COMPLETED, ENDED, PROCESSING, Counts
from tests.model.usecases.read_job import WAITS, View, counted
from tests.model.world import Told, Violation, World

_ORDER = {WAITS: 0, PROCESSING: 1}


def give(w: World, answer: Answer) -> bool:
    """Tell it. -> whether the client is content; else it calls again."""
    match answer:
        case Answer("read", (told, view)):
            _read(w, told, view)
        case Answer("canceled", (outcome,)):
            _canceled(w, outcome)
        case Answer("submitted"):
            _submitted(w)
        case Answer("gone"):
            _gone(w)
        case Answer("deleted", (view,)):
            _agrees_with_itself(view, word_of(w, view))
            w.promised = True
        case Answer("withdrawn", (view, chunk, position)):
            _withdrawn(w, view, chunk, position)
    return answer.name != "not finished"


def _withdrawn(w: World, view: View, chunk: int, position: int) -> None:
    """A document is answered as canceled."""
    _agrees_with_itself(view, word_of(w, view))
    _agrees_with_records(w, view)
    if dict(view.rows)[chunk][position].state != CANCELED:
        raise Violation("a document is answered as canceled, and not shown so")


def _gone(w: World) -> None:
    if not w.batch.purged:
        raise Violation("a batch is answered as gone, and it is not")


def _submitted(w: World) -> None:
    if w.record is None or not (w.spec or w.lost or w.batch.purged):
        raise Violation("a submission is answered, and its batch or its input is not there")


def _canceled(w: World, outcome: str | None) -> None:
    if outcome is None:
        raise Violation("a cancel could not settle its batch")
    if outcome in (CANCEL, CANCELED):
        w.promised = True
        if COMPLETED in (w.told.word, w.batch.outcome):
            raise Violation("invariant 2: a cancel is answered on a batch that is completed")
        w.told = w.told._replace(word=CANCELED, generation=max(w.told.generation, 1))
    elif w.batch.outcome != outcome:
        raise Violation("a cancel is refused, and the batch is not finished")


def word_of(w: World, view: View) -> str | None:
    """The word for a batch as recorded; None: it is pending or processing. A large batch is
    canceled from the fence on.
    """
    if view.outcome is None and w.setting.large and view.fence == CANCEL:
        return CANCELED
    return view.outcome


def _read(w: World, told: Told, view: View) -> None:
    word = word_of(w, view)
    rows = tuple((c, p, row.state) for c, rows in view.rows for p, row in enumerate(rows))
    _agrees_with_itself(view, word)
    _agrees_with_records(w, view)
    if view.generation < told.generation or view.total < told.total:
        raise Violation("invariant 2: generation or total went back")
    if view.generation == told.generation:
        _agrees_with_before(told, view, word)
    _rows_agree_with_before({(c, p): state for c, p, state in told.rows}, rows)
    w.told = _together(w.told, view, word, rows)


def _agrees_with_itself(view: View, word: str | None) -> None:
    ended = view.counts.ended
    if ended > view.total:
        raise Violation(f"invariant 2: an answer counts {ended} of {view.total}")
    if (view.outcome is not None) != (ended == view.total):
        raise Violation(
            f"invariant 2: an answer says {view.outcome}, {ended} of {view.total} ended"
        )
    each = [counted(rows) for _, rows in view.rows] or [Counts()]
    shown = Counts(*map(sum, zip(*each, strict=True)))
    if any(less > more for less, more in zip(shown, view.counts, strict=True)):
        raise Violation("invariant 2: an answer shows more rows ended than it counts")
    if sum(len(rows) for _, rows in view.rows) == view.total and shown != view.counts:
        raise Violation(f"invariant 2: an answer counts {view.counts} and shows {shown}")
    begun = any(row.began is not None for _, rows in view.rows for row in rows)
    if word is None and view.started_at is None and begun:
        raise Violation("invariant 2: an answer says pending, and shows a row that has begun")


def _agrees_with_records(w: World, view: View) -> None:
    event = w.event(view.generation)
    said = view.outcome is not None and (event is None or event.body.outcome != view.outcome)
    if said and not w.setting.breaks("event-after-close"):
        raise Violation(f"invariant 2: an answer says {view.outcome}, which is not recorded")


def _agrees_with_before(told: Told, view: View, word: str | None) -> None:
    if told.word is not None and word != told.word:
        raise Violation(f"invariant 2: a client was told {told.word} and then {word}")
    if any(now < before for now, before in zip(view.counts, told.counts, strict=True)):
        raise Violation("invariant 2: counts went back from one answer to the next")
    if told.started and view.started_at is None:
        raise Violation("invariant 2: a start was taken back from one answer to the next")


def _rows_agree_with_before(
    before: dict[tuple[int, int], str], rows: tuple[tuple[int, int, str], ...]
) -> None:
    for chunk, position, now in rows:
        said = before.get((chunk, position), WAITS)
        if said in ENDED and now != said:
            raise Violation(f"invariant 2: a row was shown as {said} and then as {now}")
        if _ORDER.get(now, 2) < _ORDER.get(said, 2):
            raise Violation(f"invariant 2: a row was shown as {said} and then as {now}")


def _together(
    told: Told, view: View, word: str | None, rows: tuple[tuple[int, int, str], ...]
) -> Told:
    """The most that was said, by this answer or before: others may have been told meanwhile."""
    if view.generation < told.generation:
        return told
    known = {(c, p): state for c, p, state in told.rows}
    for c, p, state in rows:
        if _ORDER.get(state, 2) >= _ORDER.get(known.get((c, p), WAITS), 2):
            known[c, p] = state
    same = view.generation == told.generation
    return Told(
        generation=view.generation,
        total=max(told.total, view.total),
        word=(word or told.word) if same else word,
        started=view.started_at is not None or (same and told.started),
        counts=Counts(*map(max, view.counts, told.counts)) if same else view.counts,
        rows=tuple(sorted((c, p, state) for (c, p), state in known.items() if state != WAITS)),
    )
